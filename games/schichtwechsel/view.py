"""What the rules can read off the table, so that a client can draw the board without them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from games.kernel.quantities import MOST_SEATS, Points, Seat, doc, one_per
from games.kernel.score import totals
from games.schichtwechsel.board import Card
from games.schichtwechsel.lookup import house_places, tiles_for, tracks_of
from games.schichtwechsel.quantities import (
    MOST_BAR_SPACES,
    MOST_CARDS,
    MOST_GREY_SPACES,
    MOST_KINDS,
    MOST_PAYMENTS,
    MOST_ROUND_CARDS,
    MOST_ROUTE_SPACES,
    MOST_ROUTES,
    MOST_SHIFT_SPACES,
    MOST_SITES,
    MOST_TILES,
    MOST_WAGONS,
    BarSpaceId,
    CardId,
    CardNumber,
    CokingSpace,
    DrawnCube,
    GreySpaceId,
    HeadframeCount,
    Id,
    Pieces,
    Places,
    ReachedNumber,
    RouteId,
    RouteSpace,
    Score,
    ShiftNumber,
    SiteId,
    TileId,
    WagonId,
)
from games.schichtwechsel.rules.coking import free_coking_spaces
from games.schichtwechsel.rules.preparation import action_tokens, token_spaces
from games.schichtwechsel.rules.rounds import round_points
from games.schichtwechsel.rules.shift import range_of, spaces_within_reach
from games.schichtwechsel.rules.turns import is_used, use_barred, uses
from games.schichtwechsel.rules.wagons import lift_barred
from games.schichtwechsel.score import score
from games.schichtwechsel.state import Schichtwechsel


class CardView(msgspec.Struct, frozen=True):
    """An action card of this match."""

    card: Annotated[CardId, doc("The card.")]
    used: Annotated[bool, doc("Whether it is used, and so closed for this round (SW-90).")]
    copyable: Annotated[bool, doc("Whether it may be copied (SW-134).")]
    users: Annotated[
        list[Seat], Meta(max_length=MOST_PAYMENTS, description="The seats that have laid a payment on it.")
    ]
    offered: Annotated[
        list[Seat],
        Meta(max_length=MOST_SEATS, description="The seats that could use it now if it were their turn."),
    ]


class BarrierView(msgspec.Struct, frozen=True):
    """A barrier that a disc has not crossed yet (SW-105)."""

    before: Annotated[RouteSpace, doc("The space before which it stands.")]
    kind: Annotated[Id, doc("What crossing it gives (SW-107 .. SW-110).")]


class RouteView(msgspec.Struct, frozen=True):
    """How far a disc is (SW-101)."""

    space: Annotated[RouteSpace, doc("Its space.")]
    target: Annotated[RouteSpace, doc("The space of the target.")]
    ahead: Annotated[
        list[BarrierView], Meta(max_length=MOST_ROUTE_SPACES, description="The barriers still ahead.")
    ]


class SeatView(msgspec.Struct, frozen=True):
    """How a player stands."""

    seat: Annotated[Seat, doc("The seat.")]
    points: Annotated[Points, doc("The points if the final scoring took place now.")]
    round_points: Annotated[Points, doc("The points if the round were scored now (SW-138).")]
    tokens: Annotated[Pieces, doc("White tokens that step IV would give now (SW-61).")]
    token_spaces: Annotated[
        dict[Id, bool],
        Meta(max_length=MOST_KINDS, description="Which token spaces show their token (SW-61)."),
    ]
    next_coke_worth: Annotated[Score | None, doc("What the next pair sold is worth (SW-158).")]
    routes: Annotated[
        dict[RouteId, RouteView], one_per("route", MOST_ROUTES), doc("How far each disc is, by route.")
    ]
    full_wagons: Annotated[
        list[WagonId], Meta(max_length=MOST_WAGONS, description="Full underground wagons (SW-23).")
    ]
    liftable_wagons: Annotated[
        list[WagonId], Meta(max_length=MOST_WAGONS, description="Wagons that could be lifted now (SW-R12).")
    ]
    coking_spaces: Annotated[
        list[CokingSpace],
        Meta(max_length=MOST_GREY_SPACES + 1, description="Where the next coke may go (SW-37)."),
    ]
    free_bar_spaces: Annotated[
        list[BarSpaceId],
        Meta(max_length=MOST_BAR_SPACES, description="Spaces of the bar without a house (SW-66)."),
    ]
    miner_range: Annotated[ShiftNumber, doc("How many spaces the miner can walk (SW-111).")]
    miner_reach: Annotated[
        list[ReachedNumber],
        Meta(max_length=MOST_SHIFT_SPACES, description="The spaces where the miner could stop (SW-112)."),
    ]
    headframes_in_play: Annotated[HeadframeCount, doc("Headframes off the personal card (SW-125).")]


class SchichtwechselView(msgspec.Struct, frozen=True):
    """What can be read off the table with the rules at hand."""

    order: Annotated[list[Seat], one_per("seat", MOST_SEATS), doc("The seats in the order of this round.")]
    next_starter: Annotated[Seat, doc("Who begins the next round (SW-145).")]
    bag: Annotated[dict[DrawnCube, Pieces], Meta(max_length=MOST_KINDS, description="The cubes in the bag.")]
    locked_wagons: Annotated[
        list[WagonId],
        Meta(max_length=MOST_WAGONS, description="Wagons unusable this round (SW-40)."),
    ]
    unseen_round_cards: Annotated[
        list[CardNumber],
        Meta(max_length=MOST_ROUND_CARDS, description="Round cards not revealed yet (SW-10)."),
    ]
    free_tiles: Annotated[
        list[TileId], Meta(max_length=MOST_TILES, description="Selection tiles nobody has (SW-52).")
    ]
    open_coking_spaces: Annotated[
        list[GreySpaceId], Meta(max_length=MOST_GREY_SPACES, description="Free grey coking spaces (SW-35).")
    ]
    house_places: Annotated[
        dict[SiteId, Places | None],
        Meta(max_length=MOST_SITES, description="Places left on each site; null: no limit (SW-14, SW-15)."),
    ]
    cards: Annotated[
        list[CardView], Meta(max_length=MOST_CARDS, description="The action cards of this match (SW-2).")
    ]
    seats: Annotated[
        list[SeatView],
        Meta(max_length=MOST_SEATS, description="How each player stands, by seat; empty before round 1."),
    ]


def view(game: Schichtwechsel) -> SchichtwechselView:
    taken = {player.tile for player in game.players}
    numbers = [card.number for card in game.board.round_cards.list]
    wagons = game.board.pit.wagons
    return SchichtwechselView(
        order=game.order(game.starter),
        next_starter=game.marker,
        bag=dict(game.bag),
        locked_wagons=[wagon.id for wagon in wagons if wagon.lockable and game.wagon_is_locked()],
        unseen_round_cards=[number for number in numbers if number not in game.round_cards],
        free_tiles=[tile for tile in tiles_for(game.edition, len(game.players)) if tile not in taken],
        open_coking_spaces=[space for space in game.grey_spaces() if space not in game.plant],
        house_places={site: places_left(game, site) for site in game.sites},
        cards=[card_view(game, card) for card in game.cards().values()],
        seats=seat_views(game),
    )


def places_left(game: Schichtwechsel, site: str) -> int | None:
    places = house_places(game.edition, len(game.players), site)
    return None if places is None else places - len(game.sites[site])


def card_view(game: Schichtwechsel, card: Card) -> CardView:
    seats = range(len(game.players))
    return CardView(
        card=card.id,
        used=any(is_used(game, seat, card) for seat in seats) and card.family != "personal",
        copyable=not card.copy_protected,
        users=[payment.seat for payment in game.laid.get(card.id, ())],
        offered=[seat for seat in seats if is_offered(game, seat, card)],
    )


def is_offered(game: Schichtwechsel, seat: int, card: Card) -> bool:
    return any(use_barred(game, seat, it) is None for it in uses(game, seat) if it.card.id == card.id)


def seat_views(game: Schichtwechsel) -> list[SeatView]:
    if not game.round_cards:
        return []
    points = totals(score(game), len(game.players))
    return [seat_view(game, seat, points[seat]) for seat in range(len(game.players))]


def seat_view(game: Schichtwechsel, seat: int, points: int) -> SeatView:
    player, card, worth = game.players[seat], game.round_card(), game.board.coke_sale.worth
    return SeatView(
        seat=seat,
        points=points,
        round_points=round_points(game, seat, card) if card else 0,
        tokens=action_tokens(game, seat),
        token_spaces=token_spaces(game, seat),
        next_coke_worth=worth[player.pairs] if player.pairs < len(worth) else None,
        routes={route: route_view(game, route, space) for route, space in player.discs.items()},
        full_wagons=full_wagons(game, seat),
        liftable_wagons=[
            wagon.id for wagon in game.board.pit.wagons if lift_barred(game, seat, wagon) is None
        ],
        coking_spaces=free_coking_spaces(game, seat),
        free_bar_spaces=[space.id for space in game.board.bar.spaces if space.id not in player.bar],
        miner_range=range_of(game, seat),
        miner_reach=spaces_within_reach(game, seat),
        headframes_in_play=game.headframes_in_play(seat),
    )


def full_wagons(game: Schichtwechsel, seat: int) -> list[str]:
    loads = game.players[seat].wagons
    wagons = game.board.pit.wagons
    return [wagon.id for wagon in wagons if loads[wagon.id].coal + loads[wagon.id].spoil == wagon.spaces]


def route_view(game: Schichtwechsel, route: str, here: int) -> RouteView:
    track = tracks_of(game.edition)[route]
    ahead = [BarrierView(before, kind) for before, kind in track.barriers.items() if before > here]
    return RouteView(space=here, target=track.spaces, ahead=ahead)

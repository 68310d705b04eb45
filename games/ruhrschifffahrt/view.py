"""What the rules can read off the table, so that a client can draw the board without them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated

import msgspec
from msgspec import Meta

from games.kernel import Question
from games.kernel.quantities import MOST_SEATS, Points, Seat, doc, one_per
from games.kernel.score import totals
from games.ruhrschifffahrt.agenda import (
    ChooseDieToRemove,
    ChooseOption,
    ChooseStart,
    OpenPurchases,
    RuhrItem,
)
from games.ruhrschifffahrt.board import Site
from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.quantities import (
    MOST_AREAS,
    MOST_COLUMNS,
    MOST_OPTIONS,
    MOST_SITES,
    MOST_SLOTS,
    MOST_SPACES,
    MOST_TILES,
    MOST_TRIPS,
    AreaId,
    BerthId,
    CountryId,
    ExportPoints,
    OptionId,
    Places,
    PortColumnId,
    Position,
    Price,
    Reward,
    SalesSpaceId,
    SeatOrder,
    SiteId,
    Standing,
    Stones,
    Thalers,
    TileId,
    Year,
)
from games.ruhrschifffahrt.river import OptionalId
from games.ruhrschifffahrt.rules.debts import funds
from games.ruhrschifffahrt.rules.exports import export_country, export_points
from games.ruhrschifffahrt.rules.locks import lock_price
from games.ruhrschifffahrt.rules.progress import missing_stones
from games.ruhrschifffahrt.rules.sailing import Trip, sales_spaces_within_reach, trip
from games.ruhrschifffahrt.rules.special_options import discs_on, price
from games.ruhrschifffahrt.rules.starts import chosen_option, open_starts
from games.ruhrschifffahrt.rules.warehouses import next_price
from games.ruhrschifffahrt.score import score
from games.ruhrschifffahrt.state import Ruhr


class OptionView(msgspec.Struct, frozen=True):
    """A special option, as it stands this round."""

    option: Annotated[OptionId, doc("The option.")]
    price: Annotated[Price, doc("Thaler it costs now (RS-26).")]
    closed: Annotated[bool, doc("Whether it is closed to everybody for this round (RS-51, RS-66, RS-67).")]
    seats: Annotated[
        list[Seat], Meta(max_length=MOST_SEATS, description="The seats whose disc lies there (RS-65).")
    ]


class SiteView(msgspec.Struct, frozen=True):
    """A place for warehouses."""

    site: Annotated[SiteId, doc("The city, coal store or column of the port.")]
    owners: Annotated[
        list[Seat],
        Meta(max_length=MOST_SLOTS, description="Owners from the left or the top (RS-120, RS-126)."),
    ]
    free: Annotated[Places, doc("Places still free.")]
    price: Annotated[Price | None, doc("Thaler for the next warehouse; null without a free place.")]


class ExportView(msgspec.Struct, frozen=True):
    """How the export stands."""

    country: Annotated[CountryId | None, doc("The country that buys this round, if any (RS-134).")]
    value: Annotated[Reward, doc("The value of the scale (RS-134).")]
    column_points: Annotated[
        dict[PortColumnId, Annotated[list[ExportPoints], Meta(max_length=MOST_SLOTS)]],
        Meta(
            max_length=MOST_COLUMNS,
            description="What each place of a column would score now (RS-134, RS-135).",
        ),
    ]


class TileView(msgspec.Struct, frozen=True):
    """A tile of a player; `above` and `in_supply` are fields not yet filled."""

    tile: Annotated[TileId, doc("The tile.")]
    standing: Annotated[Standing, doc("Where it is, and whether it can be used (RS-98 .. RS-100).")]
    missing: Annotated[
        dict[AreaId, Stones],
        Meta(max_length=MOST_AREAS, description="Stones missing to the combination, by area (RS-96)."),
    ]


class AreaView(msgspec.Struct, frozen=True):
    """An area for stones."""

    area: Annotated[AreaId, doc("The area.")]
    stones: Annotated[Stones, doc("Stones on it.")]
    room: Annotated[Stones, doc("Stones that still fit (RS-92).")]


class SeatView(msgspec.Struct, frozen=True):
    """How a player stands."""

    seat: Annotated[Seat, doc("The seat.")]
    points: Annotated[Points, doc("Points on the track.")]
    past_track: Annotated[bool, doc("Whether the 30+ marker is needed (RS-16).")]
    final_points: Annotated[Points, doc("Points if the game ended now (RS-R31).")]
    funds: Annotated[Thalers, doc("Money, and what the supply would bring as debts (RS-130).")]
    ship: Annotated[BerthId, doc("The space on which the ship lies; empty before the first start.")]
    port_position: Annotated[Position, doc("Its position in the port (RS-90); 0 outside.")]
    reachable: Annotated[
        list[SalesSpaceId],
        Meta(max_length=MOST_SPACES, description="Sales spaces, for a ship ready to sail (RS-81, RS-82)."),
    ]
    areas: Annotated[list[AreaView], Meta(max_length=MOST_AREAS, description="The areas for stones (RS-88).")]
    tiles: Annotated[
        list[TileView], Meta(max_length=MOST_TILES, description="Personal tiles, then white ones (RS-96).")
    ]


class RuhrView(msgspec.Struct, frozen=True):
    """What can be read off the table with the rules at hand."""

    year: Annotated[Year, doc("The year of the round (RS-139).")]
    arms: Annotated[OptionalId, doc("Where black coal returns (RS-39); empty: dice leave the game (RS-R13).")]
    order: Annotated[SeatOrder, doc("The order of the phase (RS-13).")]
    to_come: Annotated[
        list[Seat], Meta(max_length=MOST_SEATS, description="Seats still asked in this phase, next first.")
    ]
    lock_price: Annotated[Price | None, doc("Thaler for a lock (RS-116); null before locks may be built.")]
    options: Annotated[
        list[OptionView], Meta(max_length=MOST_OPTIONS, description="The special options (RS-70 .. RS-77).")
    ]
    sites: Annotated[list[SiteView], Meta(max_length=MOST_SITES, description="The places for warehouses.")]
    export: Annotated[ExportView, doc("How the export stands (RS-133).")]
    trips: Annotated[
        list[Trip],
        Meta(
            max_length=MOST_TRIPS,
            description="Open to the seat that is asked, and of every ship ready to sail.",
        ),
    ]
    seats: Annotated[list[SeatView], one_per("seat", MOST_SEATS), doc("How each player stands, by seat.")]


def view(game: Ruhr) -> RuhrView:
    return RuhrView(
        year=game.year.year,
        arms=game.year.arms,
        order=game.order,
        to_come=seats_to_come(game),
        lock_price=lock_price(game),
        options=option_views(game),
        sites=[site_view(game, site) for site in game.sites.values()],
        export=export_view(game),
        trips=[*asked_trips(game), *loaded_trips(game)],
        seats=seat_views(game),
    )


def seats_to_come(game: Ruhr) -> list[int]:
    """Everything still on the agenda for a seat belongs to the current phase."""
    seats = chain.from_iterable(seats_of(item) for item in game.agenda)
    return list(dict.fromkeys(seats))


def seats_of(item: RuhrItem) -> tuple[int, ...]:
    """The seat that is asked, and in round 11 those that remove a die after it."""
    if isinstance(item, ChooseDieToRemove):
        return (item.seat, *item.then)
    return (item.seat,) if isinstance(item, Question | OpenPurchases) else ()


def option_views(game: Ruhr) -> list[OptionView]:
    return [
        OptionView(
            option=option.id,
            price=price(game, option),
            closed=(option.pilot and game.pilot_closed)
            or 0 < option.last_round < game.round
            or 0 < option.players_per_round <= discs_on(game, option.id),
            seats=[seat for seat, player in enumerate(game.players) if player.option == option.id],
        )
        for option in game.board.special_options.list
    ]


def site_view(game: Ruhr, site: Site) -> SiteView:
    owners = list(game.warehouses[site.id])
    return SiteView(
        site=site.id, owners=owners, free=len(site.slots) - len(owners), price=next_price(game, site.id)
    )


def export_view(game: Ruhr) -> ExportView:
    port = game.board.port
    places = [export_points(game, place) for place in range(len(port.position_bonus))]
    return ExportView(
        country=export_country(game),
        value=game.board.export_scale.values[game.export_marker],
        column_points={column.id: places[: len(game.warehouses[column.id])] for column in port.columns},
    )


def asked_trips(game: Ruhr) -> Iterator[Trip]:
    """From the depots where the seat could start, with the option it has; none yet means a simple trip."""
    question = game.agenda[0] if game.agenda else None
    if isinstance(question, ChooseOption | ChooseStart):
        option = chosen_option(game, question.seat)
        trips = game.river.pilot_trips if option.pilot else game.river.simple_trips
        bound_to = question.bound_to if isinstance(question, ChooseStart) else ""
        for depot in open_starts(game, question.seat, option):
            if bound_to in {"", depot}:
                yield from trips_to(game, question.seat, depot, trips[depot])


def loaded_trips(game: Ruhr) -> Iterator[Trip]:
    for seat in range(len(game.players)):
        yield from trips_to(game, seat, game.ship(seat), reachable(game, seat))


def trips_to(game: Ruhr, seat: int, depot: str, spaces: Iterable[str]) -> Iterator[Trip]:
    return (trip(game, seat, depot, space, game.depots[depot]) for space in spaces)


def reachable(game: Ruhr, seat: int) -> list[str]:
    return list(sales_spaces_within_reach(game, seat)) if game.loaded(seat) else []


def seat_views(game: Ruhr) -> list[SeatView]:
    final = totals(score(game), len(game.players))
    return [seat_view(game, seat, final[seat]) for seat in range(len(game.players))]


def seat_view(game: Ruhr, seat: int, final_points: int) -> SeatView:
    """RS-16"""
    player = game.players[seat]
    ship = game.ship(seat)
    tiles = (*game.board.personal_tiles.list, *game.board.white_tiles.list)
    return SeatView(
        seat=seat,
        points=player.points,
        past_track=player.points > game.board.score_track.length,
        final_points=final_points,
        funds=funds(game, seat),
        ship=ship,
        port_position=game.ships[ship].index(seat) + 1 if ship == "port" else 0,
        reachable=reachable(game, seat),
        areas=[
            AreaView(area, player.stones.get(area, 0), size - player.stones.get(area, 0))
            for area, size in game.board.areas.sizes.items()
        ],
        tiles=[TileView(tile.id, standing(game, seat, tile), missing_stones(player, tile)) for tile in tiles],
    )


def standing(game: Ruhr, seat: int, tile: Tile) -> Standing:
    player = game.players[seat]
    if tile.id in player.tiles:
        return "ready" if player.can_use(tile.id) else "used"
    if tile.id in player.blanks:
        return "blank"
    if not tile.white:
        return "above"
    return "in_supply" if game.stock.get(tile.id) else "sold_out"  # none before the start

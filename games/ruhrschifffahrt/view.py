"""What the rules can read off the table, so that a client can draw the board without them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from games.kernel import Question
from games.kernel.score import totals
from games.ruhrschifffahrt.agenda import (
    ChooseDieToRemove,
    ChooseOption,
    ChooseStart,
    OpenPurchases,
    RuhrItem,
)
from games.ruhrschifffahrt.board import Site, Tile
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
    option: str
    price: int
    closed: bool  # to everybody, for this round
    seats: list[int]  # whose disc lies there


class SiteView(msgspec.Struct, frozen=True):
    site: str
    owners: list[int]
    free: int
    price: int | None  # of the next warehouse


class ExportView(msgspec.Struct, frozen=True):
    country: str | None  # that buys this round
    value: int  # of the scale
    column_points: dict[str, list[int]]  # what each place of a column would score now


class TileView(msgspec.Struct, frozen=True):
    """Missing: stones to the combination, by area. `above` and `in_supply` are fields not yet filled."""

    tile: str
    standing: str  # above, in_supply, sold_out, ready, used, blank
    missing: dict[str, int]


class AreaView(msgspec.Struct, frozen=True):
    area: str
    stones: int
    room: int


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    points: int  # on the track
    past_track: bool  # needs the 30+ marker
    final_points: int  # if the game ended now
    funds: int  # money, and what the supply would bring as debts
    ship: str
    port_position: int  # 0 outside the port
    reachable: list[str]  # sales spaces, for a ship ready to sail
    areas: list[AreaView]
    tiles: list[TileView]


class RuhrView(msgspec.Struct, frozen=True):
    year: int
    arms: str  # where black coal returns; none: dice leave the game
    order: tuple[int, ...]  # of the phase
    to_come: list[int]  # seats still asked in this phase, next first
    lock_price: int | None
    options: list[OptionView]
    sites: list[SiteView]
    export: ExportView
    trips: list[Trip]  # open to the seat that is asked, and of every ship ready to sail
    seats: list[SeatView]


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


def standing(game: Ruhr, seat: int, tile: Tile) -> str:
    player = game.players[seat]
    if tile.id in player.tiles:
        return "ready" if player.can_use(tile.id) else "used"
    if tile.id in player.blanks:
        return "blank"
    if not tile.white:
        return "above"
    return "in_supply" if game.stock.get(tile.id) else "sold_out"  # none before the start

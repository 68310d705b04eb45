"""The table before anything has happened, and what happens to it first."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Event
from games.ruhrschifffahrt.agenda import RuhrItem, SetUpTable
from games.ruhrschifffahrt.board import COLOURS, REGISTERS, Board
from games.ruhrschifffahrt.events.rounds import (
    CoalLaidOut,
    CountryMarkersLaidOut,
    DemandMarkersLaidOut,
    PlayerEquipped,
    TilesLaidOut,
)
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.state import Player, Ruhr, RuhrOptions

OPENING: tuple[RuhrItem, ...] = (SetUpTable(),)


def blank_table(seats: int, edition: str, options: RuhrOptions) -> Ruhr:
    return Ruhr(
        edition=edition,
        options=options,
        players=[Player("", 0, 0, {}, [], 0, []) for _ in range(seats)],
        track={colour: [] for colour in COLOURS},
        warehouses={site: [] for site in REGISTERS[edition].sites},
    )


def layout(game: Ruhr) -> Iterator[Event]:
    """RS-2 .. RS-11"""
    yield from (equipment(game.board, seat) for seat in range(len(game.players)))
    yield coal(game)
    yield demand_markers(game)
    yield CountryMarkersLaidOut(game.board.country_markers.counts)
    yield white_tiles(game)


def equipment(board: Board, seat: int) -> PlayerEquipped:
    """RS-2 .. RS-6, RS-143"""
    start = board.warehouses_at_start
    return PlayerEquipped(
        seat=seat,
        colour=board.colours.list[seat],
        thalers=board.starting_money.thalers,
        supply=start.supply,
        bonus={"first_lock": start.first_lock, "grafschaft_mark": start.grafschaft_mark},
        timeline=board.timeline.rounds_with("timeline_warehouse"),
        stones=board.pieces.stones_per_player,
        tiles=tuple(tile.id for tile in board.personal_tiles.list),
    )


def coal(game: Ruhr) -> CoalLaidOut:
    """RS-11, RS-141, RS-R33: what does not lie on a depot stays in the box."""
    depots = game.board.coal_at_start.depots[len(game.players)]
    boxed: dict[Colour, int] = {"black": game.board.pieces.black_dice, "white": game.board.pieces.white_dice}
    for depot in depots:
        boxed[game.river.coal[depot]] -= 1
    return CoalLaidOut(depots, boxed, game.board.transport_track.columns[0].id)


def demand_markers(game: Ruhr) -> DemandMarkersLaidOut:
    """RS-10, RS-55, RS-R39"""
    markers = game.board.demand_markers
    left_out = tuple(
        marker.id for marker in markers.list if marker.starred and game.options.without_starred_markers
    )
    unseen = tuple(marker.id for marker in markers.list if marker.id not in left_out)
    obstacles = game.river.obstacles[: markers.on_board]
    return DemandMarkersLaidOut(unseen, left_out, obstacles, bag=len(unseen) - len(obstacles))


def white_tiles(game: Ruhr) -> TilesLaidOut:
    """RS-6, RS-R34"""
    tiles = game.board.white_tiles
    copies = tiles.copies[len(game.players)]
    return TilesLaidOut({tile.id: copies for tile in tiles.list}, game.board.blank_tiles.count)

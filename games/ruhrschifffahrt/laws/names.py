"""What a table has under each word that its types refer to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, get_args

from games.ruhrschifffahrt.board import REGISTERS, Register
from games.ruhrschifffahrt.quantities import BonusSource
from games.ruhrschifffahrt.rules.history import HISTORICAL_EVENTS
from games.ruhrschifffahrt.score import LEDGER
from games.ruhrschifffahrt.state import Ruhr

PHASES_IN_ORDER: Final = (
    "event",
    "water_and_demand",
    "start_space_and_option",
    "move_and_sell",
    "progress",
    "purchases",
    "export_and_round_end",
)  # RS-1, in their order

Names = Callable[[Ruhr], Collection[Any]]


def register(game: Ruhr) -> Register:
    return REGISTERS[game.edition]


def or_none(names: Names) -> Names:
    return lambda game: ["", *names(game)]


def markets(game: Ruhr) -> list[str]:
    """RS-50: demand lies on cities and industries, never in the port."""
    return [space for space in game.river.sales_spaces if game.river.spaces[space].type != "port"]


def berths(game: Ruhr) -> list[str]:
    return [*game.river.depots, *game.river.sales_spaces]


def depots(game: Ruhr) -> Collection[str]:
    return game.river.depots


def option_ids(game: Ruhr) -> Collection[str]:
    return register(game).options


NAMES: Final[Mapping[str, Names]] = {
    "seat": lambda game: range(len(game.players)),
    "colour": lambda game: game.board.colours.list,
    "number": lambda game: range(1, len(game.board.timeline.rounds) + 1),
    "phase": lambda _: PHASES_IN_ORDER,
    "water": lambda game: {it.water for it in game.board.demand_markers.list},
    "bonus": lambda _: get_args(BonusSource),
    "historical_event": lambda _: HISTORICAL_EVENTS,
    "space": berths,
    "berth_or_none": or_none(berths),
    "depot": depots,
    "depot_or_none": or_none(depots),
    "sales_space": lambda game: game.river.sales_spaces,
    "market": markets,
    "city": lambda game: game.board.cities.slots,
    "obstacle": lambda game: game.river.obstacles,
    "column": lambda game: [column.id for column in game.board.transport_track.columns],
    "option": option_ids,
    "option_or_none": or_none(option_ids),
    "site": lambda game: game.sites,
    "port_column": lambda game: [column.id for column in game.board.port.columns],
    "tile": lambda game: register(game).tiles,
    "personal_tile": lambda game: [tile.id for tile in game.board.personal_tiles.list],
    "white_tile": lambda game: [tile.id for tile in game.board.white_tiles.list],
    "area": lambda game: game.board.areas.sizes,
    "marker": lambda game: register(game).markers,
    "country": lambda game: game.board.country_markers.counts,
    "category": lambda _: LEDGER,
}

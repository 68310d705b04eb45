"""6.3, start spaces: from which depots a ship can bring coal to a sales space."""

from collections.abc import Iterator
from typing import Final

from games.kernel import Reason
from games.ruhrschifffahrt.printed import SpecialOption
from games.ruhrschifffahrt.reasons import (
    DEPOT_TAKEN,
    LIES_DOWNSTREAM,
    LIES_UPSTREAM,
    MARK_CLOSED,
    PILOT_NEEDED,
)
from games.ruhrschifffahrt.state import Ruhr

NO_OPTION: Final = SpecialOption(id="", prices=(0, 0))


def chosen_option(game: Ruhr, seat: int) -> SpecialOption:
    option = game.players[seat].option
    return game.option(option) if option else NO_OPTION


def open_starts(game: Ruhr, seat: int, option: SpecialOption) -> Iterator[str]:
    """RS-56, RS-57: depots with a die from which the seat can deliver."""
    for depot in game.river.depots:
        if depot in game.depots and start_barred(game, seat, option, depot) is None:
            yield depot


def start_barred(game: Ruhr, seat: int, option: SpecialOption, depot: str) -> Reason | None:
    """RS-58 .. RS-62, RS-79, RS-151, RS-R17, RS-R18; whether or not a die lies there."""
    if depot in game.ships:
        return DEPOT_TAKEN
    needed = game.river.territory(depot).needs_tile
    if needed and needed not in game.players[seat].tiles:
        return MARK_CLOSED
    if option.tow != lies_upstream(game, seat, depot):
        return LIES_DOWNSTREAM if option.tow else LIES_UPSTREAM
    return None if option.pilot or game.river.simple_trips[depot] else PILOT_NEEDED


def lies_upstream(game: Ruhr, seat: int, depot: str) -> bool:
    """RS-R47: nothing is upstream of a ship that is not yet on the river."""
    ship = game.ship(seat)
    return bool(ship) and game.river.index[depot] < game.river.index[ship]

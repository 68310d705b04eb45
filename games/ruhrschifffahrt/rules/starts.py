"""6.3, start spaces: from which depots a ship can bring coal to a sales space."""

from collections.abc import Mapping
from functools import lru_cache
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
from games.ruhrschifffahrt.river import River
from games.ruhrschifffahrt.state import Ruhr

Way = tuple[bool, bool]  # with tow or pilot, both or neither
Judgement = Mapping[str, Reason | None]
NO_OPTION: Final = SpecialOption(id="", prices=(0, 0))


def chosen_option(game: Ruhr, seat: int) -> SpecialOption:
    option = game.players[seat].option
    return game.option(option) if option else NO_OPTION


class Starts:
    """The starts of one seat, as they are now: looked up once for all the options of a question."""

    def __init__(self, game: Ruhr, seat: int) -> None:
        keys = game.river.keys.intersection(game.players[seat].tiles)
        self._places = judge_places(game.river, game.ship(seat), keys)
        self._taken = dict.fromkeys(game.ships, DEPOT_TAKEN)
        self.dice = game.list_dice()
        self._judged: dict[Way, Judgement] = {}
        self._open: dict[Way, list[str]] = {}

    def judge(self, option: SpecialOption) -> Judgement:
        """RS-58, RS-R17: what speaks against each depot, whether or not a die lies there."""
        way = option.tow, option.pilot
        if way not in self._judged:
            self._judged[way] = {**self._places[way], **self._taken}
        return self._judged[way]

    def list_open(self, option: SpecialOption) -> list[str]:
        """RS-56, RS-57: depots with a die from which the seat can deliver."""
        way = option.tow, option.pilot
        if way not in self._open:
            judged = self.judge(option)
            self._open[way] = [depot for depot in self.dice if judged[depot] is None]
        return self._open[way]


def open_starts(game: Ruhr, seat: int, option: SpecialOption) -> list[str]:
    return Starts(game, seat).list_open(option)


def start_barred(game: Ruhr, seat: int, option: SpecialOption, depot: str) -> Reason | None:
    return Starts(game, seat).judge(option)[depot]


@lru_cache(maxsize=2_000)  # the same in all matches: ships lie on some sixty spaces
def judge_places(river: River, ship: str, keys: frozenset[str]) -> Mapping[Way, Judgement]:
    ways = ((tow, pilot) for tow in (False, True) for pilot in (False, True))
    return {way: {it: judge_place(river, ship, keys, way, it) for it in river.depots} for way in ways}


def judge_place(river: River, ship: str, keys: frozenset[str], way: Way, depot: str) -> Reason | None:
    """RS-59 .. RS-62, RS-79, RS-151, RS-R18: as the depot lies on the river."""
    tow, pilot = way
    needed = river.territory(depot).needs_tile
    if needed and needed not in keys:
        return MARK_CLOSED
    if tow != lies_upstream(river, ship, depot):
        return LIES_DOWNSTREAM if tow else LIES_UPSTREAM
    return None if pilot or river.simple_trips[depot] else PILOT_NEEDED


def lies_upstream(river: River, ship: str, depot: str) -> bool:
    """RS-R47: nothing is upstream of a ship that is not yet on the river."""
    return bool(ship) and river.index[depot] < river.index[ship]

"""6.3, start spaces: from which depots a ship can bring coal to a sales space."""

from collections.abc import Container, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.kernel import Reason
from games.ruhrschifffahrt.printed import SpecialOption
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.reasons import (
    DEPOT_TAKEN,
    LIES_DOWNSTREAM,
    LIES_UPSTREAM,
    MARK_CLOSED,
    PILOT_NEEDED,
)
from games.ruhrschifffahrt.river import River
from games.ruhrschifffahrt.rules.track import empty_depots
from games.ruhrschifffahrt.state import Ruhr

Way = tuple[bool, bool]  # with tow or pilot, both or neither
WAYS: Final[tuple[Way, ...]] = ((False, False), (False, True), (True, False), (True, True))
Judgement = Mapping[str, Reason | None]
NO_OPTION: Final = SpecialOption(id="", prices=(0, 0))


class Lie(NamedTuple):
    """How the depots lie to a ship that goes one way, whatever dice and ships are on them."""

    judged: Judgement
    open: tuple[str, ...]  # those that nothing speaks against, from the source down


def chosen_option(game: Ruhr, seat: int) -> SpecialOption:
    option = game.players[seat].option
    return game.option(option) if option else NO_OPTION


class Starts:
    """The starts of one seat, as they are now: looked up once for all the options of a question."""

    def __init__(self, game: Ruhr, seat: int) -> None:
        river = game.river
        keys = river.keys.intersection(game.players[seat].tiles)
        self._lies = judge_places(river, game.ship(seat), keys)
        self._ships = game.ships
        self._dice = game.depots.keys() - game.ships.keys()
        self._empty: dict[Colour, list[str]] = {}
        self._game = game

    def judge(self, option: SpecialOption) -> Judgement:
        """RS-58, RS-R17: what speaks against each depot, whether or not a die lies there."""
        return {**self._lies[option.tow, option.pilot].judged, **dict.fromkeys(self._ships, DEPOT_TAKEN)}

    def list_open(self, option: SpecialOption) -> list[str]:
        """RS-56, RS-57: depots with a die from which the seat can deliver."""
        return self.list_open_among(self._dice, option)

    def are_open(self, option: SpecialOption) -> bool:
        """RS-63: whether there is one at all."""
        return not self._dice.isdisjoint(self._lies[option.tow, option.pilot].open)

    def list_empty(self, colour: Colour) -> list[str]:
        """RS-18, RS-R17: looked up once for all options that transport a die."""
        if colour not in self._empty:
            self._empty[colour] = empty_depots(self._game, colour)
        return self._empty[colour]

    def list_open_among(self, depots: Container[str], option: SpecialOption) -> list[str]:
        """RS-58, RS-R17: those of the depots that nothing speaks against, from the source down."""
        ships = self._ships
        lie = self._lies[option.tow, option.pilot]
        return [depot for depot in lie.open if depot in depots and depot not in ships]


def open_starts(game: Ruhr, seat: int, option: SpecialOption) -> list[str]:
    return Starts(game, seat).list_open(option)


def start_barred(game: Ruhr, seat: int, option: SpecialOption, depot: str) -> Reason | None:
    return Starts(game, seat).judge(option)[depot]


@lru_cache(maxsize=2_000)  # the same in all matches: ships lie on some sixty spaces
def judge_places(river: River, ship: str, keys: frozenset[str]) -> Mapping[Way, Lie]:
    lies = {}
    for way in WAYS:
        judged = {depot: judge_place(river, ship, keys, way, depot) for depot in river.depots}
        lies[way] = Lie(judged, tuple(depot for depot, reason in judged.items() if reason is None))
    return lies


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

"""How a long thought gives way: it is laid aside after any of its playouts, and goes on where it was."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    """What a search that is over found out about an option."""

    option: int  # its number among the legal ones
    lead: float | None
    error: float | None
    playouts: int


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """A search that was laid aside. It says nothing of the match that its players do not see."""

    leads: list[tuple[int, list[float]]]  # of each option, by rank at a glance, the best so far first
    candidates: int  # how many of them, from the first on, are still in question
    passes: int
    playouts: int
    milliseconds: float
    begun: list[float] = []  # what the pass at hand has found so far, option by option
    contenders: int = 0  # options with which care began; 0: it has not
    careful: list[list[float]] = []  # leads of each option when played on with care, in the same order
    weighed: list[Weighed] = []  # once the search is over, the best first
    looks: list[Any] = []  # what was found since then, look by look


NOTHING_YET: Final = Thought(leads=[], candidates=0, passes=0, playouts=0, milliseconds=0.0)


class LaidAside(Exception):  # noqa: N818  the name says it
    def __init__(self, thought: Thought) -> None:
        super().__init__()
        self.thought = thought


@dataclass(frozen=True, slots=True)
class Pace:
    gives_way: Callable[[], bool] = lambda: False  # asked after each playout
    thought: Thought = NOTHING_YET  # to go on with
    waited: int = 0  # milliseconds by the clock since it was begun


NO_HURRY = Pace()

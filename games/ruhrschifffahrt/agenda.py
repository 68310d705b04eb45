"""What the game can wait for: questions to a seat, and steps that run by themselves."""

from __future__ import annotations

from games.kernel import Question, Step
from games.ruhrschifffahrt.board import Colour


class SetUpTable(Step, frozen=True, gc=False):
    pass


class BeginRound(Step, frozen=True, gc=False):
    pass


class BeginEvents(Step, frozen=True, gc=False):
    """Phase 1."""


class HistoricalEvent(Step, frozen=True, gc=False):
    event: str


class ReturnDie(Question, frozen=True, gc=False):
    """A die that left the track, put back by the start player of the phase."""

    colour: Colour
    pips: int


class ChooseLevy(Question, frozen=True, gc=False):
    pass


class ChooseGain(Question, frozen=True, gc=False):
    pass


class RemoveDice(Step, frozen=True, gc=False):
    """Dice still due by colour, and who picks them one by one."""

    due: dict[Colour, int]
    seats: tuple[int, ...]


class ChooseDieToRemove(Question, frozen=True, gc=False):
    due: dict[Colour, int]
    then: tuple[int, ...]


class DrawDemand(Step, frozen=True, gc=False):
    """Phase 2."""


class BeginDepartures(Step, frozen=True, gc=False):
    """Phase 3."""


class ChooseOption(Question, frozen=True, gc=False):
    pass


class ChooseTransport(Question, frozen=True, gc=False):
    """Which arrow space gives its die."""


class ChooseTarget(Question, frozen=True, gc=False):
    """Where the transported die goes."""

    colour: Colour


class ChooseDieToRaise(Question, frozen=True, gc=False):
    pass


class ChooseStart(Question, frozen=True, gc=False):
    """Free, or bound to the depot that a tow and transport filled."""

    bound_to: str


class BeginVoyages(Step, frozen=True, gc=False):
    """Phase 4."""


class Sail(Question, frozen=True, gc=False):
    pass


class AwardTiles(Step, frozen=True, gc=False):
    """Phase 5."""


class BeginPurchases(Step, frozen=True, gc=False):
    """Phase 6."""


class OpenPurchases(Step, frozen=True, gc=False):
    seat: int


class BuildForcedLock(Question, frozen=True, gc=False):
    pass


class Purchase(Question, frozen=True, gc=False):
    pass


class ScoreExports(Step, frozen=True, gc=False):
    """Phase 7."""


class EndRound(Step, frozen=True, gc=False):
    pass


RuhrItem = (
    SetUpTable
    | BeginRound
    | BeginEvents
    | HistoricalEvent
    | ReturnDie
    | ChooseLevy
    | ChooseGain
    | RemoveDice
    | ChooseDieToRemove
    | DrawDemand
    | BeginDepartures
    | ChooseOption
    | ChooseTransport
    | ChooseTarget
    | ChooseDieToRaise
    | ChooseStart
    | BeginVoyages
    | Sail
    | AwardTiles
    | BeginPurchases
    | OpenPurchases
    | BuildForcedLock
    | Purchase
    | ScoreExports
    | EndRound
)

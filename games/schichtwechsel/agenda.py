"""What the game can wait for: questions to a seat, and steps that run by themselves.

An effect of a card, space or tile is one `Perform`; where a player must speak it becomes a question.
`must` on a question: a refusal would leave the whole action without any change (SW-R55).
"""

from __future__ import annotations

from games.kernel import Question, Step
from games.schichtwechsel.effects import AnyEffect, Area, Benefit, Cube, Effects, Route, Size


class SetUpTable(Step, frozen=True, gc=False):
    pass


class BeginRound(Step, frozen=True, gc=False):
    pass


class RevealRoundCard(Step, frozen=True, gc=False):
    pass


class MineCoal(Step, frozen=True, gc=False):
    """Preparation, step I."""


class DrawCubes(Step, frozen=True, gc=False):
    """A triple for one of the seats that have no cubes yet."""

    left: tuple[int, ...]


class ShareOutCubes(Question, frozen=True, gc=False):
    """The first player sees the cubes and names who gets them."""

    cubes: tuple[str, ...]
    left: tuple[int, ...]


class StowCubes(Question, frozen=True, gc=False):
    """Cubes at hand, to be placed one by one."""


class ChooseTiles(Step, frozen=True, gc=False):
    """Preparation, step II."""


class PickTile(Question, frozen=True, gc=False):
    pass


class TakeUpperHalf(Step, frozen=True, gc=False):
    seat: int


class RaisePitWater(Step, frozen=True, gc=False):
    """Preparation, step III."""


class GainActionTokens(Step, frozen=True, gc=False):
    """Preparation, step IV."""


class SellOnePair(Step, frozen=True, gc=False):
    """Preparation, step V."""


class SellPair(Question, frozen=True, gc=False):
    pass


class UseBarSpaces(Step, frozen=True, gc=False):
    """Preparation, step VI."""


class UseBar(Step, frozen=True, gc=False):
    seat: int


class TakeActions(Step, frozen=True, gc=False):
    """The action phase."""


class NextTurn(Step, frozen=True, gc=False):
    """Of this seat or the next one clockwise that has not passed."""

    seat: int


class TakeTurn(Question, frozen=True, gc=False):
    traded: bool = False


class PayCard(Question, frozen=True, gc=False):
    """How; asked only where there is more than one way."""

    card: str
    size: Size


class CloseTurn(Question, frozen=True, gc=False):
    """After the action: a last chance to trade spoil."""


class Perform(Step, frozen=True, gc=False):
    """Effects one after the other; `must`: not all of them may be declined."""

    seat: int
    effects: Effects
    must: bool = False


class PickBenefit(Question, frozen=True, gc=False):
    benefits: tuple[Benefit, ...]
    optional: bool


class TakeOrLeave(Question, frozen=True, gc=False):
    effect: AnyEffect


class FillOneWagon(Question, frozen=True, gc=False):
    """From the supply."""

    kinds: tuple[Cube, ...]


class LiftWagons(Question, frozen=True, gc=False):
    left: int
    must: bool


class RefineCoal(Question, frozen=True, gc=False):
    """`emptied`: sizes of the wagons this effect has used; they are not filled again (SW-R13)."""

    left: int
    emptied: tuple[int, ...]
    must: bool


class EnterPlant(Question, frozen=True, gc=False):
    """Coke comes onto a coking space, made of this much coal."""

    coal: int


class LoadCokeWagons(Question, frozen=True, gc=False):
    left: int
    must: bool


class PumpWater(Question, frozen=True, gc=False):
    most: int
    least: int


class AdvanceDiscs(Question, frozen=True, gc=False):
    """The steps still to go, one by one; their order is the player's (SW-R5)."""

    steps: tuple[Route, ...]
    cross: bool
    optional: bool
    must: bool


class WalkOn(Question, frozen=True, gc=False):
    """How far the miner goes."""

    use_space: bool


class PickCopy(Question, frozen=True, gc=False):
    sizes: tuple[Size, ...]
    must: bool


class PlaceHeadframe(Question, frozen=True, gc=False):
    """Onto a bonus space; `second`: it accompanies another one and may be left out."""

    area: Area
    second: bool


class PickHouse(Question, frozen=True, gc=False):
    """Which house leaves the bar."""


class PickSite(Question, frozen=True, gc=False):
    house: str


class ScoreRound(Step, frozen=True, gc=False):
    pass


class EndRound(Step, frozen=True, gc=False):
    pass


class FinalScoring(Step, frozen=True, gc=False):
    """The entries still to come."""

    left: tuple[str, ...]


class ScoreEntry(Step, frozen=True, gc=False):
    seat: int
    entry: str


class CountEntry(Step, frozen=True, gc=False):
    seat: int
    entry: str


class EndGame(Step, frozen=True, gc=False):
    pass


SchichtwechselItem = (
    SetUpTable
    | BeginRound
    | RevealRoundCard
    | MineCoal
    | DrawCubes
    | ShareOutCubes
    | StowCubes
    | ChooseTiles
    | PickTile
    | TakeUpperHalf
    | RaisePitWater
    | GainActionTokens
    | SellOnePair
    | SellPair
    | UseBarSpaces
    | UseBar
    | TakeActions
    | NextTurn
    | TakeTurn
    | PayCard
    | CloseTurn
    | Perform
    | PickBenefit
    | TakeOrLeave
    | FillOneWagon
    | LiftWagons
    | RefineCoal
    | EnterPlant
    | LoadCokeWagons
    | PumpWater
    | AdvanceDiscs
    | WalkOn
    | PickCopy
    | PlaceHeadframe
    | PickHouse
    | PickSite
    | ScoreRound
    | EndRound
    | FinalScoring
    | ScoreEntry
    | CountEntry
    | EndGame
)

"""The course of a round, and the preparation phase step by step."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Question, Step
from games.kernel.quantities import Seat, doc
from games.schichtwechsel.quantities import DrawnCubes, Seats


class SetUpTable(Step, frozen=True):
    """Everybody gets their pieces, the first player is drawn (SW-1 .. SW-11)."""


class BeginRound(Step, frozen=True):
    """A round is three phases, the first of them in six steps (SW-1)."""


class RevealRoundCard(Step, frozen=True):
    """The next round card, and its special effect (SW-39)."""


class MineCoal(Step, frozen=True):
    """Preparation, step I (SW-44)."""


class DrawCubes(Step, frozen=True):
    """A triple for one of the seats that have no cubes yet (SW-45)."""

    left: Annotated[Seats, doc("The seats without cubes.")]


class ShareOutCubes(Question, frozen=True):
    """The first player sees the cubes and names who gets them (SW-45)."""

    cubes: Annotated[DrawnCubes, doc("The cubes drawn.")]
    left: Annotated[Seats, doc("The seats without cubes.")]


class StowCubes(Question, frozen=True):
    """Cubes at hand, to be placed one by one (SW-46)."""


class ChooseTiles(Step, frozen=True):
    """Preparation, step II (SW-50, SW-51)."""


class PickTile(Question, frozen=True):
    """Which selection tile is taken (SW-52)."""


class TakeUpperHalf(Step, frozen=True):
    """The upper bonus of the tile (SW-53)."""

    seat: Annotated[Seat, doc("Whose tile it is.")]


class RaisePitWater(Step, frozen=True):
    """Preparation, step III (SW-60)."""


class GainActionTokens(Step, frozen=True):
    """Preparation, step IV (SW-61)."""


class SellOnePair(Step, frozen=True):
    """Preparation, step V (SW-63)."""


class SellPair(Question, frozen=True):
    """Whether a pair of coke is sold (SW-63)."""


class UseBarSpaces(Step, frozen=True):
    """Preparation, step VI (SW-66)."""


class UseBar(Step, frozen=True):
    """A player's free bar spaces, from left to right (SW-66)."""

    seat: Annotated[Seat, doc("Whose bar it is.")]

"""Where in a round a table is: what comes last on its agenda tells."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from games.kernel import Item
from games.schichtwechsel.agenda import FinalScoring, PickTile
from games.schichtwechsel.rules.rounds import ROUND
from games.schichtwechsel.state import Schichtwechsel


class Phase(Enum):
    """Steps in which a player is asked, by the steps of the round that come after them."""

    MINING = ROUND[2:]
    TILES = ROUND[3:]
    SALE = ROUND[6:]
    BAR = ROUND[7:]
    ACTIONS = ROUND[8:]
    SCORING = "final"
    OVER = "over"


STEPS = (Phase.MINING, Phase.TILES, Phase.SALE, Phase.BAR, Phase.ACTIONS)


def phase_of(game: Schichtwechsel) -> Phase | None:
    """None where the agenda is that of no round."""
    agenda = game.agenda
    if not agenda:
        return Phase.OVER
    if isinstance(agenda[-1], FinalScoring):
        return Phase.SCORING
    return next((step for step in STEPS if agenda[-len(step.value) :] == step.value), None)


def items_before(game: Schichtwechsel, phase: Phase) -> tuple[Item, ...]:
    """What is still to be done before the rest of the round."""
    return game.agenda[: -len(phase.value)]


def seats_without_tile(game: Schichtwechsel) -> Collection[int]:
    """SW-50: in the first round those that have not chosen yet."""
    if game.round > 1:
        return ()
    if phase_of(game) is Phase.MINING:
        return range(len(game.players))
    return [item.seat for item in game.agenda if isinstance(item, PickTile)]

"""What a cost is called, and how well a seat decided on the whole; in points of expected lead."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from pathlib import Path
from typing import Final, Literal

from games.kernel.words import load_words

CostVerdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

ANALYSIS_WORDS: Final = load_words(Path(__file__).with_name("words.yaml"))
BLUNDER: Final = 5.0
MISTAKE: Final = 2.5
INACCURACY: Final = 1.0
FORGIVING: Final = 5.0  # points of cost after which a decision counts for about a third


def name_verdict(cost: float) -> CostVerdict:
    if cost >= BLUNDER:
        return "blunder"
    if cost >= MISTAKE:
        return "mistake"
    return "inaccuracy" if cost >= INACCURACY else "good" if cost > 0 else "best"


def measure_accuracy(costs: Iterable[float]) -> float | None:
    """Out of a hundred; a seat that never chose has none."""
    each = [exp(-cost / FORGIVING) for cost in costs]
    return round(100 * sum(each) / len(each), 1) if each else None

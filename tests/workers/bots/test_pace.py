"""A search that gives way after any playout comes to the answer it would have come to in one go."""

from itertools import product
from time import monotonic

import pytest

from events.codec import decode, encode
from games.catalogue import GAMES
from support.games.luck import Seeded
from support.games.walk import walk
from workers.bots import choose
from workers.bots.budget import Budget
from workers.bots.pace import NO_HURRY, NOTHING_YET, LaidAside, Pace, Thought
from workers.bots.search import weigh_options


def positions(name, seats=2):
    for position in walk(name, seats=seats, seed=3):
        if len(position.legal) > 2 and position.number % 40 == 0:
            yield position
        if position.number > 120:
            return


def think_in_slices(position, budget):
    """Laid aside after each playout, kept as JSON, and taken up with the same luck."""
    thought, slices = NOTHING_YET, 0
    while True:
        try:
            pace = Pace(lambda: True, thought)
            return weigh_options(
                position.game, position.live, position.legal, Seeded(1), budget, pace
            ), slices
        except LaidAside as aside:
            before, thought, slices = thought, decode(encode(aside.thought), Thought), slices + 1
            if thought.playouts <= before.playouts:
                pytest.fail("a slice came no further")


@pytest.mark.parametrize(
    ("name", "seats", "playouts"), [*product(GAMES, [2], [60]), *product(["ruhrschifffahrt"], [2, 4], [300])]
)
def test_slices_change_nothing(name, seats, playouts):
    sliced = 0
    for position in positions(name, seats):
        budget = Budget(playouts=playouts)
        at_once = weigh_options(position.game, position.live, position.legal, Seeded(1), budget, NO_HURRY)
        found, slices = think_in_slices(position, budget)
        assert found == at_once
        sliced += slices
    assert sliced > 50


def test_time_that_was_spent_before_counts():
    position = next(positions("schiefer"))
    spent = Pace(lambda: False, Thought(leads=[], candidates=0, passes=0, playouts=0, milliseconds=100_000.0))
    began = monotonic()
    budget = Budget(milliseconds=100_000)
    choose("search", position.game, position.live, position.legal, Seeded(1), budget, spent)
    assert monotonic() - began < 60

"""A search that is suspended after any rollout comes to the answer it would have come to in one go."""

from itertools import product
from time import monotonic

import pytest

from events.codec import decode, encode
from games.catalogue import GAMES
from support.games.luck import Seeded
from support.games.walk import walk
from workers.bots import choose
from workers.bots.search import search_options
from workers.bots.time_control import (
    NEW_SEARCH,
    NO_SUSPENSION,
    Budget,
    SearchState,
    SearchSuspended,
    TimeControl,
)


def positions(name, seats=2):
    for position in walk(name, seats=seats, seed=3):
        if len(position.legal) > 2 and position.number % 40 == 0:
            yield position
        if position.number > 120:
            return


def search_in_slices(position, budget):
    """Suspended after each rollout, kept as JSON, and taken up with the same luck."""
    state, slices = NEW_SEARCH, 0
    while True:
        try:
            control = TimeControl(lambda: True, state)
            return search_options(
                position.game, position.live, position.legal, Seeded(1), budget, control
            ), slices
        except SearchSuspended as aside:
            before, state, slices = state, decode(encode(aside.state), SearchState), slices + 1
            if state.rollouts <= before.rollouts:
                pytest.fail("a slice came no further")


@pytest.mark.parametrize(
    ("name", "seats", "rollouts"), [*product(GAMES, [2], [60]), *product(["ruhrschifffahrt"], [2, 4], [300])]
)
def test_slices_change_nothing(name, seats, rollouts):
    sliced = 0
    for position in positions(name, seats):
        budget = Budget(rollouts=rollouts)
        at_once = search_options(
            position.game, position.live, position.legal, Seeded(1), budget, NO_SUSPENSION
        )
        found, slices = search_in_slices(position, budget)
        assert found == at_once
        sliced += slices
    assert sliced > 50


def test_time_that_was_spent_before_counts():
    position = next(positions("schiefer"))
    spent = TimeControl(
        lambda: False, SearchState(leads=[], candidates=0, passes=0, rollouts=0, milliseconds=100_000.0)
    )
    began = monotonic()
    budget = Budget(milliseconds=100_000)
    choose("search", position.game, position.live, position.legal, Seeded(1), budget, spent)
    assert monotonic() - began < 60

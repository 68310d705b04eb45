"""Playing on from a position: to the end of the round, and to the end of the match where that is near."""

import pytest

from games.catalogue import GAMES
from games.kernel.score import totals
from support.games.walk import walk
from workers.bots.rollouts import asked_seat, roll_out, roll_out_lead


def choices(name, rounds, seed=3):
    """The first position with a choice in each of the rounds."""
    seen = set()
    for position in walk(name, seats=2, seed=seed):
        table = position.live
        if len(position.legal) > 1 and table.round in rounds and table.round not in seen:
            seen.add(table.round)
            after = roll_out(position.game, table, position.legal[0], seed)
            yield table.round, after, position


@pytest.mark.parametrize("name", GAMES)
def test_early_in_a_match_it_stops_when_the_round_is_over(name):
    for number, after, _ in choices(name, range(1, 4)):
        assert after.round == number + 1
        assert after.agenda


def test_the_last_three_rounds_of_ruhrschifffahrt_are_played_to_the_end():
    found = {number: after for number, after, _ in choices("ruhrschifffahrt", range(8, 13))}
    assert {number for number, after in found.items() if not after.agenda} == {10, 11, 12}


def test_what_ends_with_the_match_leads_by_its_points():
    for _, after, position in choices("ruhrschifffahrt", range(10, 13)):
        points, seat = totals(position.game.score(after), 2), asked_seat(position.live)
        assert (
            roll_out_lead(position.game, position.live, position.legal[0], 3)
            == points[seat] - points[1 - seat]
        )

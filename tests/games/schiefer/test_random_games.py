"""A hundred random games, watched from the first die to the last coin (see campaign.watch)."""

import pytest

from support.games.campaign import campaign

CHUNK = 10
STALLING = ({"stall_rounds": 1}, {"stall_rounds": 2, "executing_marker_may_pay": False})


@pytest.mark.parametrize("first", range(0, 20, 5))
def test_a_random_game_keeps_every_promise_at_every_position(first):
    for _ in campaign("schiefer", 5, first=first, others=STALLING):
        pass


@pytest.mark.rule("SF-R25")
@pytest.mark.parametrize("first", range(20, 100, CHUNK))
def test_random_games_keep_their_promises_wherever_one_looks(first):
    for end in campaign("schiefer", CHUNK, first=first, every=5, others=STALLING):
        table = end.live
        assert not table.agenda
        assert table.all_mines_taken() or table.quiet_rounds >= table.options.stall_rounds > 0

"""A game that knows no end of its own is ended by the match."""

import pytest

from games.catalogue import GAMES
from games.match.events import MatchEnded
from games.schiefer.commands import MarkActions
from support.games.match_given import MatchTable
from support.games.walk import walk

SCHIEFER = GAMES["schiefer"]


def mark_nothing(table, *, answers):
    """Every player lets every round go by; how many answers there were."""
    for number in range(answers):
        if table.match.status != "running":
            return number
        table.does(f"seat:{table.question.seat}", MarkActions(()))
    return answers


@pytest.mark.rule("GB-30")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 200), (3, 133), (4, 100)])
def test_players_who_mark_nothing_come_to_an_end(seats, rounds):
    table = MatchTable(seats=seats).started([""] * seats)
    answers = mark_nothing(table, answers=SCHIEFER.longest)
    assert answers == rounds * seats < SCHIEFER.longest
    assert [event.because for event in table.events if isinstance(event, MatchEnded)] == ["too_long"]
    assert table.match.status == "finished"
    assert table.match.agenda == ()


@pytest.mark.rule("GB-30", "GB-29")
@pytest.mark.parametrize("laws", [1, 2])
def test_a_match_opened_before_goes_on(laws):
    table = MatchTable(laws=laws, rated=None).started()
    assert mark_nothing(table, answers=420) == 420
    assert table.match.status == "running"


@pytest.mark.rule("GB-30")
@pytest.mark.parametrize(("name", "seats", "seed"), [("schiefer", 2, 1), ("ruhrschifffahrt", 4, 1)])
def test_no_game_has_more_answers_than_it_says(name, seats, seed):
    *_, end = walk(name, seats=seats, seed=seed)
    assert end.number < GAMES[name].longest / 2

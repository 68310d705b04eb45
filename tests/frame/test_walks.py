"""docs/walks.md leads where it says, on the running app."""

import pytest

from service.config import HOME
from support.docs.walks import hops, missed, walk_a_bots_answer, walk_a_command, walk_an_undo

PAGE = (HOME / "docs" / "walks.md").read_text("utf-8")


def test_a_command_takes_the_way_that_is_told():
    assert list(missed(hops(PAGE, "A command"), walk_a_command())) == []


def test_an_undo_by_consent_takes_the_way_that_is_told():
    assert list(missed(hops(PAGE, "An undo by consent"), walk_an_undo())) == []


def test_a_bots_answer_takes_the_way_that_is_told(monkeypatch):
    assert list(missed(hops(PAGE, "A bot's answer"), walk_a_bots_answer(monkeypatch))) == []


@pytest.mark.parametrize(
    "told",
    [
        "1. `games/match/play.py: no_such_function`",
        "1. `events/entry.py: seal`\n2. `games/match/play.py: decide`",
    ],
)
def test_a_hop_that_is_not_taken_or_comes_too_early_is_found_out(told):
    assert list(missed(hops(f"## A walk\n\n{told}\n", "A walk"), walk_a_command())) != []

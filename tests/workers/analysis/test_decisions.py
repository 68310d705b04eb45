"""The decisions of a book: all answers that count, with the tables around them."""

import pytest

from events.codec import encode
from games.match.actor import Actor
from service.matches.folding import fold_entries, struck_versions, turn_in
from support.desk import books
from workers.analysis.decisions import count_decisions, list_decisions


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_every_answer_that_counts_is_a_decision_among_its_options(game):
    entries = books.begin_book(game)

    decisions = list(list_decisions(entries))

    assert [one.version for one in decisions] == [each.version for each in entries if turn_in(each)]
    assert len(decisions) == count_decisions(entries)
    for one in decisions:
        assert one.chosen in one.legal
        assert one.seat == Actor.parse(entries[one.version - 1].actor).seat


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_the_tables_are_those_before_and_after_the_entry(game):
    entries = books.begin_book(game)
    for one in list_decisions(entries):
        assert encode(one.before) == encode(fold_entries(entries[: one.version - 1]).table)
        assert encode(one.after) == encode(fold_entries(entries[: one.version]).table)
        assert one.drew == (b"luck_drawn" in bytes(entries[one.version - 1].events))


def test_what_was_taken_back_was_never_decided():
    entries = books.lively("schichtwechsel")
    gone = struck_versions(entries)
    versions = {one.version for one in list_decisions(entries)}
    assert gone
    assert not gone & versions
    assert len(versions) == count_decisions(entries)


def test_a_review_goes_on_behind_a_version():
    entries = books.begin_book("schichtwechsel")
    every = [one.version for one in list_decisions(entries)]
    assert [one.version for one in list_decisions(entries, after=every[2])] == every[3:]

"""Bots answer each question once, whatever becomes of their jobs."""

import time

import pytest

from events.entry import walk_chain
from events.store import StoreUnavailable
from games.match.commands import StartMatch
from service.matches.handler import Request
from service.matches.records.people import Person
from service.problems import Problem
from workers.jobs import bots, searches
from workers.jobs.bots import (
    answer_all,
    answer_bots,
    luck_of_bot,
    queue_for,
)
from workers.jobs.searches import SHORT_TURN_SECONDS, TURN_SECONDS, limit_turn
from workers.queues import BOTS, BOTS_ON, Work

RUNS_ON = lambda: False  # noqa: E731  never out of time


def test_one_job_plays_a_match_of_bots_to_its_end(context, open_match):
    match = open_match("greedy", "random")
    assert answer_all(context, match, 2, RUNS_ON) is None
    assert context.matches.store.head(match).closed
    entries = list(walk_chain(context.matches.store.entries(match)))
    assert {entry.actor for entry in entries[2:]} == {"bot:0", "bot:1"}


def test_a_job_stops_where_a_person_is_asked(context, open_match):
    match = open_match("random", people=1)
    assert answer_all(context, match, 1, RUNS_ON) is None  # not started: nobody is asked
    assert context.matches.store.head(match).version == 1


def test_a_job_whose_time_is_up_names_where_it_stopped(context, open_match):
    match = open_match("random", "random")
    answers = iter([False] * 5 + [True])
    assert answer_all(context, match, 2, lambda: next(answers)) == 7
    assert context.matches.store.head(match).version == 7


def test_a_stale_job_answers_nothing(context, open_match):
    match = open_match("random", "random")
    first_five = iter([False] * 5 + [True])
    answer_all(context, match, 2, lambda: next(first_five))
    for version in (1, 2, 6, 8):
        assert answer_all(context, match, version, RUNS_ON) is None
    assert context.matches.store.head(match).version == 7


def test_a_job_for_a_match_that_is_not_does_nothing(context):
    assert answer_all(context, "nowhere", 1, RUNS_ON) is None


def test_a_job_that_is_overtaken_in_the_middle_stops(context, open_match, monkeypatch):
    """Two at the same question: one entry is written, and the slower one leaves the match to the other."""
    match = open_match("random", "random")
    chosen = bots.choose_for_bot

    def slowly(*about):
        monkeypatch.setattr(bots, "choose_for_bot", chosen)
        once = iter([False, True])
        assert answer_all(context, match, 2, lambda: next(once)) == 3
        return chosen(*about)

    monkeypatch.setattr(bots, "choose_for_bot", slowly)
    assert answer_all(context, match, 2, RUNS_ON) is None
    assert context.matches.store.head(match).version == 3


def test_a_job_that_is_overtaken_by_the_end_of_the_match_stops(context, open_match, monkeypatch):
    match = open_match("random", "random")
    chosen = bots.choose_for_bot

    def slowly(*about):
        monkeypatch.setattr(bots, "choose_for_bot", chosen)
        answer_all(context, match, 2, RUNS_ON)
        return chosen(*about)

    monkeypatch.setattr(bots, "choose_for_bot", slowly)
    assert answer_all(context, match, 2, RUNS_ON) is None
    assert context.matches.store.head(match).closed


def test_a_bot_that_answers_what_is_not_offered_is_a_failed_job(context, open_match, monkeypatch):
    """Nobody was faster: this must be seen."""
    match = open_match("random", "random")
    monkeypatch.setattr(bots, "choose_for_bot", lambda *_: StartMatch())
    with pytest.raises(Problem):
        answer_all(context, match, 2, RUNS_ON)


def test_a_repeated_choice_is_the_same_and_another_position_has_other_luck(context, open_match):
    live = context.matches.repository.get(open_match("random", "random"))
    draws = [luck_of_bot(b"secret", live).below(1 << 30) for _ in range(2)]
    assert draws[0] == draws[1]
    assert luck_of_bot(b"another", live).below(1 << 30) != draws[0]
    live.version += 1
    assert luck_of_bot(b"secret", live).below(1 << 30) != draws[0]


def test_the_luck_of_a_bot_is_none_of_the_match(context, open_match):
    live = context.matches.repository.get(open_match("random", "random"))
    assert luck_of_bot(b"secret", live).seed != live.seed


@pytest.fixture
def on_duty(context, monkeypatch):
    monkeypatch.setattr(bots, "get_context", lambda: context)
    return context


def test_a_job_out_of_time_goes_on_behind_the_others(on_duty, open_match, monkeypatch, queue_server):
    match = open_match("random", "random")
    monkeypatch.setattr(searches, "TURN_SECONDS", -1.0)
    answer_bots(match, 2)
    assert on_duty.queues.waiting() == {Work("bot", match, 2)}
    assert queue_server.llen(f"rq:queue:{BOTS_ON}") == 1


def test_a_match_with_people_goes_on_before_those_of_bots_alone(on_duty, open_match, monkeypatch):
    match = open_match("random", people=1)
    on_duty.matches.sit_down(match, None, "", Person(), Request())
    assert queue_for(on_duty.matches.repository.get(match)) == BOTS
    assert queue_for(on_duty.matches.repository.get(open_match("random", "random"))) == BOTS_ON


def test_a_job_gives_way_early_to_a_person_and_later_to_everybody(context):
    lately, long_ago = time.monotonic() - 2 * SHORT_TURN_SECONDS, time.monotonic() - 2 * TURN_SECONDS
    assert not limit_turn(context, lately)()
    context.queues.put(Work("bot", "m", 3))
    assert limit_turn(context, lately)()
    assert not limit_turn(context, time.monotonic() + SHORT_TURN_SECONDS)()  # not before it has done anything
    assert limit_turn(context, long_ago)()


def test_a_book_that_is_gone_costs_a_line_and_no_failed_job(monkeypatch, caplog):
    def gone():
        raise StoreUnavailable("connection refused")

    monkeypatch.setattr(bots, "get_context", gone)
    answer_bots("m", 3)
    assert "match m, version 3: its bot is left to the sweep: connection refused" in caplog.text

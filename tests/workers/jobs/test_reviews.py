"""A review as a job: in slices, whatever is cut short; the same however it is parted."""

from functools import partial

import msgspec
import pytest

from events.codec import encode
from games.match.commands import Resign, StartMatch
from games.match.state import Bot
from service.clock import now_ms
from service.matches.handler import Request
from service.matches.opening import Opening, open_new
from service.matches.records.analysis import (
    REVIEW_REQUESTS,
    REVIEWS_SCOPE,
    ask_for_review,
    keep_part,
    review_parts,
)
from service.matches.records.people import Person
from workers.analysis.engine import ENGINE
from workers.bots.time_control import NEW_SEARCH
from workers.jobs import analysis
from workers.jobs.analysis import STANDSTILL_MS, ask_for_reviews, continue_review
from workers.queues import Work

FEW = 10
NEVER, AT_ONCE = (lambda: False), (lambda: True)  # how soon a slice is over: after any playout


def after(playouts):
    """A slice of so many."""
    answers = iter([False] * (playouts - 1))
    return lambda: next(answers, True)


A_DECISION_OR_TWO = 60  # playouts


@pytest.fixture
def over(context):
    """A short match: somebody gives up after some answers."""
    matches = context.matches
    opened = open_new(matches, Opening(game="schichtwechsel", seats=2, resigning="end"), Request())
    seats = [matches.sit_down(opened.match, seat, "", Person(), Request()) for seat in (0, 1)]
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    for _ in range(6):
        match = matches.repository.get(opened.match).match
        question = match.table.agenda[0]
        legal = match.rules.rules.legal(match.table, question)
        matches.handle(opened.match, legal[0], Request(token=seats[question.seat].seat_token))
    matches.handle(opened.match, Resign(0), Request(token=seats[0].seat_token))
    return opened.match


def judged(context, match):
    parts = review_parts(context.matches.store, match, FEW)
    return [decision for part in parts for decision in part.decisions]


def ask(context, match):
    ask_for_review(context.matches.store, match, FEW, "somebody")


def test_in_slices_it_comes_to_the_same_as_in_one_go(context, over):
    ask(context, over)
    assert not continue_review(context, over, FEW, NEVER)
    at_once = judged(context, over)
    assert len(at_once) == 6
    parts = len(review_parts(context.matches.store, over, FEW))
    fields = context.matches.store.document(over, "reviews")
    context.matches.store.put(over, "reviews", dict.fromkeys(fields))

    ask(context, over)
    slices = 1
    while continue_review(context, over, FEW, AT_ONCE):
        slices += 1
    assert parts == 1
    assert len(review_parts(context.matches.store, over, FEW)) == 6
    assert slices > 6 * FEW
    assert judged(context, over) == at_once


def test_where_a_thought_is_lost_its_decision_is_judged_anew_and_alike(context, over, queue_server):
    ask(context, over)
    continue_review(context, over, FEW, NEVER)
    at_once = judged(context, over)
    fields = context.matches.store.document(over, "reviews")
    context.matches.store.put(over, "reviews", dict.fromkeys(fields))

    ask(context, over)
    while continue_review(context, over, FEW, after(150)):
        queue_server.flushall()
    assert judged(context, over) == at_once


def test_a_slice_that_was_lost_is_judged_again_and_nothing_twice(context, over, monkeypatch):
    ask(context, over)
    continue_review(context, over, FEW, after(A_DECISION_OR_TWO))
    before = judged(context, over)
    assert 0 < len(before) < 6
    with monkeypatch.context() as broken:
        broken.setattr(analysis, "count_decisions", lambda _: 1 / 0)  # dies before it has written anything
        with pytest.raises(ZeroDivisionError):
            continue_review(context, over, FEW, NEVER)
    assert judged(context, over) == before

    assert not continue_review(context, over, FEW, NEVER)
    versions = [decision.version for decision in judged(context, over)]
    assert len(versions) == len(set(versions)) == 6


def test_whoever_judges_the_same_slice_later_changes_nothing(context, over):
    ask(context, over)
    continue_review(context, over, FEW, NEVER)
    [part] = review_parts(context.matches.store, over, FEW)
    assert not keep_part(context.matches.store, over, FEW, ENGINE, 0, part)
    assert not continue_review(context, over, FEW, NEVER)


def test_after_an_upgrade_what_another_judge_began_is_judged_anew_and_nothing_is_mixed(
    context, over, monkeypatch
):
    ask(context, over)
    continue_review(context, over, FEW, NEVER)
    at_once = judged(context, over)
    fields = context.matches.store.document(over, "reviews")
    context.matches.store.put(over, "reviews", dict.fromkeys(fields))
    ask(context, over)
    with monkeypatch.context() as earlier:
        earlier.setattr("workers.analysis.engine.ENGINE", "another")
        earlier.setattr(analysis, "judge_decision", partial(judge_twice_as_dear, analysis.judge_decision))
        continue_review(context, over, FEW, after(A_DECISION_OR_TWO))  # and lays a thought aside
    begun = judged(context, over)
    assert 0 < len(begun) < 6

    continue_review(context, over, FEW, AT_ONCE)
    assert judged(context, over)[: len(begun)] == begun  # whoever has come furthest is shown
    assert not continue_review(context, over, FEW, NEVER)
    assert judged(context, over) == at_once


def judge_twice_as_dear(judge, *about):
    decision = judge(*about)
    return msgspec.structs.replace(decision, cost=2 * decision.cost + 1)


def test_a_review_that_was_whole_before_an_upgrade_stays(context, over, monkeypatch):
    ask(context, over)
    continue_review(context, over, FEW, NEVER)
    fields = context.matches.store.document(over, "reviews")
    monkeypatch.setattr("workers.analysis.engine.ENGINE", "another")
    ask(context, over)
    assert not continue_review(context, over, FEW, NEVER)
    assert context.matches.store.document(over, "reviews") == fields


def test_a_thought_of_the_time_before_judges_had_names_is_passed_over(context, over):
    kept = encode({"version": 1, "thought": msgspec.to_builtins(NEW_SEARCH)})
    context.queues.lay_aside(Work("review", over, FEW), kept)
    ask(context, over)
    assert not continue_review(context, over, FEW, NEVER)
    assert len(judged(context, over)) == 6


def test_what_nobody_has_begun_is_enqueued_and_what_goes_on_is_not(context, over):
    store, now = context.matches.store, now_ms()
    ask(context, over)
    assert ask_for_reviews(store, context.queues, now) == 1
    assert context.queues.waiting() == {Work("review", over, FEW)}
    assert ask_for_reviews(store, context.queues, now + 1) == 0  # it waits


def test_a_review_whose_worker_was_lost_goes_on_after_a_standstill(context, over):
    store = context.matches.store
    ask(context, over)
    continue_review(context, over, FEW, AT_ONCE)  # and its worker dies
    assert ask_for_reviews(store, context.queues, now_ms()) == 0
    assert ask_for_reviews(store, context.queues, now_ms() + 2 * STANDSTILL_MS) == 1


def test_a_review_that_is_there_is_wanted_no_longer(context, over):
    ask(context, over)
    continue_review(context, over, FEW, NEVER)
    assert REVIEW_REQUESTS.all(context.matches.store, REVIEWS_SCOPE) == {}
    assert ask_for_reviews(context.matches.store, context.queues, now_ms()) == 0


def test_a_match_of_bots_is_judged_to_its_last_decision(context, open_match):
    match = open_match("random", "random")
    live = context.matches.repository.get(match).match
    assert live.bot_for(0) == Bot("random")
    ask(context, match)
    assert not continue_review(context, match, FEW, NEVER)  # nothing was decided yet
    assert review_parts(context.matches.store, match, FEW)[0].total == 0

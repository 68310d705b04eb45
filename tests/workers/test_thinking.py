"""Bots think to the account of whoever opened their match; once it is spent, no more bots are called."""

import time
from functools import partial

import pytest
import redis

from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.api.budgets import Caller, Limiter, Quotas
from service.api.problems import TooMuchThinking
from service.matches.handler import Request
from service.matches.opening import Opening, open_new
from service.monitoring.figures import WINDOW_SECONDS, add_spending
from service.tokens import opener_id
from workers.context import LEAST_THOUGHT, Thinking
from workers.jobs import bots

ADDRESS = "10.0.0.1"


@pytest.fixture
def slow_bots(monkeypatch):
    """A tenth of a second for each answer, whatever the bot's mind."""
    choose = bots.choose_for_bot

    def choose_slowly(*known):
        time.sleep(0.1)
        return choose(*known)

    monkeypatch.setattr(bots, "choose_for_bot", choose_slowly)


def test_the_api_learns_what_the_bots_of_an_address_have_thought(
    context, queue_server, slow_bots, monkeypatch
):
    now = time.time()
    monkeypatch.setattr("workers.context.time.time", lambda: now)  # no minute ends meanwhile
    opener = opener_id(context.secret, ADDRESS)
    thinking = Thinking(queue_server)
    context = type(context)(context.matches, context.queues, context.secret, thinking=thinking)
    opening = Opening(game="schiefer", seats=2, bots=tuple(SeatedBot(seat, Bot("random")) for seat in (0, 1)))
    match = open_new(context.matches, opening, Request(opener=opener))
    context.matches.handle(match.match, StartMatch(), Request(token=match.host_token))
    quotas = Quotas({"thinking": 250}, partial(add_spending, queue_server))
    caller = Caller({"address": ADDRESS}, Limiter(quotas))

    caller.require_of(TooMuchThinking, opener)
    answers = iter([False] * 3 + [True])
    bots.answer_all(context, match.match, 2, lambda: next(answers))
    thinking.report()
    quotas.share()
    with pytest.raises(TooMuchThinking):
        caller.require_of(TooMuchThinking, opener)
    caller.require_of(TooMuchThinking, opener_id(context.secret, "10.0.0.2"))


def test_a_process_that_loads_a_match_knows_its_opener(context):
    opened = open_new(context.matches, Opening(game="schiefer", seats=2), Request(opener="somebody"))
    context.matches.repository.forget(opened.match)

    assert context.matches.repository.get(opened.match).opener == "somebody"


def test_a_bot_whose_opener_has_nothing_left_plays_on_but_hardly_thinks(queue_server, monkeypatch):
    monkeypatch.setattr("workers.context.time.time", lambda: 600.0)  # one minute for all of it
    thinking = Thinking(queue_server, limit=1000)
    assert thinking.allow("somebody", 10_000) == 1000
    with thinking.charge("somebody"):
        time.sleep(0.1)
    assert thinking.allow("somebody", 10_000) <= 900
    elsewhere = {"thinking:somebody": 5000}
    add_spending(queue_server, 10, elsewhere)
    thinking.report()

    assert thinking.allow("somebody", 10_000) == LEAST_THOUGHT
    assert [thinking.allow(opener, 10_000) for opener in ("another", None)] == [1000, 10_000]


def test_a_new_minute_gives_time_to_think_again(queue_server, monkeypatch):
    monkeypatch.setattr("workers.context.time.time", lambda: 600.0)
    thinking = Thinking(queue_server, limit=1000)
    add_spending(queue_server, 10, {"thinking:somebody": 5000})
    with thinking.charge("somebody"):
        pass
    thinking.report()
    assert thinking.allow("somebody", 500) == LEAST_THOUGHT
    monkeypatch.setattr("workers.context.time.time", lambda: 600.0 + WINDOW_SECONDS)

    assert thinking.allow("somebody", 500) == 500


def test_a_search_with_hardly_any_time_chooses_all_the_same(context, monkeypatch):
    times, choose = set(), bots.choose_for_bot

    def choose_in(live, question, bot, thinks, *others):
        times.add(thinks)
        return choose(live, question, bot, thinks, *others)

    monkeypatch.setattr(bots, "choose_for_bot", choose_in)
    context = type(context)(context.matches, context.queues, context.secret, thinking=Thinking(limit=1))
    opening = Opening(
        game="schiefer", seats=2, bots=tuple(SeatedBot(seat, Bot("search", 10_000)) for seat in (0, 1))
    )
    match = open_new(context.matches, opening, Request(opener="somebody"))
    context.matches.handle(match.match, StartMatch(), Request(token=match.host_token))

    def five_are_given():
        return context.matches.repository.get(match.match).version >= 7

    assert bots.answer_all(context, match.match, 2, five_are_given) == 7
    assert times == {LEAST_THOUGHT}  # of the 10,000 milliseconds it would like


def test_what_nobody_is_charged_for_is_not_told(queue_server):
    thinking = Thinking(queue_server)
    with thinking.charge(None):
        pass
    thinking.report()

    assert queue_server.keys() == []


def test_a_queue_that_is_gone_stops_no_bot(monkeypatch):
    def gone(*_):
        raise redis.ConnectionError("gone")

    monkeypatch.setattr("workers.context.add_spending", gone)
    thinking = Thinking(redis.Redis())
    with thinking.charge("somebody"):
        pass
    thinking.report()

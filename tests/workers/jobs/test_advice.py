"""Advice as a job: asked of the feed, laid aside and taken up again, given once and always the same."""

import pytest

from games.match.commands import AskAdvice, StartMatch
from service.matches.handler import Request
from service.matches.opening import Opening, open_new
from service.matches.records.analysis import ADVICE
from service.matches.records.people import Person
from workers.bots import search
from workers.bots.time_control import Budget
from workers.dispatcher.open_work import OpenWork, list_work, read_metadata, settle_if_done
from workers.jobs import analysis
from workers.queues import BOTS_ON, Work

FEW = Budget(rollouts=80)


@pytest.fixture
def asked(context):
    """A match for two people, and the version at which one has asked."""
    matches = context.matches
    opened = open_new(matches, Opening(game="schichtwechsel", seats=2, advice="on"), Request())
    seats = [matches.sit_down(opened.match, seat, "", Person(), Request()) for seat in (0, 1)]
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    turn = matches.repository.get(opened.match).match.table.agenda[0].seat
    written = matches.handle(opened.match, AskAdvice(), Request(token=seats[turn].seat_token))
    return opened.match, written.entry.version


def items(context, match):
    return [item for item in context.matches.store.feed(0, after=0) if item.match == match]


def give(context, asked, budget=FEW):
    """However busy the machine is and however often it gives way; the advice."""
    while ADVICE.get(context.matches.store, *asked) is None:
        analysis.think_about_advice(context, *asked, budget)
    return ADVICE.get(context.matches.store, *asked)


def test_the_entry_asks_for_the_job(context, asked):
    last = items(context, asked[0])[-1]
    assert Work("advice", *asked) in list(list_work(last, read_metadata(last)))


def test_work_stays_open_until_there_is_advice(context, asked):
    open_work, last = OpenWork(), items(context, asked[0])[-1]
    open_work.take(last, read_metadata(last), now=0.0)
    [entry] = open_work.due(10.0)
    assert not settle_if_done(open_work, context.matches.store, entry)
    give(context, asked)
    assert settle_if_done(open_work, context.matches.store, entry)
    assert len(open_work) == 0


def test_laid_aside_it_goes_on_and_comes_to_the_same(context, asked, monkeypatch):
    at_once = give(context, asked)
    context.matches.store.put(asked[0], "advice", {str(asked[1]): None})

    monkeypatch.setattr(analysis, "limit_turn", lambda *_: lambda: True)
    times = 0
    while ADVICE.get(context.matches.store, *asked) is None:
        analysis.think_about_advice(context, *asked, FEW)
        times += 1
    assert times > 2
    assert ADVICE.get(context.matches.store, *asked) == at_once
    assert set(context.queues.waiting_in(BOTS_ON)) == {Work("advice", *asked)}


def test_what_another_mind_began_is_thought_anew(context, asked, monkeypatch):
    """Else leads that it found would be told of whatever options now look as good at a glance."""
    at_once = give(context, asked)
    context.matches.store.put(asked[0], "advice", {str(asked[1]): None})
    with monkeypatch.context() as earlier:
        earlier.setattr("workers.analysis.engine.ENGINE", "another")
        earlier.setattr(search, "roll_out_lead", lambda *about: 100.0 - about[3] % 7)
        earlier.setattr(analysis, "limit_turn", lambda *_: after(20))
        analysis.think_about_advice(context, *asked, FEW)
    assert context.queues.find_thought(Work("advice", *asked)) is not None
    assert give(context, asked) == at_once


def after(playouts):
    answers = iter([False] * (playouts - 1))
    return lambda: next(answers, True)


def test_advice_that_is_there_stays(context, asked):
    first = give(context, asked)
    analysis.think_about_advice(context, *asked, Budget(rollouts=20))
    assert ADVICE.get(context.matches.store, *asked) == first

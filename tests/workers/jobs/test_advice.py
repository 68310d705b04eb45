"""Advice as a job: asked of the feed, laid aside and taken up again, given once and always the same."""

import pytest

from games.match.commands import AskAdvice, StartMatch
from service.matches.handler import Request
from service.matches.opening import Opening
from service.matches.records.advice import Advices
from service.matches.records.people import Person
from workers.bots import search
from workers.bots.budget import Budget
from workers.dispatcher.feed import list_work, read_metadata
from workers.dispatcher.ledger import Ledger
from workers.dispatcher.sweep import settle_if_done
from workers.jobs import advice
from workers.queues import BOTS_ON, Work

FEW = Budget(playouts=80)


@pytest.fixture
def asked(station):
    """A match for two people, and the version at which one has asked."""
    matches = station.matches
    opened = matches.open(Opening(game="schichtwechsel", seats=2, advice="on"), Request())
    seats = [matches.sit_down(opened.match, seat, "", Person(), Request()) for seat in (0, 1)]
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    turn = matches.repository.get(opened.match).match.table.agenda[0].seat
    written = matches.handle(opened.match, AskAdvice(), Request(token=seats[turn].seat_token))
    return opened.match, written.entry.version


def items(station, match):
    return [item for item in station.matches.store.feed(0, after=0) if item.match == match]


def give(station, asked, budget=FEW):
    """However busy the machine is and however often it gives way; the advice."""
    advices = Advices(station.matches.store)
    while advices.at_version(*asked) is None:
        advice.think_about_advice(station, *asked, budget)
    return advices.at_version(*asked)


def test_the_entry_asks_for_the_job(station, asked):
    last = items(station, asked[0])[-1]
    assert Work("advice", *asked) in list(list_work(last, read_metadata(last)))


def test_work_stays_open_until_there_is_advice(station, asked):
    ledger, last = Ledger(), items(station, asked[0])[-1]
    ledger.take(last, read_metadata(last), now=0.0)
    [entry] = ledger.due(10.0)
    assert not settle_if_done(ledger, station.matches.store, entry)
    give(station, asked)
    assert settle_if_done(ledger, station.matches.store, entry)
    assert len(ledger) == 0


def test_laid_aside_it_goes_on_and_comes_to_the_same(station, asked, monkeypatch):
    at_once = give(station, asked)
    station.matches.store.put(asked[0], "advice", {str(asked[1]): None})

    monkeypatch.setattr(advice, "limit_turn", lambda *_: lambda: True)
    times = 0
    while Advices(station.matches.store).at_version(*asked) is None:
        advice.think_about_advice(station, *asked, FEW)
        times += 1
    assert times > 2
    assert Advices(station.matches.store).at_version(*asked) == at_once
    assert set(station.queues.waiting_in(BOTS_ON)) == {Work("advice", *asked)}


def test_what_another_mind_began_is_thought_anew(station, asked, monkeypatch):
    """Else leads that it found would be told of whatever options now look as good at a glance."""
    at_once = give(station, asked)
    station.matches.store.put(asked[0], "advice", {str(asked[1]): None})
    with monkeypatch.context() as earlier:
        earlier.setattr("workers.analysis.judge.JUDGE", "another")
        earlier.setattr(search, "play_out", lambda *about: 100.0 - about[3] % 7)
        earlier.setattr(advice, "limit_turn", lambda *_: after(20))
        advice.think_about_advice(station, *asked, FEW)
    assert station.queues.find_thought(Work("advice", *asked)) is not None
    assert give(station, asked) == at_once


def after(playouts):
    answers = iter([False] * (playouts - 1))
    return lambda: next(answers, True)


def test_advice_that_is_there_stays(station, asked):
    first = give(station, asked)
    advice.think_about_advice(station, *asked, Budget(playouts=20))
    assert Advices(station.matches.store).at_version(*asked) == first

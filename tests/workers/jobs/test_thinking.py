"""Bots that take their time: they get what they were given, and a long thought is no lost job."""

import pytest

from events.codec import encode
from events.store import FeedItem
from games.match.actor import HOST
from games.match.commands import SeatedBot, StartMatch
from games.match.state import LONGEST_WAIT, Bot
from service.matches.handler import Request
from service.matches.index import EventMetadata, make_metadata
from service.matches.opening import Opening, open_new
from workers.bots import search, time_control
from workers.bots.time_control import Budget
from workers.dispatcher.open_work import PATIENCE_SECONDS, OpenWork
from workers.jobs import bots, searches


def opened(context, *seated):
    robots = tuple(SeatedBot(seat, bot) for seat, bot in enumerate(seated))
    begun = open_new(context.matches, Opening(game="schiefer", seats=len(robots), bots=robots), Request())
    context.matches.handle(begun.match, StartMatch(), Request(token=begun.host_token))
    return context.matches.repository.get(begun.match)


def test_a_bot_thinks_as_long_as_it_was_given(context, monkeypatch):
    given = []

    def choose(*about):
        mind, _, _, legal, _, budget, *_ = about
        given.append((mind, budget))
        return legal[0]

    monkeypatch.setattr(bots, "choose", choose)
    live = opened(context, Bot("search", 300), Bot("search"))
    answers = iter([False] * 30 + [True])
    bots.answer_all(context, live.match.id, live.version, lambda: next(answers))
    assert set(given) == {("search", Budget(milliseconds=300)), ("search", Budget(milliseconds=500))}


def test_the_feed_tells_how_long_the_answer_may_take(context):
    assert (
        make_metadata(opened(context, Bot("search", 9000), Bot("search", 9000)).match, HOST, 1).thinks == 9000
    )
    assert make_metadata(opened(context, Bot("greedy"), Bot("greedy")).match, HOST, 1).thinks == 0


def test_open_work_waits_for_as_long_as_an_answer_may_take_on_a_busy_machine():
    said = EventMetadata(
        game="schiefer",
        status="running",
        by="seat:0",
        round_before=1,
        round=1,
        turn=1,
        mind="search",
        thinks=9000,
    )
    open_work = OpenWork()
    open_work.take(FeedItem(1, "m", 9, encode(said)), said, now=100.0)
    latest = 100.0 + LONGEST_WAIT * 9.0  # then the clock ends a thought, see Budget
    assert open_work.due(latest + PATIENCE_SECONDS - 0.1) == []
    assert [entry.work.version for entry in open_work.due(latest + PATIENCE_SECONDS)] == [9]


class BusyMachine:
    """A playout takes 50 ms by the clock, a tenth of it of the processor; a job waits 300 ms for its turn."""

    wall = 0.0
    slices = 0

    def __init__(self, monkeypatch):
        roll_out_lead = search.roll_out_lead

        def played(*about):
            self.wall += 0.05
            return roll_out_lead(*about)

        monkeypatch.setattr(search, "roll_out_lead", played)
        monkeypatch.setattr(time_control, "monotonic", lambda: self.wall)
        monkeypatch.setattr(time_control, "thread_time", lambda: self.wall / 10)
        monkeypatch.setattr(searches, "now_ms", lambda: 1_700_000_000_000 + round(self.wall * 1000))

    def answer(self, context, match, version):
        """In as many slices as it takes."""
        began = 0.0

        def answered():
            return context.matches.store.head(match).version > version

        def time_is_up():
            return self.wall > began + searches.TURN_SECONDS or answered()

        while not answered():
            began, self.slices = self.wall, self.slices + 1
            bots.answer_all(context, match, version, time_is_up)
            self.wall += 0.3


@pytest.mark.parametrize("bot", [Bot("search", 1000), Bot("level", level=6, personality="builder")])
def test_a_thought_that_is_laid_aside_keeps_its_limit_by_the_clock(context, monkeypatch, bot):
    """Also while it waits for its next slice: a turn of the queue later than promised at most."""
    live = opened(context, bot, bot)
    machine = BusyMachine(monkeypatch)
    machine.answer(context, live.match.id, live.version)
    assert machine.slices > 1
    assert machine.wall <= LONGEST_WAIT * bot.thinks / 1000 + searches.TURN_SECONDS + 0.3


def test_a_thought_may_go_on_by_a_clock_that_was_set_back(context, monkeypatch):
    live = opened(context, Bot("search", 1000), Bot("search", 1000))
    machine = BusyMachine(monkeypatch)
    monkeypatch.setattr(searches, "now_ms", lambda: -round(machine.wall * 1000))
    machine.answer(context, live.match.id, live.version)
    assert machine.slices > 1

"""The feed is followed without a gap; what is repeated does no harm."""

import pytest
import redis

from events.store import Append
from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.matches.handler import Request
from service.matches.index import question_of
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from service.monitoring.dispatcher_records import Checkpoint, DispatcherRecords
from support.api.entries import entry_after
from workers.dispatcher import open_work as sweeping
from workers.dispatcher.follower import Follower
from workers.dispatcher.open_work import OpenWork, read_metadata, rebuild_queue, sweep_open_work
from workers.jobs.bots import answer_all
from workers.jobs.results import count_result, write_sheets_into
from workers.queues import BOTS, BOTS_ON, Queues, Work


@pytest.fixture
def store(context):
    return context.matches.store


@pytest.fixture
def begun(context):
    """A dispatcher as it begins, on the book as it is."""
    return lambda: Follower(context.matches.store, context.queues, 0)


def dequeued(queue_server):
    """As if workers had done all of it: RQ forgets what has run."""
    jobs = [key.decode() for key in queue_server.keys("rq:job:*")]
    queue_server.flushall()
    return {name.removeprefix("rq:job:") for name in jobs}


def to_the_end(follower):
    """A long match is more than one batch."""
    for _ in range(10):
        follower.step(0)


def test_a_question_to_a_bot_becomes_a_job(begun, context, open_match):
    match = open_match("random", "random")
    begun().step(0)
    assert context.queues.waiting() == {Work("bot", match, 2)}


def test_bots_among_themselves_queue_behind_those_for_whom_a_person_waits(begun, context, open_match):
    alone = open_match("random", "random")
    beside, version = a_bot_asked_beside_a_person(context.matches)

    begun().step(0)

    assert set(context.queues.waiting_in(BOTS)) == {Work("bot", beside, version)}
    assert set(context.queues.waiting_in(BOTS_ON)) == {Work("bot", alone, 2)}


def a_bot_asked_beside_a_person(matches):
    """The person begins, or the bot does."""
    bots = (SeatedBot(0, Bot("random")),)
    opened = open_new(matches, Opening(game="schiefer", seats=2, bots=bots), Request())
    person = matches.sit_down(opened.match, 1, "", Person(), Request())
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    live = matches.repository.get(opened.match)
    while (question := question_of(live.match)).seat == 1:
        command = live.match.rules.rules.legal(live.match.table, question)[0]
        matches.handle(opened.match, command, Request(token=person.seat_token))
        live = matches.repository.get(opened.match)
    return opened.match, live.version


def test_only_the_first_of_a_bots_answers_becomes_a_job(begun, context, open_match, queue_server):
    """The rest is one job; the ends of rounds are jobs of their own."""
    match = open_match("random", "random")
    answer_all(context, match, 2, lambda: False)
    to_the_end(begun())
    found = context.queues.waiting()
    assert [work for work in found if work.job == "bot"] == [Work("bot", match, 2)]
    assert Work("score", match, context.matches.store.head(match).version) in found


def test_a_dispatcher_goes_on_from_its_checkpoint(begun, open_match, queue_server, context):
    open_match("random", "random")
    follower = begun()
    follower.step(0)
    follower.save()
    dequeued(queue_server)
    begun().step(0)
    assert context.queues.waiting() == set()
    later = open_match("random", "random")
    begun().step(0)
    assert context.queues.waiting() == {Work("bot", later, 2)}


def test_a_crash_before_the_checkpoint_enqueues_the_same_ids_again(
    begun, open_match, queue_server, monkeypatch
):
    monkeypatch.setattr(Follower, "save", lambda _: None)
    open_match("random", "random")
    begun().step(0)
    before = dequeued(queue_server)
    begun().step(0)
    assert dequeued(queue_server) == before != set()


def test_two_dispatchers_enqueue_each_job_once(begun, open_match, queue_server):
    match = open_match("random", "random")
    for follower in (begun(), begun()):
        follower.step(0)
    assert queue_server.lrange("rq:queue:bots_on", 0, -1) == [f"bot-{match}-2-0".encode()]


def test_a_queue_that_is_gone_holds_the_checkpoint_back(begun, open_match, store, context, monkeypatch):
    matches = [open_match("random", "random") for _ in range(3)]
    follower, put = begun(), Queues.put

    def full_at_the_second(queues, work, **where):
        if work.match == matches[1]:
            raise redis.ConnectionError("gone")
        return put(queues, work, **where)

    monkeypatch.setattr(Queues, "put", full_at_the_second)
    with pytest.raises(redis.ConnectionError):
        follower.step(0)
    follower.save()
    assert (
        DispatcherRecords(store).checkpoint(0).dispatched == 3
    )  # its opening is dispatched, its start is not

    monkeypatch.setattr(Queues, "put", put)
    follower.step(0)
    assert context.queues.waiting() == {Work("bot", match, 2) for match in matches}


def test_a_note_that_cannot_be_read_holds_up_nobody(begun, open_match, store, context):
    store.append(Append(match="strange", entry=entry_after(None), metadata=b"no note"))
    match = open_match("random", "random")
    begun().step(0)
    assert context.queues.waiting() == {Work("bot", match, 2)}


def test_the_checkpoint_says_before_what_nothing_is_open(begun, open_match, store, context):
    open_match("random", people=1)
    waits = open_match("random", "random")
    open_match("random", people=1)
    follower = begun()
    follower.step(0)
    follower.save()
    reached = DispatcherRecords(store).checkpoint(0)
    assert (reached.dispatched, reached.settled, reached.open_jobs) == (4, 2, 1)

    answer_all(context, waits, 2, lambda: False)
    to_the_end(follower)
    for item in store.feed(0, after=0, limit=100_000):
        write_sheets_into(store, item.match, item.version)
        count_result(store, item.match, item.version)
    sweep_open_work(follower._open_work, store, context.queues, float("inf"))
    follower.save()
    entries = len(store.feed(0, after=0, limit=100_000))
    assert DispatcherRecords(store).checkpoint(0) == Checkpoint(dispatched=entries, settled=entries)


def test_the_age_of_open_work_outlives_the_dispatcher(store, context, open_match):
    moment = [1_000_000]
    open_match("random", "random")
    for later in (0, 60_000, 120_000):
        moment[0] = 1_000_000 + later
        follower = Follower(store, context.queues, 0, clock=lambda: moment[0])
        follower.step(0)
        follower.save()
        reached = DispatcherRecords(store).checkpoint(0)
        assert (reached.open_jobs, reached.open_seconds(moment[0])) == (1, later / 1000)


@pytest.fixture
def open_work(store):
    """Of all that the feed has asked for so far, as of moment 0."""

    def of():
        found = OpenWork()
        for item in store.feed(0, after=0, limit=100_000):
            found.take(item, read_metadata(item), 0.0)
        return found

    return of


def test_lost_work_is_asked_for_again_after_a_while_and_then_more_rarely(
    open_work, open_match, store, context, queue_server
):
    match, found = open_match("random", "random"), open_work()
    moments = []
    for now in range(100):
        if sweep_open_work(found, store, context.queues, float(now)):
            assert context.queues.waiting() == {Work("bot", match, 2)}
            moments.append(now)
            dequeued(queue_server)
    assert moments == [5, 15, 35, 65, 95]


def test_work_that_waits_in_a_queue_is_not_lost(open_work, open_match, store, context):
    match, found = open_match("random", "random"), open_work()
    context.queues.put(Work("bot", match, 2))
    assert not any(sweep_open_work(found, store, context.queues, float(now)) for now in range(1000))


def test_work_that_has_just_left_the_queue_may_be_under_way(
    open_work, open_match, store, context, queue_server
):
    match, found = open_match("random", "random"), open_work()
    context.queues.put(Work("bot", match, 2))
    assert sweep_open_work(found, store, context.queues, 5.0) == 0
    dequeued(queue_server)  # some worker has begun it, and then?
    assert [sweep_open_work(found, store, context.queues, now) for now in (10.0, 15.0)] == [0, 1]


def test_a_record_without_a_job_does_not_keep_lost_work_out(
    open_work, open_match, store, context, queue_server
):
    """A worker was killed between taking the job and beginning it."""
    match, found = open_match("random", "random"), open_work()
    context.queues.put(Work("bot", match, 2))
    queue_server.lpop("rq:queue:bots")
    assert sweep_open_work(found, store, context.queues, 5.0) == 1
    assert context.queues.waiting() == {Work("bot", match, 2)}


def test_two_dispatchers_ask_once_for_what_is_lost(open_work, open_match, store, context, monkeypatch):
    monkeypatch.setattr(sweeping, "now_ms", lambda: 1_700_000_000_000)
    open_match("random", "random")
    assert [sweep_open_work(open_work(), store, context.queues, 5.0) for _ in range(2)] == [1, 0]


def test_a_sheet_is_open_until_it_is_written(open_work, open_match, store, context):
    match = open_match("greedy", "random")
    answer_all(context, match, 2, lambda: False)
    found = open_work()
    version = store.head(match).version
    write_sheets_into(store, match, version)
    lost = len(found) - 1
    assert lost > 3
    assert sweep_open_work(found, store, context.queues, 5.0) == lost
    assert Work("score", match, version) not in context.queues.waiting()


def test_the_whole_queue_is_rebuilt_from_the_book(open_match, store, context, queue_server):
    asked = open_match("random", "random")
    open_match("random", people=1)
    played = open_match("greedy", "random")
    answer_all(context, played, 2, lambda: False)
    over = store.head(played).version
    enqueued = rebuild_queue(store, context.queues, 0)
    found = context.queues.waiting()
    assert len(found) == enqueued
    assert {Work("bot", asked, 2), Work("score", played, over)} <= found
    assert {work for work in found if work.job == "bot"} == {Work("bot", asked, 2)}
    assert rebuild_queue(store, context.queues, 0) == 0

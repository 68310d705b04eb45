"""The workers as it runs: real servers, real processes, and what becomes of matches when they are killed."""

import json
import time
import zlib
from collections import Counter
from contextlib import closing
from random import Random

from rq import Queue
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from events.entry import walk_chain
from games.match.commands import StartMatch
from service.matches.handler import Request
from service.matches.opening import Forking, open_fork
from service.matches.records.people import Person
from service.matches.records.sheets import SHEETS, encode_sheet
from service.monitoring.dispatcher_records import Checkpoint, DispatcherRecords
from support.api.room import Room
from support.servers.patience import PATIENCE
from support.servers.worker_processes import WorkerProcesses, sheets_of
from workers.jobs.results import sheets_at
from workers.queues import BOTS, Work, job_id

FOUR = ("greedy", "random", "greedy", "random")


def whole(workers, match):
    """The match is over, no entry stands twice, and the series has each sheet as the book says it."""
    store = workers.store
    entries = list(walk_chain(store.entries(match)))
    assert store.head(match).closed
    causes = [entry.cause for entry in entries if entry.actor.startswith("bot:")]
    assert len(causes) > 20
    assert Counter(causes).most_common(1)[0][1] == 1
    due = sheets_of(entries)
    workers.until(lambda: set(store.document(match, SHEETS.name)) == set(due))
    kept = store.document(match, SHEETS.name)
    assert {name: json.loads(sheet)["version"] for name, sheet in kept.items()} == due
    for name in ("round:1", "round:2", "final"):
        assert kept[name] == encode_sheet(sheets_at(store, match, due[name])[name])


def goes_on(workers, match):
    """Bots have begun to answer; opening and start are the first two entries."""
    return workers.store.head(match).version > 2


def all_end(workers, matches):
    for match in matches:
        workers.until(workers.ended, match)
        whole(workers, match)


def test_matches_of_four_bots_play_themselves_to_the_end(workers):
    processes = [workers.dispatcher(), workers.worker()]
    all_end(workers, [workers.open_match(*FOUR, visibility=seen).match for seen in ("public", "private")])
    records = DispatcherRecords(workers.store)
    workers.until(
        lambda: records.checkpoint(0).dispatched == len(workers.store.feed(0, after=0, limit=10_000))
    )
    assert [workers.stop(process) for process in processes] == [0, 0]
    assert "Traceback" not in workers.said()


def test_the_person_at_the_table_is_answered(workers):
    """Every answer of the person brings the bots' next ones."""
    workers.dispatcher()
    workers.worker()
    opened = workers.open_match("random", "greedy", people=1)
    seated = workers.matches.sit_down(opened.match, None, "", Person(name="Ada"), Request())
    workers.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    for _ in range(10):
        live = workers.until(asked, workers, opened.match, seated.seat)
        command = live.match.rules.rules.legal(live.match.table, live.match.table.agenda[0])[0]
        workers.matches.handle(opened.match, command, Request(token=seated.seat_token))
    workers.until(asked, workers, opened.match, seated.seat)


def asked(workers, match, seat):
    live = workers.matches.repository.fresh(match)
    return live if live.match.table.agenda[0].seat == seat else None


def test_nothing_stays_open_after_a_redo_over_a_rounds_end_and_a_fork_of_a_later_round(workers):
    """Or the feed could never be trimmed again."""
    workers.dispatcher()
    workers.worker()
    room = Room(store=workers.store, undo="consent")
    redo_over_the_end_of_a_round(room)
    open_fork(room.matches, room.id, room.live.version, Forking(), Request(token=room.host))

    workers.until(nothing_is_open, workers)

    end = workers.store.feed_end(0)
    assert workers.store.trim_feed(0, DispatcherRecords(workers.store).checkpoint(0).settled) == end - 1
    assert [item.number for item in workers.store.feed(0, after=0)] == [end]


def nothing_is_open(workers):
    end = workers.store.feed_end(0)
    return DispatcherRecords(workers.store).checkpoint(0) == Checkpoint(dispatched=end, settled=end)


def redo_over_the_end_of_a_round(room):
    while room.match.table.round < 2:
        before = room.live.version
        room.plays()
    room.undo(0, before)
    if room.match.vote is not None:
        room.answers(1, agree=True)
    assert room.match.table.round == 1
    room.redo(0)
    assert room.match.table.round == 2


def test_matches_outlive_killed_dispatchers_and_workers(workers):
    luck = Random(1769)
    running = [workers.dispatcher(), workers.worker(), workers.worker()]
    kinds = [workers.dispatcher, workers.worker, workers.worker]
    matches = []
    for _ in range(6):
        matches += [workers.open_match(*FOUR).match for _ in range(3)]
        workers.until(goes_on, workers, matches[-1])
        time.sleep(luck.random() / 4)
        victim = luck.randrange(3)
        workers.kill(running[victim])
        running[victim] = kinds[victim]()
    all_end(workers, matches)


def test_matches_outlive_the_loss_of_the_queue(workers):
    workers.dispatcher()
    workers.worker()
    matches = [workers.open_match(*FOUR).match for _ in range(5)]
    for _ in range(3):
        workers.until(goes_on, workers, matches[-1])
        workers.queue_server.flushdb()
        matches += [workers.open_match("random", "greedy").match]
    all_end(workers, matches)


def test_matches_outlive_the_loss_of_the_server(workers):
    processes = [workers.dispatcher(), workers.worker()]
    matches = [workers.open_match(*FOUR).match for _ in range(4)]
    workers.until(goes_on, workers, matches[0])
    workers.server.kill()
    workers.until(lambda: "waits until the servers answer again" in workers.said())
    workers.server.start()
    all_end(workers, matches)
    assert [process.poll() for process in processes] == [None, None]


def test_a_stop_is_heard_while_the_server_is_gone(workers):
    processes = [workers.dispatcher(), workers.worker()]
    workers.until(lambda: "follows the feed" in workers.said() and "begins" in workers.said())
    workers.server.kill()
    workers.until(lambda: "the dispatcher of partition 0 waits" in workers.said())
    for process in processes:
        workers.stop(process)


def test_two_dispatchers_do_no_harm(workers):
    workers.dispatcher()
    workers.dispatcher()
    workers.worker()
    workers.worker()
    all_end(workers, [workers.open_match(*FOUR).match for _ in range(4)])


def test_a_dispatcher_that_begins_again_repeats_nothing(workers):
    first = workers.dispatcher()
    matches = [workers.open_match("random", "random").match for _ in range(3)]
    wanted = {Work("bot", match, 2) for match in matches}
    workers.until(lambda: workers.queues.waiting() == wanted)
    assert workers.stop(first) == 0
    workers.queue_server.flushdb()

    later = workers.open_match("random", "random").match
    workers.dispatcher()
    workers.until(lambda: workers.queues.waiting() == {Work("bot", later, 2)})


def test_the_queue_is_rebuilt_on_demand(workers):
    first = workers.dispatcher()
    match = workers.open_match("random", "random").match
    workers.until(workers.queues.waiting)
    workers.stop(first)
    workers.queue_server.flushdb()
    assert workers.start("workers.dispatcher", "--rebuild").wait(PATIENCE) == 0
    assert workers.queues.waiting() == {Work("bot", match, 2)}


def test_every_partition_is_followed(server):
    with closing(WorkerProcesses(server, partitions=3)) as workers:
        dispatcher = workers.dispatcher()
        workers.worker()
        matches = {}
        while len(matches) < 3:
            match = workers.open_match("random", "greedy").match
            matches[zlib.crc32(match.encode()) % 3] = match
        all_end(workers, matches.values())
        assert workers.stop(dispatcher) == 0


def test_a_worker_carries_out_nothing_but_the_jobs_of_the_table(workers, tmp_path):
    """Whoever can write to the queue's server has no function of their choice called by it."""
    queue = Queue(BOTS, connection=workers.queue_server, serializer=JSONSerializer)
    refused = queue.enqueue_call("os.mkdir", (str(tmp_path / "made"),))
    workers.worker()
    workers.until(lambda: refused.get_status() == JobStatus.FAILED)
    assert not (tmp_path / "made").exists()
    assert "UnknownJob: 'os.mkdir' is no job of ours" in refused.latest_result().exc_string
    workers.until(lambda: "UnknownJob: 'os.mkdir'" in workers.said())

    workers.dispatcher()
    all_end(workers, [workers.open_match("random", "greedy").match])


def test_no_pickle_lies_in_the_queue(workers):
    """Not in the records of jobs that wait, and not in those of jobs that failed."""
    workers.dispatcher()
    waiting = workers.open_match("random", "random").match
    workers.until(workers.queues.waiting)
    record = workers.queue_server.hgetall(f"rq:job:{job_id(Work('bot', waiting, 2))}")
    assert json.loads(zlib.decompress(record[b"data"])) == ["bot", None, [waiting, 2], {}]
    workers.worker()
    workers.until(workers.ended, waiting)
    for key in workers.queue_server.keys("*"):
        dump = workers.queue_server.dump(key) or b""
        assert b"\x80\x05\x95" not in dump  # how a pickle of today's protocol begins
        assert b"\x80\x04\x95" not in dump

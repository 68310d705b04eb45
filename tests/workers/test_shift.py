"""The shift as it runs: real servers, real processes, and what becomes of matches when they are killed."""

import json
import time
import zlib
from collections import Counter
from contextlib import closing
from random import Random

from rq import Queue
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from events.chain import walk_chain
from games.match.commands import StartMatch
from service.matches.handler import Request
from service.matches.opening import Forking
from service.matches.records.people import Person
from service.matches.records.sheets import DOCUMENT, encode_sheet
from service.monitoring.shift_records import Checkpoint, ShiftRecords
from support.desk.room import Room
from support.servers.patience import PATIENCE
from support.servers.shift import Shift, sheets_of
from workers.jobs.scoring import sheets_at
from workers.queues import BOTS, Work, job_id

FOUR = ("greedy", "random", "greedy", "random")


def whole(shift, match):
    """The match is over, no entry stands twice, and the series has each sheet as the book says it."""
    store = shift.store
    entries = list(walk_chain(store.entries(match)))
    assert store.head(match).closed
    causes = [entry.cause for entry in entries if entry.actor.startswith("bot:")]
    assert len(causes) > 20
    assert Counter(causes).most_common(1)[0][1] == 1
    due = sheets_of(entries)
    shift.until(lambda: set(store.document(match, DOCUMENT)) == set(due))
    kept = store.document(match, DOCUMENT)
    assert {name: json.loads(sheet)["version"] for name, sheet in kept.items()} == due
    for name in ("round:1", "round:2", "final"):
        assert kept[name] == encode_sheet(sheets_at(store, match, due[name])[name])


def goes_on(shift, match):
    """Bots have begun to answer; opening and start are the first two entries."""
    return shift.store.head(match).version > 2


def all_end(shift, matches):
    for match in matches:
        shift.until(shift.ended, match)
        whole(shift, match)


def test_matches_of_four_bots_play_themselves_to_the_end(shift):
    processes = [shift.dispatcher(), shift.worker()]
    all_end(shift, [shift.open_match(*FOUR, visibility=seen).match for seen in ("public", "private")])
    records = ShiftRecords(shift.store)
    shift.until(lambda: records.checkpoint(0).dispatched == len(shift.store.feed(0, after=0, limit=10_000)))
    assert [shift.stop(process) for process in processes] == [0, 0]
    assert "Traceback" not in shift.said()


def test_the_person_at_the_table_is_answered(shift):
    """Every answer of the person brings the bots' next ones."""
    shift.dispatcher()
    shift.worker()
    opened = shift.open_match("random", "greedy", people=1)
    seated = shift.matches.sit_down(opened.match, None, "", Person(name="Ada"), Request())
    shift.matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    for _ in range(10):
        live = shift.until(asked, shift, opened.match, seated.seat)
        command = live.match.rules.rules.legal(live.match.table, live.match.table.agenda[0])[0]
        shift.matches.handle(opened.match, command, Request(token=seated.seat_token))
    shift.until(asked, shift, opened.match, seated.seat)


def asked(shift, match, seat):
    live = shift.matches.repository.fresh(match)
    return live if live.match.table.agenda[0].seat == seat else None


def test_nothing_stays_open_after_a_redo_over_a_rounds_end_and_a_fork_of_a_later_round(shift):
    """Or the feed could never be trimmed again."""
    shift.dispatcher()
    shift.worker()
    room = Room(store=shift.store, undo="consent")
    redo_over_the_end_of_a_round(room)
    room.matches.fork(room.id, room.live.version, Forking(), Request(token=room.host))

    shift.until(nothing_is_open, shift)

    end = shift.store.feed_end(0)
    assert shift.store.trim_feed(0, ShiftRecords(shift.store).checkpoint(0).settled) == end - 1
    assert [item.number for item in shift.store.feed(0, after=0)] == [end]


def nothing_is_open(shift):
    end = shift.store.feed_end(0)
    return ShiftRecords(shift.store).checkpoint(0) == Checkpoint(dispatched=end, settled=end)


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


def test_matches_outlive_killed_dispatchers_and_workers(shift):
    luck = Random(1769)
    running = [shift.dispatcher(), shift.worker(), shift.worker()]
    kinds = [shift.dispatcher, shift.worker, shift.worker]
    matches = []
    for _ in range(6):
        matches += [shift.open_match(*FOUR).match for _ in range(3)]
        shift.until(goes_on, shift, matches[-1])
        time.sleep(luck.random() / 4)
        victim = luck.randrange(3)
        shift.kill(running[victim])
        running[victim] = kinds[victim]()
    all_end(shift, matches)


def test_matches_outlive_the_loss_of_the_queue(shift):
    shift.dispatcher()
    shift.worker()
    matches = [shift.open_match(*FOUR).match for _ in range(5)]
    for _ in range(3):
        shift.until(goes_on, shift, matches[-1])
        shift.queue_server.flushdb()
        matches += [shift.open_match("random", "greedy").match]
    all_end(shift, matches)


def test_matches_outlive_the_loss_of_the_server(shift):
    processes = [shift.dispatcher(), shift.worker()]
    matches = [shift.open_match(*FOUR).match for _ in range(4)]
    shift.until(goes_on, shift, matches[0])
    shift.server.kill()
    shift.until(lambda: "waits until the servers answer again" in shift.said())
    shift.server.start()
    all_end(shift, matches)
    assert [process.poll() for process in processes] == [None, None]


def test_a_stop_is_heard_while_the_server_is_gone(shift):
    processes = [shift.dispatcher(), shift.worker()]
    shift.until(lambda: "follows the feed" in shift.said() and "begins" in shift.said())
    shift.server.kill()
    shift.until(lambda: "the dispatcher of partition 0 waits" in shift.said())
    for process in processes:
        shift.stop(process)


def test_two_dispatchers_do_no_harm(shift):
    shift.dispatcher()
    shift.dispatcher()
    shift.worker()
    shift.worker()
    all_end(shift, [shift.open_match(*FOUR).match for _ in range(4)])


def test_a_dispatcher_that_begins_again_repeats_nothing(shift):
    first = shift.dispatcher()
    matches = [shift.open_match("random", "random").match for _ in range(3)]
    wanted = {Work("bot", match, 2) for match in matches}
    shift.until(lambda: shift.queues.waiting() == wanted)
    assert shift.stop(first) == 0
    shift.queue_server.flushdb()

    later = shift.open_match("random", "random").match
    shift.dispatcher()
    shift.until(lambda: shift.queues.waiting() == {Work("bot", later, 2)})


def test_the_queue_is_rebuilt_on_demand(shift):
    first = shift.dispatcher()
    match = shift.open_match("random", "random").match
    shift.until(shift.queues.waiting)
    shift.stop(first)
    shift.queue_server.flushdb()
    assert shift.start("workers.dispatcher", "--rebuild").wait(PATIENCE) == 0
    assert shift.queues.waiting() == {Work("bot", match, 2)}


def test_every_partition_is_followed(server):
    with closing(Shift(server, partitions=3)) as shift:
        dispatcher = shift.dispatcher()
        shift.worker()
        matches = {}
        while len(matches) < 3:
            match = shift.open_match("random", "greedy").match
            matches[zlib.crc32(match.encode()) % 3] = match
        all_end(shift, matches.values())
        assert shift.stop(dispatcher) == 0


def test_a_worker_carries_out_nothing_but_the_jobs_of_the_shift(shift, tmp_path):
    """Whoever can write to the queue's server has no function of their choice called by it."""
    queue = Queue(BOTS, connection=shift.queue_server, serializer=JSONSerializer)
    refused = queue.enqueue_call("os.mkdir", (str(tmp_path / "made"),))
    shift.worker()
    shift.until(lambda: refused.get_status() == JobStatus.FAILED)
    assert not (tmp_path / "made").exists()
    assert "UnknownJob: 'os.mkdir' is no job of the shift" in refused.latest_result().exc_string
    shift.until(lambda: "UnknownJob: 'os.mkdir'" in shift.said())

    shift.dispatcher()
    all_end(shift, [shift.open_match("random", "greedy").match])


def test_no_pickle_lies_in_the_queue(shift):
    """Not in the records of jobs that wait, and not in those of jobs that failed."""
    shift.dispatcher()
    waiting = shift.open_match("random", "random").match
    shift.until(shift.queues.waiting)
    record = shift.queue_server.hgetall(f"rq:job:{job_id(Work('bot', waiting, 2))}")
    assert json.loads(zlib.decompress(record[b"data"])) == ["bot", None, [waiting, 2], {}]
    shift.worker()
    shift.until(shift.ended, waiting)
    for key in shift.queue_server.keys("*"):
        dump = shift.queue_server.dump(key) or b""
        assert b"\x80\x05\x95" not in dump  # how a pickle of today's protocol begins
        assert b"\x80\x04\x95" not in dump

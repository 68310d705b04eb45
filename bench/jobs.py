"""Measure what the workers get done in a second, and how long a person waits for a bot's answer.

./grubenbuch bench jobs [--workers 2] [--jobs 2000] [--answers 500] [--crowd 20] [--apart] [--forking]

Real processes on a Redis with `appendfsync always`, the queue on the same server or, `--apart`, on one of its
own that writes nothing to disk, as `up` has it. Measured are jobs with nothing to do; matches of four greedy
bots; one person against one bot, from the person's acknowledged entry to the start of the bot's job and to
the bot's entry in the feed, with the workers idle and while a crowd of matches of four greedy bots is
played; how long these paused.
"""

import contextlib
import os
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from random import Random

from measuring.apis import SECRET, process, redis_server
from measuring.frame import Size, run
from measuring.workers import STARTS

from events.redis_store.store import connect_redis
from games.match.actor import Actor
from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.config import HOME
from service.host.embedded_server import DURABLE
from service.matches.handler import Matches, Request
from service.matches.index import question_of
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from workers.queues import BOTS, Queues, Work, queue_connection, work_of

SIZES = {
    "--workers": Size(2, 1),
    "--jobs": Size(2000, 200, "with nothing to do"),
    "--answers": Size(500, 5, "of a person"),
    "--crowd": Size(20, 2, "matches of four bots"),
}


def measure(options, sheet):
    with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder, contextlib.ExitStack() as running:
        book = running.enter_context(redis_server(Path(folder) / "book"))
        rq = f"{book}?db=1"
        if options.apart:
            rq = running.enter_context(redis_server(Path(folder) / "queue", DURABLE | {"appendonly": "no"}))
        fill(Queues(queue := queue_connection(rq)), options.jobs)
        worker = [str(HOME / "bench/measuring/workers.py"), *["--forking"] * options.forking]
        for words in (["-m", "workers.dispatcher"], *[worker] * options.workers):
            running.enter_context(process([sys.executable, *words], environ(book, rq)))
        sheet.figure(f"jobs with {options.workers} workers", jobs_a_second(queue), "jobs/s")
        matches = Matches(connect_redis(book), SECRET.encode())
        sheet.step("bots among themselves")
        rate = entries_a_second(matches, 2 * options.workers)
        sheet.figure("entries by bots among themselves", rate, "entries/s")
        queue.delete(STARTS)
        sheet.step("a person against a bot")
        report(sheet, list(waits(matches, options.answers)))
        report_starts(sheet, matches, queue)
        sheet.step("the same in a crowd")
        in_a_crowd(sheet, matches, queue, options.crowd)


def add_options(parser):
    parser.add_argument("--apart", action="store_true", help="a server of its own for the queue")
    parser.add_argument("--forking", action="store_true", help="a process for each job")


def environ(book, rq):
    ours = {"REDIS_URL": book, "RQ_REDIS_URL": rq, "GRUBENBUCH_SECRET": SECRET, "LOG_LEVEL": "warning"}
    return os.environ | ours | {"PYTHONPATH": str(HOME)}


def report(sheet, seconds, what="the bot's entry", where=""):
    sheet.spread(f"from a person's entry to {what}{where}", [1000 * one for one in seconds])


def report_starts(sheet, matches, queue, where=""):
    """For first jobs about questions that a person's entry put to a bot, from what the workers noted."""
    found = []
    for note in queue.lrange(STARTS, 0, -1):
        job, _, began = note.decode().partition(" ")
        work = work_of(job)
        if work and work.job == "bot" and job.endswith("-0"):
            [entry] = matches.store.entries(work.match, after=work.version - 1, limit=1)
            if Actor.parse(entry.actor).is_person:
                found.append(max(float(began) - entry.at / 1000, 0.0))
    queue.delete(STARTS)
    report(sheet, found, "the job's start", where)


def fill(queues, jobs):
    """Before there is a worker, so that the measurement does not include enqueueing."""
    for number in range(jobs):
        queues.put(Work("bot", "nowhere", number + 1))


def jobs_a_second(queue):
    key = f"rq:queue:{BOTS}"
    full = queue.llen(key)
    until(lambda: queue.llen(key) < full - 50)  # every worker is up
    begun, left = time.perf_counter(), queue.llen(key)
    until(lambda: not queue.llen(key))
    return left / (time.perf_counter() - begun)


def entries_a_second(matches, count):
    begun = time.perf_counter()
    playing = [opened(matches, 4).match for _ in range(count)]
    until(lambda: all(matches.store.head(match).closed for match in playing))
    entries = sum(matches.store.head(match).version for match in playing)
    return entries / (time.perf_counter() - begun)


def opened(matches, bots, people=0):
    seated = tuple(SeatedBot(seat, Bot("greedy")) for seat in range(bots))
    begun = open_new(matches, Opening(game="schiefer", seats=bots + people, bots=seated), Request())
    if not people:
        matches.handle(begun.match, StartMatch(), Request(token=begun.host_token))
    return begun


def in_a_crowd(sheet, matches, queue, count):
    playing = [opened(matches, 4).match for _ in range(count)]
    going = lambda: [match for match in playing if not matches.store.head(match).closed]  # noqa: E731
    found = []
    for seconds in waits(matches, 1_000_000):
        found.append(seconds)
        if len(found) % 20 == 0 and len(going()) <= count // 2:
            break
    report(sheet, found, where=", in a crowd")
    report_starts(sheet, matches, queue, ", in a crowd")
    until(lambda: not going())
    pauses = sorted(max(pauses_of(matches.store.entries(match))) for match in playing)
    sheet.detail("the longest pause of a match of bots, median", pauses[count // 2], "s")
    sheet.figure("the longest pause of a match of bots, of all", pauses[-1], "s")


def pauses_of(entries):
    times = [entry.at / 1000 for entry in entries]
    return [later - before for before, later in pairwise(times)]


def waits(matches, count):
    random = Random(0)
    while count > 0:
        for seconds in waits_in_one_match(matches, random):
            yield seconds
            count -= 1


def waits_in_one_match(matches, random):
    begun = opened(matches, 1, people=1)
    match = begun.match
    token = matches.sit_down(match, None, "", Person(), Request()).seat_token
    matches.handle(match, StartMatch(), Request(token=begun.host_token))
    end = 0
    while question := question_of((live := until(lambda: person_asked(matches, match))).match):
        command = random.choice(live.match.rules.rules.legal(live.match.table, question))
        end = newest(matches.store, end)
        version = matches.handle(match, command, Request(token=token)).entry.version
        if bot_asked(matches.repository.get(match)):
            written = time.perf_counter()
            wait_for(matches.store, end, match, version + 1)
            yield time.perf_counter() - written


def newest(store, after):
    """The number of the newest item of the feed."""
    while items := store.feed(0, after=after, limit=10_000):
        after = items[-1].number
    return after


def wait_for(store, after, match, version):
    while True:
        for item in store.feed(0, after=after, wait_ms=1000):
            after = item.number
            if (item.match, item.version) == (match, version):
                return


def bot_asked(live):
    question = question_of(live.match)
    return question is not None and live.match.seats[question.seat].bot is not None


def person_asked(matches, match):
    """Or nobody: the match is over."""
    live = matches.repository.fresh(match)
    return None if bot_asked(live) else live


def until(fact):
    end = time.monotonic() + 300
    while not (seen := fact()):
        if time.monotonic() > end:
            sys.exit("nothing happens")
        time.sleep(0.002)
    return seen


if __name__ == "__main__":
    run(measure, __doc__, takes=(120, 20), sizes=SIZES, add_options=add_options)

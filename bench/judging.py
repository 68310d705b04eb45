"""Ordinary reads while large books are audited: are they still answered as soon as before?

./grubenbuch bench judging [--audits 20] [--megabytes 8] [--seconds 10] [--workers 2]

Tables are read at a steady pace, first with nothing else to do, then while that many books of that size are
audited at once. Audits that find the queue full come back when they are told to. Aim: the p99 of the reads
stays within 3 times of idle.
"""

from __future__ import annotations

import contextlib
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from statistics import quantiles

from measuring.apis import SECRET, gunicorn, redis_server
from measuring.frame import Size, run
from measuring.prepared import SEED

from events.redis_store.store import connect_redis
from games.match.commands import LeaveSeat, StartMatch
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person

MEGABYTE = 1024 * 1024
READS_A_SECOND = 50
BYTES_OF_ENTRIES_BESIDES_WORDS = 650  # of one who sits down and leaves
WORDS = "w" * 200


SIZES = {
    "--audits": Size(20, 1),
    "--megabytes": Size(8, 1, "of each book"),
    "--seconds": Size(10, 1, "of reading while nothing else is done"),
    "--workers": Size(2, 1, "web processes"),
}


def measure(options, sheet):
    with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder, contextlib.ExitStack() as running:
        book = running.enter_context(redis_server(Path(folder)))
        api = running.enter_context(
            gunicorn("service.api.app:create_app()", Path(folder), book.settings(), options.workers)
        )
        matches = Matches(connect_redis(book), SECRET.encode(), seeds=lambda: SEED)
        sheet.step(f"writing a book of {options.megabytes} MiB")
        large, small = open_large(matches, options.megabytes), open_small(matches)
        report(sheet, read_beside_audits(options, sheet, f"{api}/v1/matches", large, small))


def open_large(matches, megabytes):
    """A lobby in which people come and go until its book has that size."""
    opened = open_new(matches, Opening(game="schiefer", seats=2), Request(cause="large"))
    host = Request(token=opened.host_token)
    size = 0
    while size < megabytes * MEGABYTE:
        matches.sit_down(opened.match, 0, WORDS, Person(), Request())
        matches.handle(opened.match, LeaveSeat(0), host)
        size += BYTES_OF_ENTRIES_BESIDES_WORDS + 2 * len(WORDS)
    return opened.match


def open_small(matches):
    opened = open_new(matches, Opening(game="schiefer", seats=2), Request(cause="small"))
    for seat in (0, 1):
        matches.sit_down(opened.match, seat, "", Person(), Request())
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    return opened.match


def read_beside_audits(options, sheet, address, large, small):
    idle = read_for(options.seconds, lambda: f"{address}/{small}/table")
    done = []
    threads = [
        threading.Thread(target=audit_until_done, args=(f"{address}/{large}/audit", done), daemon=True)
        for _ in range(options.audits)
    ]
    sheet.step(f"{options.audits} audits")
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    busy = []
    while any(thread.is_alive() for thread in threads):
        busy += read_for(1, lambda: f"{address}/{small}/table")
    return idle, busy, done, time.perf_counter() - began


def read_for(seconds, address):
    took, end = [], time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        with urllib.request.urlopen(address(), timeout=60) as answer:
            answer.read()
        took.append(time.perf_counter() - began)
        time.sleep(max(0, 1 / READS_A_SECOND - took[-1]))
    return took


def audit_until_done(address, done):
    while True:
        try:
            with urllib.request.urlopen(address, timeout=600) as answer:
                done.append((answer.status, len(answer.read())))
                return
        except urllib.error.HTTPError as refusal:
            if refusal.code != 503:
                done.append((refusal.code, 0))
                return
            time.sleep(int(refusal.headers["Retry-After"]))


def report(sheet, measured):
    idle, busy, done, seconds = measured
    answered = sum(status == 200 for status, _ in done)
    sheet.detail("audits answered", answered, f"of {len(done)}")
    sheet.detail("the audits together", seconds, "s")
    sheet.spread("a table is read, idle", [1000 * one for one in idle])
    sheet.spread("a table is read while books are audited", [1000 * one for one in busy])
    sheet.figure(
        "99th of a hundred against idle", percentile(busy, 99) / percentile(idle, 99), "times", aim="3"
    )


def percentile(took, percent):
    return quantiles(took, n=100, method="inclusive")[percent - 1]


if __name__ == "__main__":
    run(measure, __doc__, takes=(75, 12), sizes=SIZES)

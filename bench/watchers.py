"""Thousands of live streams: how long an entry takes to reach all, does any miss one, what does each hold?

./grubenbuch bench watchers [--watchers 5000] [--entries 150] [--cuts 200] [--matches 20] [--slow 20]

Two gevent workers over a durable Redis. Watchers are spread over a few matches in which bots' commands are
played at a steady pace; some connections are cut at random and resumed with Last-Event-ID; some clients read
nothing at all. Delivery is measured from the acknowledgement of a command to the event's arrival, in this
process, which reads all streams. Memory is that of the API's processes (pages shared counted once), before
the streams come and once they are there, for each of them. The API's processor time while entries are played
is divided by the deliveries.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import tempfile
import time
from pathlib import Path
from random import Random

from measuring.apis import SECRET, children, gunicorn, redis_server
from measuring.frame import Size, run
from measuring.memory import proportional_set
from measuring.prepared import SEED
from measuring.sheet import MissingToolError

from events.redis_store.store import connect_redis
from games.match.commands import StartMatch
from service.matches.handler import Matches, Request
from service.matches.index import question_of
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person

SEATS = 4
FIRST = 8  # watchers that come before memory is counted: what a process needs once belongs to no stream


SIZES = {
    "--watchers": Size(5000, 20),
    "--entries": Size(150, 6),
    "--cuts": Size(200, 2),
    "--matches": Size(20, 2),
    "--slow": Size(20, 1, "who read nothing"),
    "--workers": Size(2, 1, "web processes"),
    "--pause": Size(0.05, 0.05, "seconds between two entries"),
}
DELIVERED, HELD = "100", "20"  # milliseconds, KiB


def measure(options, sheet):
    allow_connections(2 * options.watchers + 500)
    with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder, contextlib.ExitStack() as running:
        book = running.enter_context(redis_server(Path(folder)))
        api = running.enter_context(
            gunicorn("service.api.app:create_app()", Path(folder), book.settings(), options.workers)
        )
        matches = Matches(connect_redis(book), SECRET.encode(), seeds=lambda: SEED)
        tables = [Playing(matches, number) for number in range(options.matches)]
        asyncio.run(watch_all(options, sheet, tables, api))


def allow_connections(count):
    """Of this process, and of the API's, which inherit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        raise MissingToolError(f"this needs {count} open files, the system allows {hard}: ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count), hard))


class Playing:
    """A match on the server, played from here."""

    def __init__(self, matches, number):
        self.matches = matches
        written = open_new(matches, Opening(game="schiefer", seats=SEATS), Request(cause=f"open {number}"))
        self.match = written.match
        self.tokens = [
            matches.sit_down(self.match, seat, "", Person(), Request()).seat_token for seat in range(SEATS)
        ]
        matches.handle(self.match, StartMatch(), Request(token=written.host_token))
        self.random = Random(number)
        self.told = {}  # version -> when its writer knew

    def play(self):
        live = self.matches.repository.get(self.match)
        question = question_of(live.match)
        command = self.random.choice(live.match.rules.rules.legal(live.match.table, question))
        written = self.matches.handle(self.match, command, Request(token=self.tokens[question.seat]))
        self.told[written.entry.version] = time.perf_counter()


class Client:
    """Reads the stream of a match, reconnects whenever it is cut off, and notes what arrived when."""

    def __init__(self, table, port):
        self.table = table
        self.port = port
        self.after = 0
        self.arrived = {}
        self.doubles = 0
        self.gaps = 0
        self.cuts = 0
        self.writer = None

    async def follow(self):
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self.connection()

    async def connection(self):
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            self.writer.write(asked(self.table.match, self.after))
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.take(int(line[4:]))
        finally:
            self.writer.close()

    def take(self, version):
        self.doubles += version <= self.after
        self.gaps += version > self.after + 1
        self.after = version
        self.arrived[version] = time.perf_counter()

    def cut(self):
        self.cuts += 1
        self.writer.close()


def asked(match, after=0):
    lines = [f"GET /v1/matches/{match}/entries HTTP/1.1", "Host: localhost", "Accept: text/event-stream"]
    resumed = [f"Last-Event-ID: {after}"] if after else []
    return "\r\n".join([*lines, *resumed, "", ""]).encode()


async def sluggard(table, port):
    """Asks for a stream and never reads it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    writer.write(asked(table.match))
    return reader, writer


async def watch_all(options, sheet, tables, api):
    port = int(api.rpartition(":")[2])
    clients = [Client(tables[number % len(tables)], port) for number in range(FIRST + options.watchers)]
    following = await begin(clients[:FIRST])
    before = held_by(api)
    following += await begin(sheet.count(clients[FIRST:], "watchers on their way"))
    held = (held_by(api) - before) / options.watchers
    sheet.figure("memory for a stream, waiting", held, "KiB", aim=HELD)
    slow = [await sluggard(tables[number % len(tables)], port) for number in range(options.slow)]
    sheet.step(f"{len(clients)} watchers are there, and {len(slow)} that read nothing")
    spent, seen = api.spent(), sum(len(client.arrived) for client in clients)
    await play(options, tables, clients)
    newest = {table.match: max(table.told) for table in tables}
    await until(lambda: all(client.after == newest[client.table.match] for client in clients))
    held = (held_by(api) - before) / options.watchers
    sheet.figure("memory for a stream, in use", held, "KiB", aim=HELD)
    spent, seen = api.spent() - spent, sum(len(client.arrived) for client in clients) - seen
    sheet.figure("processor time of the API for a delivery", 1e6 * spent / seen, "µs")
    report(sheet, clients)
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def begin(clients):
    """Their tasks, once all have seen how their matches began."""
    begun, following = [], []
    for client in clients:
        begun.append(client)
        following.append(asyncio.create_task(client.follow()))
        await asyncio.sleep(0.001)
    await until(lambda: all(client.after >= SEATS + 2 for client in begun))
    await asyncio.sleep(1)
    return following


def held_by(api):
    """KiB of its processes."""
    return sum(proportional_set(pid) for pid in (api.pid, *children(api.pid)))


async def play(options, tables, clients):
    random, cuts = Random(0), options.cuts
    for number in range(options.entries):
        await asyncio.to_thread(tables[number % len(tables)].play)
        for _ in range(min(cuts, -(-options.cuts // options.entries))):
            random.choice(clients).cut()
            cuts -= 1
        await asyncio.sleep(options.pause)


def report(sheet, clients):
    delays = [
        1000 * (when - client.table.told[version])
        for client in clients
        if not client.cuts
        for version, when in client.arrived.items()
        if version in client.table.told
    ]
    sheet.spread(f"delivery to one of {len(clients):,}", delays, aim=DELIVERED)
    sheet.detail("deliveries measured", len(delays), "deliveries")
    sheet.detail("the slowest", max(delays), "ms")
    sheet.detail("connections cut", sum(client.cuts for client in clients), "connections")
    sheet.figure("entries missed", sum(client.gaps for client in clients), "entries", aim="0")
    sheet.figure("entries seen twice", sum(client.doubles for client in clients), "entries", aim="0")


async def until(fact):
    end = time.monotonic() + 120
    while not fact():
        if time.monotonic() > end:
            raise SystemExit("nothing happens")
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    run(measure, __doc__, takes=(90, 12), sizes=SIZES)

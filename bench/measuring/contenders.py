"""What a load is sent to: an API with a book of its own, or a bare answer."""

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from events.redis_store.cluster import connect_cluster
from events.redis_store.store import connect_redis
from measuring.apis import api_server, door_server, hello_server, redis_server
from measuring.clusters import redis_cluster
from measuring.prepared import PLAYING, Stock, run_wrk
from service.config import HOME

PLAYING_AT_LEAST = 0.9  # of the requests: whoever has nothing to play only asks whether the API lives
FASTEST = 6_000  # commands a second: an API on two cores writes no more, so that none runs out


class Cost(NamedTuple):
    """Commands a second, microseconds of processor time for each, milliseconds until an answer.

    `looks` are those for news of a match, for each command: where nobody else plays in it, the share of
    commands that met it stale, and of whose entries no process had left what it has written.
    """

    rate: float
    api_us: float
    redis_us: float
    p50: float
    p99: float
    door_us: float = 0.0
    looks: float = 0.0

    @property
    def us(self):
        return self.api_us + self.redis_us + self.door_us


class Book:
    """A server, or the masters of a cluster, and matches to be played on it."""

    def __init__(self, running, sheet, masters=0):
        """Without masters it is a single server and no cluster."""
        self.room = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="gb-bench-")))
        opened = redis_cluster(self.room, masters) if masters else redis_server(self.room)
        self.redis = running.enter_context(opened)
        store = connect_cluster(str(self.redis), partitions=64) if masters else connect_redis(self.redis)
        running.callback(store.close)
        self.stock = Stock(store, sheet)


class Api:
    """`home` is the checkout whose API it is; with `haproxy`, a program, all goes through the door."""

    def __init__(self, running, book, workers, home=HOME, haproxy=None):
        self.room, self.redis, self.stock = book.room, book.redis, book.stock
        places = (self.room, self.redis, workers, Path(home).resolve())
        if haproxy is None:
            self.server, self.door = running.enter_context(api_server(*places)), None
            return
        sockets = self.room / "web"
        self.server = running.enter_context(api_server(*places, sockets))
        self.door = running.enter_context(door_server(haproxy, sockets))

    def measure(self, connections, seconds, at_once=0, lines=0):
        """`at_once` matches are played at a time, 0: all; a request holds so many `lines`, 0: a command.

        With lines each connection has matches of its own.
        """
        players = connections if lines else 1
        file = self.room / "commands.tsv"
        commands = self.stock.lines()
        file.write_text("".join(commands))
        written, before = self.stock.count_written(), self.counts()
        words = (
            "-s",
            PLAYING,
            self.door or self.server,
            "--",
            str(file),
            *map(str, (at_once, lines, players)),
        )
        load = run_wrk(connections, seconds, *words, threads=players)
        after, written = self.counts(), self.stock.count_written() - written
        if written == len(commands) or (not lines and written < PLAYING_AT_LEAST * load.rate * load.took):
            sys.exit(
                "Matches ran out of commands, and some connections had nothing to play: take more of them."
            )
        api, redis, door, looks = ((then - now) / written for now, then in zip(before, after, strict=True))
        return Cost(written / load.took, 1e6 * api, 1e6 * redis, load.p50, load.p99, 1e6 * door, looks)

    def counts(self):
        """(seconds of processor time: of the API, of Redis, of the door; looks for news of a match)"""
        door = self.door.spent() if self.door else 0.0
        return self.server.spent(), self.redis.spent(), door, self.redis.count_calls("xrange")


class Hello:
    """A bare Flask answer on gunicorn as it comes."""

    def __init__(self, running, workers):
        self.server = running.enter_context(hello_server(workers))

    def measure(self, connections, seconds, at_once=0):
        """There are no matches to be played `at_once`."""
        del at_once
        before = self.server.spent()
        load = run_wrk(connections, seconds, f"{self.server}/")
        spent = self.server.spent() - before
        return Cost(load.rate, 1e6 * spent / (load.rate * load.took), 0.0, load.p50, load.p99)


def measure_in_turn(contenders, books, rounds, connections, seconds, at_once):  # noqa: PLR0913, PLR0917
    """What each costs, of all the rounds but the first, which only warms up."""
    found = []
    for _ in rounds:
        for book in books:
            book.stock.fill(connections, FASTEST * seconds)
        found.append({name: one.measure(connections, seconds, at_once) for name, one in contenders.items()})
    return {name: [of[name] for of in found[1:]] for name in contenders}


def show_costs(sheet, what, costs, aim=""):
    """What is zero in all rounds has no part in it."""
    sheet.rounds(f"{what}: processor time", [cost.api_us for cost in costs], "µs", aim=aim)
    if any(cost.redis_us for cost in costs):
        sheet.rounds(f"{what}: that of Redis", [cost.redis_us for cost in costs], "µs")
        sheet.rounds(f"{what}: asked the book for news", [100 * cost.looks for cost in costs], "%")
    if any(cost.door_us for cost in costs):
        sheet.rounds(f"{what}: that of the door", [cost.door_us for cost in costs], "µs")
    sheet.rounds(f"{what}: rate", [cost.rate for cost in costs], "/s")
    sheet.rounds(f"{what}: wait, median", [cost.p50 for cost in costs], "ms")
    sheet.rounds(f"{what}: wait, 99th of a hundred", [cost.p99 for cost in costs], "ms")

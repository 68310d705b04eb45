"""What a load is sent to: a desk with a book of its own, or a bare answer."""

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from events.redis_book.cluster_store import connect_cluster
from events.redis_book.redis_store import connect_redis
from measuring.clusters import redis_cluster
from measuring.desks import desk_server, hello_server, redis_server
from measuring.prepared import PLAYING, Stock, run_wrk
from service.config import HOME


class Cost(NamedTuple):
    """Commands a second, microseconds of processor time for each, milliseconds until an answer."""

    rate: float
    desk_us: float
    redis_us: float
    p50: float
    p99: float

    @property
    def us(self):
        return self.desk_us + self.redis_us


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


class Desk:
    """With a book and matches of its own; `home` is the checkout whose desk it is."""

    def __init__(self, running, sheet, workers, home=HOME, book=None):
        book = book or Book(running, sheet)
        self.room, self.redis, self.stock = book.room, book.redis, book.stock
        places = (self.room, self.redis, workers)
        self.server = running.enter_context(desk_server(*places, Path(home).resolve()))

    def measure(self, connections, seconds, at_once=0, lines=0):
        """`at_once` matches are played at a time, 0: all; a request holds so many `lines`, 0: a command."""
        file = self.room / "commands.tsv"
        commands = self.stock.lines()
        file.write_text("".join(commands))
        before, desk, redis = self.stock.count_written(), self.server.spent(), self.redis.spent()
        words = ("-s", PLAYING, self.server, "--", str(file), str(at_once), str(lines))
        load = run_wrk(connections, seconds, *words)
        desk, redis = self.server.spent() - desk, self.redis.spent() - redis
        written = self.stock.count_written() - before
        if written == len(commands):
            sys.exit("All matches ran out of commands: take more of them.")
        return Cost(written / load.took, 1e6 * desk / written, 1e6 * redis / written, load.p50, load.p99)


class Hello:
    """A bare Flask answer on gunicorn as it comes."""

    def __init__(self, running, workers):
        self.server = running.enter_context(hello_server(workers))

    def measure(self, connections, seconds):
        before = self.server.spent()
        load = run_wrk(connections, seconds, f"{self.server}/")
        spent = self.server.spent() - before
        return Cost(load.rate, 1e6 * spent / (load.rate * load.took), 0.0, load.p50, load.p99)

"""What a command costs over HTTP: processor time of desk and Redis, commands a second, and the wait for each.

./grubenbuch bench http_commands [--workers 1,2] [--connections 32] [--beside FOLDER]     takes three minutes

Connections play matches of Schiefer whose luck is known beforehand, against a Redis with `appendfsync
always`. Beside the desk a bare Flask answer is measured on gunicorn as it comes, and with `--beside` the desk
of another checkout of this project: all in turn in each round, so that a ratio compares them on a machine in
one state. Microseconds are processor time (utime + stime) of the workers, divided by the commands written.
"""

import argparse
import contextlib
import json
import statistics
import sys
import tempfile
from pathlib import Path

from measuring.desks import SECRET, desk_server, gunicorn, hello_server, redis_server, require_program
from measuring.prepared import PLAYING, SEED, Prepared, count_written, run_wrk

from events.redis_book.redis_store import connect_redis

__all__ = ["SECRET", "SEED", "gunicorn", "redis_server"]  # of other measurements too
MATCHES_PER_CONNECTION = 4
FEWEST_MATCHES = 128
SMALL = {"rounds": 1, "seconds": 1, "workers": [1], "connections": [8], "matches": 16}


def main():
    options = arguments()
    require_program("wrk", "wrk")
    measured = {}
    for workers in options.workers:
        for connections in options.connections:
            found = measure(options, workers, connections)
            measured[f"{workers} workers, {connections} connections"] = found
            print(f"median of {workers} workers, {connections} connections:", flush=True)
            for name, figures in found.items():
                print(f"    {name:8} {describe(figures)}", flush=True)
    if options.json:
        Path(options.json).write_text(json.dumps(measured, indent=2) + "\n")


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--workers", type=numbers, default=[1, 2], help="1,2,4: each is measured")
    parser.add_argument("--connections", type=numbers, default=[32], help="32,256: each is measured")
    parser.add_argument("--matches", type=int, default=0, help="0: as many as the connections need")
    parser.add_argument("--beside", metavar="FOLDER", help="another checkout of this project")
    parser.add_argument("--small", action="store_true", help="one short round")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well")
    options = parser.parse_args()
    if options.small:
        vars(options).update(SMALL)
    return options


def numbers(words):
    return [int(word) for word in words.split(",")]


def measure(options, workers, connections):
    """Medians of each contender, by its name."""
    with contextlib.ExitStack() as running:
        contenders = {"desk": Contender(running, workers, options, connections)}
        if options.beside:
            contenders["beside"] = Contender(running, workers, options, connections, Path(options.beside))
        contenders["hello"] = Hello(running, workers, connections)
        rounds = []
        for number in range(options.rounds + 1):
            found = {name: one.measure(options.seconds) for name, one in contenders.items()}
            shown = "   ".join(f"{name} {describe(figures)}" for name, figures in found.items())
            print(f"{'warm-up' if not number else f'round {number}'}: {shown}", flush=True)
            rounds.append(found)
    return {name: medians([found[name] for found in rounds[1:]]) for name in contenders}


class Contender:
    """A desk with a book and matches of its own."""

    def __init__(self, running, workers, options, connections, home=None):
        self.connections = connections
        self.room = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="gb-bench-")))
        self.redis = running.enter_context(redis_server(self.room))
        places = (self.room, self.redis, workers)
        self.desk = running.enter_context(desk_server(*places, *([home.resolve()] if home else [])))
        self.store = connect_redis(self.redis)
        running.callback(self.store.close)
        number = options.matches or max(FEWEST_MATCHES, MATCHES_PER_CONNECTION * connections)
        print(f"preparing {number} matches …", flush=True)
        self.prepared = [Prepared(self.store, one) for one in range(number)]

    def measure(self, seconds):
        desk, redis = self.desk.spent(), self.redis.spent()
        lines = [line for one in self.prepared for line in one.left(self.store)]
        file = self.room / "commands.tsv"
        file.write_text("".join(lines))
        before = count_written(self.prepared, self.store)
        load = run_wrk(self.connections, seconds, "-s", PLAYING, self.desk, "--", str(file))
        written = count_written(self.prepared, self.store) - before
        if written == len(lines):
            sys.exit("All matches ran out of commands: take more --matches.")
        return {
            "rate": written / load.took,
            "desk_us": 1e6 * (self.desk.spent() - desk) / written,
            "redis_us": 1e6 * (self.redis.spent() - redis) / written,
            "p50_ms": load.p50,
            "p99_ms": load.p99,
        }


class Hello:
    def __init__(self, running, workers, connections):
        self.connections = connections
        self.server = running.enter_context(hello_server(workers))

    def measure(self, seconds):
        before = self.server.spent()
        load = run_wrk(self.connections, seconds, f"{self.server}/")
        spent = self.server.spent() - before
        return {
            "rate": load.rate,
            "desk_us": 1e6 * spent / (load.rate * load.took),
            "redis_us": 0.0,
            "p50_ms": load.p50,
            "p99_ms": load.p99,
        }


def medians(rounds):
    return {name: round(statistics.median(found[name] for found in rounds), 3) for name in rounds[0]}


def describe(figures):
    return (
        f"{figures['rate']:6.0f}/s {figures['desk_us']:4.0f} µs + Redis {figures['redis_us']:3.0f} µs, "
        f"p50 {figures['p50_ms']:5.1f} p99 {figures['p99_ms']:5.1f} ms"
    )


if __name__ == "__main__":
    main()

"""Commands a second over HTTP, beside a bare Flask answer on the same gunicorn.

32 connections play matches of Schiefer whose luck is known beforehand, against a Redis with `appendfsync
always`. Both servers are measured in turn, so a ratio compares them on a machine in one state.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import fields
from pathlib import Path
from random import Random

import msgspec

from events.memory_store import MemoryStore
from events.redis_book.redis_store import connect_redis
from service.config import HOME, Config
from service.host.embedded_server import DURABLE, server_binary
from service.matches.opening import Opening
from service.matches.records.people import Person
from service.matches.summary import question_of
from service.matches.use_cases import Matches
from service.matches.writing import Request

BENCH = Path(__file__).parent
SECRET = "s" * 32
SEED = bytes(32)
CONNECTIONS = 32
SEATS = 4
NO_LIMITS = {setting.name.upper(): "0" for setting in fields(Config) if setting.name.endswith("_limit")}


def main():
    options = arguments()
    if shutil.which("wrk") is None:
        sys.exit("This measurement needs wrk: apt-get install wrk")
    with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder, contextlib.ExitStack() as running:
        room = Path(folder)
        book = running.enter_context(redis_server(room))
        desk = running.enter_context(gunicorn("service.http.app:create_app()", room, book, options.workers))
        bare = running.enter_context(gunicorn("measuring.hello:app", room, book, options.workers))
        report(measured(options, room, book, desk, bare))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--matches", type=int, default=96)
    return parser.parse_args()


def measured(options, room, book, desk, bare):
    store = connect_redis(book)
    print(f"preparing {options.matches} matches …", flush=True)
    prepared = [Prepared(store, number) for number in range(options.matches)]
    for number in range(options.rounds + 1):
        hello, _ = wrk(f"{bare}/", options.seconds)
        commands = commands_a_second(prepared, store, room, desk, options.seconds)
        if number:  # the first round only warms up
            print(f"round {number}: {commands:6.0f} commands/s  {hello:6.0f} hello/s  {commands / hello:.3f}")
            yield commands, hello


def report(rounds):
    rounds = list(rounds)
    commands, hello = (statistics.median(column) for column in zip(*rounds, strict=True))
    ratio = statistics.median(one / other for one, other in rounds)
    print(f"median:  {commands:6.0f} commands/s  {hello:6.0f} hello/s  {ratio:.3f}")


class Prepared:
    """A match on the server, with all its commands, known from the same match played in memory."""

    def __init__(self, store, number):
        self.match, self.tokens = opened(Matches(store, SECRET.encode(), seeds=lambda: SEED), number)
        self.start = store.head(self.match).version
        self.commands = list(self.played(number))

    def played(self, number):
        matches = Matches(MemoryStore(), SECRET.encode(), seeds=lambda: SEED)
        match, tokens = opened(matches, number)
        random = Random(number)
        while question := question_of(matches.lives.get(match).match):
            live = matches.lives.get(match)
            command = random.choice(live.match.rules.rules.legal(live.match.table, question))
            matches.submit(match, command, Request(token=tokens[question.seat]))
            body = msgspec.json.encode(command).decode()
            yield f"{match}\t{tokens[question.seat]}\tafter-{live.version}\t{body}\n"

    def left(self, store):
        """The lines of the commands still to be sent."""
        return self.commands[store.head(self.match).version - self.start :]


def opened(matches, number):
    written = matches.open(Opening(game="schiefer", seats=SEATS), Request(cause=f"open {number}"))
    match = written.match
    tokens = [
        matches.sit_down(match, seat, "", Person(), Request(cause=f"sit {seat}")).seat_token
        for seat in range(SEATS)
    ]
    matches.start(match, Request(token=written.host_token))
    return match, tokens


def commands_a_second(prepared, store, room, desk, seconds):
    lines = [line for one in prepared for line in one.left(store)]
    file = room / "commands.tsv"
    file.write_text("".join(lines))
    before = written(prepared, store)
    _, took = wrk(desk, seconds, "-s", str(BENCH / "measuring/load.lua"), "--", str(file))
    return (written(prepared, store) - before) / took


def written(prepared, store):
    return sum(store.head(one.match).version for one in prepared)


def wrk(url, seconds, *script):
    """Requests a second and the seconds it took; any refusal spoils the measurement."""
    options = ("-t1", f"-c{CONNECTIONS}", f"-d{seconds}s")
    split = script.index("--") if "--" in script else len(script)
    ended = subprocess.run(
        ["wrk", *options, *script[:split], url, *script[split:]], capture_output=True, text=True, check=True
    )
    said = ended.stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(f"something was refused:\n{ended.stderr[:1000]}\n{said}")
    took = re.search(r"requests in ([0-9.]+)s", said)
    rate = re.search(r"Requests/sec:\s+([0-9.]+)", said)
    return float(rate[1]), float(took[1])


@contextlib.contextmanager
def redis_server(room):
    place = room / "s"
    settings = DURABLE | {"dir": str(room), "unixsocket": str(place), "loglevel": "warning"}
    words = [word for setting in settings.items() for word in (f"--{setting[0]}", setting[1])]
    with process([server_binary(), *words], os.environ):
        until(place.exists)
        yield f"unix://{place}"


@contextlib.contextmanager
def gunicorn(app, room, book, workers):
    port = free_port()
    environ = (
        os.environ
        | {
            "PYTHONPATH": f"{HOME}{os.pathsep}{BENCH}",
            "REDIS_URL": book,
            "DATA": str(room),
            "GRUBENBUCH_SECRET": SECRET,
            "PORT": str(port),
            "WEB_WORKERS": str(workers),
            "LOG_LEVEL": "warning",
        }
        | NO_LIMITS
    )
    words = (sys.executable, "-m", "gunicorn", "--config", "python:service.host.gunicorn_conf", app)
    with process(words, environ):
        until(lambda: answers(port))
        yield f"http://127.0.0.1:{port}"


@contextlib.contextmanager
def process(words, environ):
    running = subprocess.Popen(words, env=environ, stdout=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(20)


def answers(port):
    with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1):
        pass
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def until(fact):
    for _ in range(600):
        if fact():
            return
        time.sleep(0.05)
    sys.exit("a server does not start")


def free_port():
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


if __name__ == "__main__":
    main()

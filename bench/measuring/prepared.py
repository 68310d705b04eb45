"""Matches of Schiefer whose luck is known beforehand, and a load that plays them over HTTP."""

import re
import subprocess
import sys
from random import Random
from typing import NamedTuple

import msgspec

from events.memory_store import MemoryStore
from measuring.desks import BENCH, SECRET
from service.matches.opening import Opening
from service.matches.records.people import Person
from service.matches.summary import question_of
from service.matches.use_cases import Matches
from service.matches.writing import Request

SEED = bytes(32)
PLAYING = str(BENCH / "measuring/load.lua")  # for wrk
SEATS = 4
MILLISECONDS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


class Load(NamedTuple):
    """What wrk says of one run: requests a second, its seconds, and milliseconds until an answer."""

    rate: float
    took: float
    p50: float
    p99: float


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


def count_written(prepared, store):
    return sum(store.head(one.match).version for one in prepared)


def run_wrk(connections, seconds, *words):
    """Any refusal spoils the measurement."""
    options = ("-t1", f"-c{connections}", f"-d{seconds}s", "--latency")
    ended = subprocess.run(["wrk", *options, *words], capture_output=True, text=True, check=True)
    said = ended.stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(f"something was refused:\n{ended.stderr[:1000]}\n{said}")
    took = float(re.search(r"requests in ([0-9.]+)([a-z]+)", said)[1])
    rate = float(re.search(r"Requests/sec:\s+([0-9.]+)", said)[1])
    return Load(rate, took, *(percentile(said, percent) for percent in (50, 99)))


def percentile(said, percent):
    found = re.search(rf"{percent}%\s+([0-9.]+)([a-z]+)", said)
    return float(found[1]) * MILLISECONDS[found[2]]

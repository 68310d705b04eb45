"""Matches of Schiefer whose luck is known beforehand, and a load that plays them over HTTP."""

from __future__ import annotations

import re
import subprocess
import sys
from random import Random
from typing import NamedTuple

import msgspec

from events.memory_store import MemoryStore
from games.match.commands import StartMatch
from measuring.apis import BENCH, SECRET
from service.matches.handler import Matches, Request
from service.matches.index import question_of
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person

SEED = bytes(32)
PLAYING = str(BENCH / "measuring/load.lua")  # for wrk
SEATS = 4
SHORTEST = 150  # commands of a match, at least
FILLED_AT_ONCE = 500
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
        while question := question_of(matches.repository.get(match).match):
            live = matches.repository.get(match)
            command = random.choice(live.match.rules.rules.legal(live.match.table, question))
            matches.handle(match, command, Request(token=tokens[question.seat]))
            body = msgspec.json.encode(command).decode()
            yield f"{match}\t{tokens[question.seat]}\tafter-{live.version}\t{body}\n"

    def left(self, store):
        """The lines of the commands still to be sent."""
        return self.commands[self.count_written(store) :]

    def count_written(self, store):
        return store.head(self.match).version - self.start


def opened(matches, number):
    written = open_new(matches, Opening(game="schiefer", seats=SEATS), Request(cause=f"open {number}"))
    match = written.match
    tokens = [
        matches.sit_down(match, seat, "", Person(), Request(cause=f"sit {seat}")).seat_token
        for seat in range(SEATS)
    ]
    matches.handle(match, StartMatch(), Request(token=written.host_token))
    return match, tokens


class Stock:
    """As many matches as are needed on one server, with the commands that are left."""

    def __init__(self, store, sheet):
        self.store = store
        self.prepared = []
        self.sheet = sheet

    def fill(self, matches=0, commands=0):
        """Until so many matches have not been played in yet, and so many commands are left in all."""
        while (more := self.count_lacking(matches, commands)) > 0:
            number = len(self.prepared)
            for one in self.sheet.count(range(number, number + more), "matches prepared"):
                self.prepared.append(Prepared(self.store, one))

    def count_lacking(self, matches, commands):
        played = [one.count_written(self.store) for one in self.prepared]
        left = sum(len(one.commands) for one in self.prepared) - sum(played)
        for_commands = 1 + (commands - left) // SHORTEST if left < commands else 0
        return max(matches - played.count(0), min(FILLED_AT_ONCE, for_commands))

    def count_written(self):
        return sum(one.count_written(self.store) for one in self.prepared)

    def lines(self):
        return [line for one in self.prepared for line in one.left(self.store)]


def run_wrk(connections, seconds, *words, threads=1):
    """Any refusal spoils the measurement."""
    options = (f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "60s")
    ended = subprocess.run(["wrk", *options, *words], capture_output=True, text=True, check=True)
    said = ended.stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(f"something was refused:\n{ended.stderr[:1000]}\n{said}")
    rate = float(re.search(r"Requests/sec:\s+([0-9.]+)", said)[1])
    took = milliseconds_in(said, "requests in ") / 1000
    return Load(rate, took, *(milliseconds_in(said, rf"{percent}%\s+") for percent in (50, 99)))


def milliseconds_in(said, before):
    """Of a time as wrk writes it, such as `20.03s` or `1.00m`."""
    found = re.search(before + r"([0-9.]+)([a-z]+)", said)
    return float(found[1]) * MILLISECONDS[found[2]]

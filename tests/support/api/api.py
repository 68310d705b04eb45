"""An API for tests: the app over a store in memory, and a client that speaks its language."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import count
from random import Random

from events.memory_store import MemoryStore
from service.api.app import build_app
from service.api.budgets import Limiter
from service.api.services import Services
from service.config import Config
from service.matches.handler import Matches

SECRET = b"a secret of thirty-two characters"
MOST_COMMANDS = 20_000
NO_LIMITS = {setting.name: 0 for setting in fields(Config) if setting.name.endswith("_limit")}


class Clock:
    """A second passes with every look."""

    def __init__(self, now=1_700_000_000_000):
        self.now = now

    def __call__(self):
        self.now += 1000
        return self.now


def services(store=None, **config):
    """Another one over the same store is another process of the same server."""
    matches = Matches(store or MemoryStore(), SECRET, Clock(), lambda: bytes(range(32)))
    return Services(matches, Config(**config))


def client(store=None, **config):
    """Only those limits hold that are said: tests ask more often than people."""
    ledger = Limiter.of(Config(**(NO_LIMITS | config)))
    return build_app(services(store, **config), ledger).test_client()


def bearer(token):
    return {"Authorization": f"Bearer {token}"} if token else {}


@dataclass
class TableOverHttp:
    """A match as its players see it, over HTTP."""

    client: object
    match: str
    host: str
    watch: str | None = None
    seats: dict[int, str] = field(default_factory=dict)  # seat -> token

    @property
    def path(self):
        return f"/v1/matches/{self.match}"

    def get(self, part="", token=None, **headers):
        return self.client.get(self.path + part, headers=bearer(token) | dash_names(headers))

    def post(self, part, body=None, token=None, **headers):
        return self.client.post(self.path + part, json=body, headers=bearer(token) | dash_names(headers))

    def put(self, part, body=None, token=None, **headers):
        return self.client.put(self.path + part, json=body, headers=bearer(token) | dash_names(headers))

    def delete(self, part, token=None, **headers):
        return self.client.delete(self.path + part, headers=bearer(token) | dash_names(headers))

    def sit(self, name=None, **said):
        body = said | ({"name": name} if name else {})
        answer = self.post("/seats", body, self.watch)
        assert answer.status_code == 201, answer.text
        self.seats[answer.json["seat"]] = answer.json["seat_token"]
        return answer.json["seat"]

    def start(self):
        answer = self.post("/start", token=self.host)
        assert answer.status_code == 201, answer.text
        return self

    def offered(self, token=None):
        return self.get("/commands", token).json

    def play(self, steps=MOST_COMMANDS, seed=1):
        """Sends one of the offered commands, repeatedly; returns the last answer."""
        random, answer = Random(seed), None
        for _ in range(steps):
            offered = self.offered(self.host)
            if offered["turn"] is None:
                break
            command = random.choice(offered["commands"])["command"]
            answer = self.post("/commands", command, self.seats[offered["turn"]])
            assert answer.status_code == 201, answer.text
        return answer


def dash_names(headers):
    """if_match="…" -> If-Match: …"""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def open_table(client, game="schiefer", seats=2, **said):
    answer = client.post("/v1/matches", json={"game": game, "seats": seats} | said)
    assert answer.status_code == 201, answer.text
    return TableOverHttp(client, answer.json["match"], answer.json["host_token"], answer.json["watch_token"])


def running(client, game="schiefer", seats=2, **said):
    table = open_table(client, game, seats, **said)
    for _ in range(seats):
        table.sit()
    return table.start()


def keys(prefix="a-key-that-is-hard-to-guess"):
    return (f"{prefix}-{number}" for number in count())

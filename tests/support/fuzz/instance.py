"""An API for the fuzzer: matches in every state and visibility, and whatever can be named in a request."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from unittest import mock

from events.memory_store import MemoryStore
from service.api.app import build_app
from service.api.budgets import Limiter
from service.matches.handler import Request
from service.matches.opening import Forking, open_fork
from service.queries.watch import Channel, Watch
from support.api import api, books
from support.api.api import TableOverHttp, bearer
from support.api.room import Room
from support.docs.known_variants import BOOK

ADMIN = "0123456789abcdef" * 4
FIRST_ANSWERS = 6  # of a book that is cut short, so that its audit takes milliseconds
LIMITED = ("token", "address", "matches", "openings", "entries", "written", "import", "audit")
LIMITED += ("thinking", "streams")
UNREACHABLE = {f"{name}_limit": 10**9 for name in LIMITED}  # budgets are counted, and never used up
CLOCK = {"kind": "per_answer", "seconds": 3600}


class ImpatientWatch(Watch):
    """Nobody waits: a stream sends what there is, and a heartbeat at once."""

    @contextmanager
    def channels(self, matches, kind=None):
        watcher = kind({match: Channel(match) for match in matches})
        watcher.wait = lambda _: False
        yield watcher

    def wait_beyond(self, match, version, seconds):
        """The time is over at once."""


@dataclass
class Instance:
    """One API on a memory store; thrown away after some thousand requests, with all that they wrote."""

    api: object
    tables: list[TableOverHttp] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)  # of clients
    webhooks: list[str] = field(default_factory=list)
    offered: dict[str, list] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)  # whose seat is asked
    tags: list[str] = field(default_factory=list)

    def __post_init__(self):
        self.app = build_app(self.api, Limiter.of(self.api.config))
        self.client = self.app.test_client()

    @property
    def matches(self):
        return [table.match for table in self.tables] + self.imported

    def look_again(self, table):
        """What may be played now, so that some commands are the right ones."""
        answer = table.get("/commands", table.host)
        self.offered[table.match] = [one["command"] for one in answer.json.get("commands", ())]
        self.turns[table.match] = answer.json.get("turn")
        self.tags = [*self.tags[-20:], answer.headers.get("ETag", "")]


def build_house(*, open_clients=0, webhook_addresses="https"):
    config = {"open_clients": open_clients, "webhook_addresses": webhook_addresses} | UNREACHABLE
    instance = Instance(api.services(MemoryStore(), admin_token=ADMIN, **config))
    instance.api.__dict__["watch"] = ImpatientWatch(instance.api.matches.store)
    register_clients(instance)
    for number, game in enumerate(books.GAME_NAMES):
        for visibility in ("public", "unlisted", "private"):
            begin(instance, game, f"{number}-{visibility}", visibility=visibility)
    end_some(instance)
    register_webhooks(instance)
    import_books(instance)
    for table in instance.tables:
        instance.look_again(table)
    return instance


def register_clients(instance):
    for name in ("tafel", "kreide"):
        headers = bearer(ADMIN) | {"Idempotency-Key": f"a-client-of-the-fuzzer-{name}"}
        answer = instance.client.post("/v1/clients", json={"name": name}, headers=headers).json
        instance.keys.append(answer["key"])


def begin(instance, game, key, **said):
    """Its id follows from the key, so that the same seed asks the same."""
    secret = {"Idempotency-Key": f"a-key-of-the-fuzzer-{key}"}
    body = {"game": game, "seats": 3, "resigning": "end", "clock": CLOCK} | said
    opened = instance.client.post("/v1/matches", json=body, headers=secret).json
    table = TableOverHttp(instance.client, opened["match"], opened["host_token"], opened["watch_token"])
    instance.tables.append(table)
    for seat in range(2):
        headers = bearer(table.watch) | {"Idempotency-Key": f"{secret['Idempotency-Key']}-{seat}"}
        player = {"player": f"p{seat}", "words": "Glück auf"}
        answer = instance.client.post(f"{table.path}/seats", json=player, headers=headers).json
        table.seats[answer["seat"]] = answer["seat_token"]
    table.put("/seats/2/bot", {"mind": "random"}, table.host)
    return table.start()


def end_some(instance):
    """Of each visibility one has ended and one is not begun yet."""
    for table in instance.tables[3:6]:
        table.post("/resign", {}, table.seats[0])
    for visibility in ("public", "unlisted", "private"):
        key = {"Idempotency-Key": f"a-lobby-of-the-fuzzer-{visibility}"}
        body = {"game": "schiefer", "seats": 2, "visibility": visibility}
        opened = instance.client.post("/v1/matches", json=body, headers=key).json
        tokens = opened["host_token"], opened["watch_token"]
        instance.tables.append(TableOverHttp(instance.client, opened["match"], *tokens))


def register_webhooks(instance):
    for table in instance.tables[:3]:
        body = {"match": table.match, "url": "https://93.184.215.14/", "kinds": ["entry"]}
        headers = bearer(table.seats[0]) | {"Idempotency-Key": f"a-webhook-of-{table.match}"}
        answer = instance.client.post("/v1/webhooks", json=body, headers=headers).json
        instance.webhooks.append(answer["webhook"])


def import_books(instance):
    for raw in foreign_books():
        headers = {"Content-Type": "application/x-ndjson"}
        answer = instance.client.post("/v1/matches/import", data=raw, headers=headers)
        instance.imported.append(answer.json["match"])


@cache
def foreign_books():
    """Short ones: with undos, of each game, and forks, whose first entry holds a whole table."""
    return (
        BOOK.read_bytes(),
        *(books.file_of(books.begin_book(game, FIRST_ANSWERS)) for game in books.GAME_NAMES),
        *(fork_book(game) for game in books.GAME_NAMES),
    )


def fork_book(game):
    room = Room(game=game)
    room.plays(times=FIRST_ANSWERS)
    opened = open_fork(room.matches, room.id, room.live.version, Forking(), Request(cause="fork"))
    return books.file_of(room.store.entries(opened.match))


@contextmanager
def without_name_servers():
    """Whatever a fuzzer calls a host, nobody outside is asked about it: numbers alone are understood."""
    real = socket.getaddrinfo

    def read_number(host, port, **how):
        return real(host, port, **how, flags=socket.AI_NUMERICHOST)

    with mock.patch.object(socket, "getaddrinfo", read_number):
        yield

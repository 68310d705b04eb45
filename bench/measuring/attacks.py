"""Attacks of strangers on a running server, each for a bounded time, from an address of its own on loopback.

What an attack needs to find is prepared by the operator's side beforehand (`prepare_targets`): a match with
thousands of undos and redos, and a finished one.
"""

import contextlib
import gzip
import http.client
import json
import os
import socket
import sys
import threading
import time
from collections import Counter
from functools import cache
from itertools import count, cycle
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tests")]

from events.export import export_book  # noqa: E402
from events.memory_store import MemoryStore  # noqa: E402
from service.editions.stored import (  # noqa: E402
    EditionRecord,
    keep_edition,
    travelling_board,
)
from service.host.embedded_server import EmbeddedServer  # noqa: E402
from service.store import connect_redis  # noqa: E402
from service.verification.importing import bring_in  # noqa: E402
from support.api import books  # noqa: E402  the helpers of tests make the books
from support.api.room import Room  # noqa: E402
from support.games.corrected import corrected_imprint  # noqa: E402

THREADS = 8
NDJSON = "application/x-ndjson"
LARGEST_NUMBER = 2**53 - 1
HELD = 600  # connections that one attack holds open
LINES = 4_000_000  # of a body that is small when it is packed
PIPELINED = 400  # requests sent on one connection before the first answer is read
READERS = 3
PAGE_READERS = 10


class Targets(NamedTuple):
    """Matches that attacks read."""

    restless: str  # with thousands of undos and redos
    versions: int  # of that one
    finished: str


def prepare_targets(data, undos):
    """Write both matches through the log's server below this data directory."""
    server = EmbeddedServer(data)
    store = connect_redis(server.url)
    room = Room(store=store, called="restless")
    seat, before = room.to_a_free_undo()
    for _ in range(undos):
        room.undo(seat, before)
        room.redo(seat)
    finished = bring_in(store, books.file_of(books.play_book("schiefer")), int(time.time() * 1000))
    versions = store.head(room.id).version
    store.close()
    return Targets(room.id, versions, finished.place)


class Stranger:
    """Asks, and counts what is answered: statuses, and the codes of problems."""

    def __init__(self, port, seconds, address, targets=None):
        self.targets = targets
        self.port = port
        self.address = address
        self.end = time.monotonic() + seconds
        self.answers = Counter()

    @property
    def goes_on(self):
        return time.monotonic() < self.end

    def ask(self, method, path, body=None, media_type="application/json", token=None, **more):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=30, source_address=(self.address, 0)
        )
        headers = {"Content-Type": media_type} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        try:
            connection.request(method, path, body, headers | more)
            answer = connection.getresponse()
            raw = answer.read()
        except (OSError, http.client.HTTPException):
            self.answers["cut off"] += 1
            return {}
        finally:
            connection.close()
        return self.noted(answer.status, raw)

    def noted(self, status, raw):
        said = {}
        with contextlib.suppress(ValueError):
            said = json.loads(raw)
        code = said.get("code", "") if isinstance(said, dict) else ""
        self.answers[f"{status} {code}".strip()] += 1
        return said if isinstance(said, dict) else {}

    def open_match(self, bots=0, game="schiefer", **bot):
        body = {"game": game, "seats": 2, "bots": [{"seat": seat, **bot} for seat in range(bots)]}
        return self.ask("POST", "/v1/matches", json.dumps(body))

    def repeat(self, work, threads=THREADS):
        """Many at the same time, until the time is over."""

        def one():
            while self.goes_on:
                work()

        threads = [threading.Thread(target=one, daemon=True) for _ in range(threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def hold(self, first_words, count=HELD):
        """Connections that say a little and then nothing; what the server lets go of is counted."""
        held = []
        for _ in range(count):
            with contextlib.suppress(OSError):
                held.append(self.connect(first_words))
        while self.goes_on:
            time.sleep(0.2)
        for each in held:
            self.answers["still held" if is_open(each) else "let go"] += 1
            each.close()

    def connect(self, words):
        made = socket.create_connection(("127.0.0.1", self.port), 10, (self.address, 0))
        made.sendall(words)
        made.setblocking(False)  # noqa: FBT003  what the method is called with
        return made


def is_open(connection):
    try:
        while chunk := connection.recv(65536):
            if b"HTTP/1.1 4" in chunk or b"HTTP/1.1 5" in chunk:
                return False
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


@cache
def forged_fork():
    """A few kilobytes that lay out 2^53 - 1 markers."""
    told = books.plain(books.begin_book("schiefer"))
    for entry in told:
        for event in entry["events"]:
            for name, value in event.items():
                if type(value) is int and name not in {"seat", "round"}:
                    event[name] = LARGEST_NUMBER
    return books.file_of(books.reseal(told))


@cache
def large_book():
    """As long as a whole match, each time under another id: expensive to check, and sound."""
    return books.file_of(books.play_book("schichtwechsel", 4))


def forgeries(stranger):
    """Forged numbers, to be verified and to be imported."""
    forged = forged_fork()  # made once, before there are threads
    stranger.repeat(lambda: stranger.ask("POST", "/v1/verify", forged, NDJSON))
    stranger.ask("POST", "/v1/matches/import", forged, NDJSON)


def audits(stranger):
    """Whole matches to be checked, as many as are taken."""
    book = large_book()
    stranger.repeat(lambda: stranger.ask("POST", "/v1/verify", book, NDJSON))


def lobbies(stranger):
    """Matches that nobody will play."""
    stranger.repeat(stranger.open_match)


def uploads(stranger):
    """Bodies that are promised and never come."""
    head = "POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
    stranger.hold(f"{head}Content-Length: 8000000\r\n\r\n".encode() + b"x" * 400_000, 60)


def half_heads(stranger):
    """Heads that never end."""
    stranger.hold(b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Slow: ")


def streams(stranger):
    """Live streams of a match in which nothing happens."""
    match = stranger.open_match().get("match", "none")
    stranger.hold(f"GET /v1/stream?matches={match} HTTP/1.1\r\nHost: x\r\n\r\n".encode())


def thinkers(stranger):
    """Matches of bots that think as long as they may."""
    for _ in range(10):
        opened = stranger.open_match(2, mind="search", milliseconds=10_000)
        if "match" in opened:
            stranger.ask("POST", f"/v1/matches/{opened['match']}/start", "{}", token=opened["host_token"])
    while stranger.goes_on:
        time.sleep(0.2)


def webhooks(stranger):
    """More webhooks than there may be, registered at the same time."""
    opened = stranger.open_match()
    body = json.dumps({"match": opened.get("match"), "url": "http://127.0.0.1:9/hook", "kinds": ["entry"]})
    token = opened.get("host_token")
    stranger.repeat(lambda: stranger.ask("POST", "/v1/webhooks", body, token=token))


def figures(stranger):
    """Dear pages, asked for without end."""
    stranger.repeat(lambda: stranger.ask("GET", "/metrics"))


@cache
def packed_body():
    return gzip.compress(b"1\n" * LINES)


def packed_lines(stranger):
    """Commands for many matches: eight kilobytes that hold four million lines."""
    packed = packed_body()
    stranger.repeat(
        lambda: stranger.ask("POST", "/v1/commands", packed, NDJSON, **{"Content-Encoding": "gzip"}), 2
    )


def refused_lines(stranger):
    """The same in megabytes of lines that are no commands."""
    body = b"1\n" * 1_000_000
    stranger.repeat(lambda: stranger.ask("POST", "/v1/commands", body, NDJSON), 2)


def empty_lines(stranger):
    """The same in lines that say nothing."""
    body = b"\n" * 2_000_000
    stranger.repeat(lambda: stranger.ask("POST", "/v1/commands", body, NDJSON), 2)


def pipelined(stranger):
    """Requests sent one after another on each connection, without waiting for an answer."""
    path = f"/v1/matches/{stranger.targets.finished}/table.svg"
    one = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()

    def send_all():
        with contextlib.suppress(OSError), socket.socket() as made:
            made.bind((stranger.address, 0))
            made.settimeout(5)
            made.connect(("127.0.0.1", stranger.port))
            made.sendall(one * PIPELINED)
            while stranger.goes_on and (chunk := made.recv(65536)):
                stranger.answers["200"] += chunk.count(b"HTTP/1.1 200")
                stranger.answers["429"] += chunk.count(b"HTTP/1.1 429")

    stranger.repeat(send_all, 4)


def listings(stranger):
    """Live listings of all matches, which change all the time."""
    stranger.hold(b"GET /v1/matches HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n", 200)


def left_listings(stranger):
    """Live listings whose clients leave at once, and come again."""
    words = b"GET /v1/matches HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"

    def come_and_go():
        with contextlib.suppress(OSError):
            stranger.connect(words).close()
            stranger.answers["left"] += 1
        time.sleep(0.02)

    stranger.repeat(come_and_go)


def reviewers(stranger):
    """Followers of a review."""
    match = stranger.targets.finished
    stranger.ask("POST", f"/v1/matches/{match}/review", "{}")
    stranger.hold(
        f"GET /v1/matches/{match}/review HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode(),
        200,
    )


def dear_page(*paths):
    """Ten connections that ask for these pages again and again."""

    def attack(stranger):
        turn = cycle(path.format(**stranger.targets._asdict()) for path in paths)
        stranger.repeat(lambda: stranger.ask("GET", next(turn)), PAGE_READERS)

    return attack


def old_versions(stranger):
    """Three readers of old versions of a match with thousands of undos and redos."""
    turn, match = count(1), stranger.targets.restless

    def read_one():
        version = next(turn) * 7919 % stranger.targets.versions + 1
        what = ("table", "table.svg", "score", "commands")[version % 4]
        stranger.ask("GET", f"/v1/matches/{match}/{what}?version={version}")

    stranger.repeat(read_one, READERS)


def made_up_boards(stranger):
    """Files of matches on boards that nobody has ever seen, a new one each time."""
    numbers = count()

    def bring_one():
        name = f"copy-{stranger.address.replace('.', '-')}-{next(numbers)}"
        imprint = corrected_imprint("schiefer", name)
        here = MemoryStore()
        keep_edition(
            here, "schiefer", imprint.canonical, EditionRecord(name=name, digest=imprint.digest, at=0)
        )
        room = Room(store=here, edition=imprint.id, called=name)
        room.plays(times=2)
        board = travelling_board("schiefer", imprint.id)
        file = export_book(room.store.entries(room.id), board)
        stranger.ask("POST", "/v1/matches/import", file, NDJSON)

    stranger.repeat(bring_one, 2)


def spellings(stranger):
    """One token in many spellings, so that each might be another account."""
    numbers = count()

    def ask_one():
        name = format(next(numbers) % 32, "05b").translate(str.maketrans("01", "bB"))
        scheme = "".join(b.upper() if bit == "B" else b for b, bit in zip("beare", name, strict=True)) + "r"
        stranger.ask("GET", "/v1/games", None, Authorization=f"{scheme}  {'x' * 43}")

    stranger.repeat(ask_one)


ATTACKS = {
    "forgeries": forgeries,
    "audits": audits,
    "lobbies": lobbies,
    "uploads": uploads,
    "half heads": half_heads,
    "streams": streams,
    "thinkers": thinkers,
    "webhooks": webhooks,
    "figures": figures,
    "packed lines": packed_lines,
    "refused lines": refused_lines,
    "empty lines": empty_lines,
    "pipelined": pipelined,
    "listings": listings,
    "left listings": left_listings,
    "reviewers": reviewers,
    "stories": dear_page("/v1/matches/{restless}/story", "/v1/matches/{finished}/story?lang=de"),
    "statistics": dear_page("/v1/matches/{restless}/statistics", "/v1/matches/{finished}/statistics"),
    "charts": dear_page("/v1/matches/{finished}/score.svg", "/v1/matches/{restless}/score.svg"),
    "exports": dear_page("/v1/matches/{restless}/export", "/v1/matches/{restless}/entries?limit=200"),
    "contracts": dear_page("/v1/openapi.yaml", "/v1/openapi.json", "/v1/games/schiefer"),
    "old versions": old_versions,
    "made-up boards": made_up_boards,
    "spellings": spellings,
}


def carry_out(name, port, seconds, answers, targets):
    """In a process of its own, which gives way to the server: strangers bring their own machines."""
    os.nice(15)
    number = list(ATTACKS).index(name)
    stranger = Stranger(port, seconds, f"127.0.1.{number + 1}", targets)
    ATTACKS[name](stranger)
    answers.put(dict(stranger.answers))

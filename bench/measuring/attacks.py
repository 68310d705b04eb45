"""What hostile strangers do to a house, each for a bounded time, from an address of its own on loopback."""

import contextlib
import http.client
import json
import os
import socket
import sys
import threading
import time
from collections import Counter
from functools import cache
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tests")]

from support.desk import books  # noqa: E402  the helpers of tests make the books

THREADS = 8
NDJSON = "application/x-ndjson"
LARGEST_NUMBER = 2**53 - 1
HELD = 600  # connections that one attack holds open


class Stranger:
    """Asks, and counts what is answered: statuses, and the codes of problems."""

    def __init__(self, port, seconds, address):
        self.port = port
        self.address = address
        self.end = time.monotonic() + seconds
        self.answers = Counter()

    @property
    def goes_on(self):
        return time.monotonic() < self.end

    def ask(self, method, path, body=None, media_type="application/json", token=None):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=30, source_address=(self.address, 0)
        )
        headers = {"Content-Type": media_type} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        try:
            connection.request(method, path, body, headers)
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

    def repeat(self, work):
        """Many at the same time, until the time is over."""

        def one():
            while self.goes_on:
                work()

        threads = [threading.Thread(target=one, daemon=True) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def hold(self, first_words, count=HELD):
        """Connections that say a little and then nothing; what the house lets go of is counted."""
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


ATTACKS = (forgeries, audits, lobbies, uploads, half_heads, streams, thinkers, webhooks, figures)


def carry_out(attack, port, seconds, answers):
    """In a process of its own, which gives way to the house: strangers bring their own machines."""
    os.nice(15)
    number = ATTACKS.index(attack)
    stranger = Stranger(port, seconds, f"127.0.1.{number + 1}")
    attack(stranger)
    answers.put(dict(stranger.answers))

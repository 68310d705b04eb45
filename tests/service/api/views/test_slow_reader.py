"""Over real sockets: who reads nothing slows nobody, is cut off, and misses nothing on coming back."""

import json
import socket

import httpx
import pytest

from support.api.api import bearer
from support.api.over_http import open_over_http
from support.servers.patience import PATIENCE

BOTS = [{"seat": seat, "mind": "random"} for seat in range(4)]
LONG = 3  # matches of bots: more than the buffers between two sockets hold
PLAYED = 20  # entries while some read and some do not


class Sluggard:
    """A client whose hands are full: it asks, and reads only when told to."""

    def __init__(self, instance, path, last=None):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(PATIENCE)
        host, _, port = instance.address.removeprefix("http://").partition(":")
        self.socket.connect((host, int(port)))
        resumed = f"Last-Event-ID: {last}\r\n" if last else ""
        self.socket.sendall(f"GET {path} HTTP/1.0\r\nAccept: text/event-stream\r\n{resumed}\r\n".encode())

    def events(self, enough=lambda _: False):
        """Whole ones, until the connection ends or there are enough; one that was cut counts for nothing."""
        found, rest = [], b""
        while not enough(found) and (chunk := self.socket.recv(65_536)):
            *blocks, rest = (rest + chunk).split(b"\n\n")
            found += [event for block in blocks if (event := read(block))]
        self.socket.close()
        return found


def read(block):
    lines = dict(line.split(": ", 1) for line in block.decode().splitlines() if ": " in line)
    return (lines["id"], json.loads(lines["data"])) if "data" in lines else None


@pytest.fixture
def matches(instance):
    """Long ones that bots have played, and at last one in which two people play."""
    instance.workers.dispatcher()
    instance.workers.worker()
    played = [open_over_http(instance, seats=4, bots=BOTS)[0] for _ in range(LONG)]
    instance.workers.until(
        lambda: all(instance.client.get(path).json()["status"] == "finished" for path in played)
    )
    return played, open_over_http(instance, seats=2)


def play(instance, path, tokens, times):
    for _ in range(times):
        offered = instance.client.get(f"{path}/commands").json()
        command, token = offered["commands"][0]["command"], tokens[offered["turn"]]
        answer = instance.client.post(f"{path}/commands", json=command, headers=bearer(token))
        assert answer.status_code == 201, answer.text


def lines_of(instance, path):
    accept = {"Accept": "text/event-stream"}
    return httpx.stream("GET", f"{instance.address}{path}/entries", headers=accept, timeout=PATIENCE)


def test_who_reads_nothing_slows_nobody_and_misses_nothing(instance, matches):
    played, (path, tokens) = matches
    names = [each.rpartition("/")[2] for each in (*played, path)]
    stream = f"/v1/stream?matches={','.join(names)}"
    slow = [Sluggard(instance, stream) for _ in range(4)]  # with both workers, by all likelihood
    with lines_of(instance, path) as quick:
        play(instance, path, tokens, PLAYED)
        names_of_events = (line for line in quick.iter_lines() if line.startswith("id: "))
        newest = instance.client.get(path).json()["version"]
        assert [int(next(names_of_events)[4:]) for _ in range(newest)] == list(range(1, newest + 1))

    instance.workers.until(lambda: instance.workers.said().count("too slow and cut off") >= len(slow))
    for sluggard in slow:
        check(instance, sluggard, stream, names)


def check(instance, sluggard, stream, names):
    expected = {name: instance.client.get(f"/v1/matches/{name}").json()["version"] for name in names}
    events = sluggard.events()
    assert len(events) < sum(expected.values())

    def complete(more):
        return len(events) + len(more) >= sum(expected.values())

    events += Sluggard(instance, stream, events[-1][0]).events(complete)
    versions = {name: [] for name in names}
    for _, said in events:
        versions[said["match"]].append(said["entry"]["version"])
    assert versions == {name: list(range(1, newest + 1)) for name, newest in expected.items()}

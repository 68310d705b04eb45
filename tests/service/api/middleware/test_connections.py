"""Over raw sockets: heads that never end silence nobody, and nobody has all connections."""

import http.client
import json
import socket
import time
from contextlib import ExitStack, nullcontext
from resource import RLIM_INFINITY

import gevent.socket
import pytest

from service.api import gunicorn_worker
from service.api.gunicorn_worker import Connection, Connections, allow_files
from service.api.problems import TooManyConnections
from service.problems import TooBusy
from support.api.over_http import open_over_http
from support.servers.patience import PATIENCE

MOST = 20  # connections of one address, in two processes
HALF = b"GET /v1/games HTTP/1.1\r\nHost: x\r\n"
REQUEST = HALF + b"\r\n"
LARGE = 8_000_000  # more than any system holds for a client


@pytest.fixture
def connect():
    """From another address of the loopback: an attacker and a person are two."""
    with ExitStack() as opened:

        def connect_to(instance):
            address = ("127.0.0.1", instance.client.base_url.port)
            return opened.enter_context(
                socket.create_connection(address, PATIENCE, source_address=("127.0.0.2", 0))
            )

        yield connect_to


def read_answer(connection):
    answer = b""
    while chunk := connection.recv(65536):
        answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), json.loads(body)


def test_half_sent_heads_of_one_address_silence_nobody_else(open_api, connect):
    small_instance = open_api(CONNECTIONS_LIMIT=str(MOST))
    held = [connect(small_instance) for _ in range(5 * MOST)]
    for each in held:
        each.sendall(HALF)

    assert small_instance.client.get("/v1/games").status_code == 200

    seen = [read_answer(each) for each in held]
    codes = [problem["code"] for _, _, problem in seen]
    assert codes.count("head_too_slow") <= MOST
    assert set(codes) == {"head_too_slow", "too_many_connections"}
    refused = next(each for each in seen if each[2]["code"] == "too_many_connections")
    assert refused[0] == 429
    assert "\r\nRetry-After: " in refused[1]


def test_a_head_that_trickles_is_refused_in_time(instance, connect):
    began, slow = time.monotonic(), connect(instance)
    for letter in HALF[:8]:
        slow.sendall(bytes([letter]))
        time.sleep(0.1)
    status, _, problem = read_answer(slow)

    assert (status, problem["code"]) == (408, "head_too_slow")
    assert time.monotonic() - began > gunicorn_worker.HEAD_SECONDS - 0.5


def test_a_silent_connection_is_closed_without_a_word(instance, connect):
    silent = connect(instance)

    assert silent.recv(1) == b""


def test_a_kept_connection_may_rest_for_longer_than_a_head_may_take(instance, connect):
    kept = connect(instance)
    for pause in (gunicorn_worker.HEAD_SECONDS + 1, 0):
        kept.sendall(REQUEST)
        answer = http.client.HTTPResponse(kept)
        answer.begin()
        assert (answer.status, answer.read() != b"") == (200, True)
        time.sleep(pause)


@pytest.mark.parametrize(
    ("limits", "allowed", "asked_for"),
    [
        ((1024, 4096), 4096, [(4096, 4096)]),
        ((1024, RLIM_INFINITY), 5000, [(5000, RLIM_INFINITY)]),
        ((RLIM_INFINITY, RLIM_INFINITY), 5000, []),
        ((9000, 9000), 5000, []),
    ],
)
def test_a_process_asks_for_as_many_files_as_it_may_have(limits, allowed, asked_for, monkeypatch):
    asked = []
    monkeypatch.setattr("resource.getrlimit", lambda _: limits)
    monkeypatch.setattr("resource.setrlimit", lambda _, wanted: asked.append(wanted))

    assert (allow_files(5000), asked) == (allowed, asked_for)


class Parked:
    def __init__(self):
        self.was_shut = False

    def await_head(self, seconds):
        self.seconds = seconds

    def end_of_head(self):
        self.seconds = None

    def dup(self):
        return nullcontext(self)

    def shutdown(self, _):
        self.was_shut = True


def test_of_a_full_process_the_longest_wait_for_a_head_makes_room():
    room, first, second = Connections(most=2, most_of_address=0), Parked(), Parked()
    for parked in (first, second):
        room.enter("10.0.0.1")
        room.await_head(parked, 5)
    room.enter("10.0.0.2")

    assert (first.was_shut, second.was_shut) == (True, False)


def test_who_is_being_answered_makes_no_room():
    room = Connections(most=1, most_of_address=0)
    room.enter("10.0.0.1")
    with pytest.raises(TooBusy):
        room.enter("10.0.0.2")
    room.leave("10.0.0.1")
    room.enter("10.0.0.2")


def test_a_process_that_closes_hangs_up_on_all_who_ask_for_nothing():
    room, first, late = Connections(most=2, most_of_address=0), Parked(), Parked()
    room.await_head(first, 5)
    room.close()
    room.await_head(late, 5)

    assert (first.was_shut, late.was_shut) == (True, True)


def test_a_client_that_does_not_read_its_answer_is_left(monkeypatch):
    monkeypatch.setattr(gunicorn_worker, "SEND_SECONDS", 0.2)
    ours, theirs = gevent.socket.socketpair()
    with Connection.take_over(ours, "here") as connection, theirs, pytest.raises(BrokenPipeError):
        connection.sendall(b"x" * LARGE)


def test_a_client_that_reads_slowly_has_time_for_each_part(monkeypatch):
    monkeypatch.setattr(gunicorn_worker, "SEND_SECONDS", PATIENCE)
    ours, theirs = gevent.socket.socketpair()
    with Connection.take_over(ours, "here") as connection, theirs:
        reading = gevent.spawn(read_to_the_end, theirs)
        connection.sendall(b"x" * LARGE)
        connection.shutdown(socket.SHUT_WR)

        assert reading.get() == LARGE


def read_to_the_end(connection):
    length = 0
    while part := connection.recv(10_000):
        length += len(part)
    return length


def test_an_address_has_its_own_share():
    room = Connections(most=10, most_of_address=1)
    room.enter("10.0.0.1")
    room.enter("10.0.0.2")
    with pytest.raises(TooManyConnections) as refused:
        room.enter("10.0.0.1")

    assert refused.value.facts["retry_after"] > 0


def test_streams_of_one_address_leave_room_for_those_of_others(open_api, connect):
    instance = open_api(WEB_WORKERS="1", STREAMS_LIMIT="3")
    path = open_over_http(instance, seats=2)[0]
    ask = f"GET {path}/entries HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode()
    held = [connect(instance) for _ in range(5)]
    for each in held:
        each.sendall(ask)

    assert sorted(each.recv(12) for each in held) == [b"HTTP/1.1 200"] * 3 + [b"HTTP/1.1 429"] * 2
    with instance.client.stream("GET", f"{path}/entries", headers={"Accept": "text/event-stream"}) as mine:
        assert mine.status_code == 200

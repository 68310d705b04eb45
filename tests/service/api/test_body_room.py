"""Bodies are read as they come, within a number of bytes that a process keeps for all of them."""

import select
import socket
import time
from contextlib import ExitStack

import pytest

from service.api.app import build_app
from service.api.body import MemoryBudget, Reservation
from service.api.budgets import MIB
from service.api.problems import TooManyBodies
from support.api import api, books
from support.servers.patience import PATIENCE

UPLOADS = 40  # each claims more than it sends, and holds the megabyte it is about to send


def test_room_is_shared_out_and_given_back():
    room = MemoryBudget(8 * MIB)
    first = Reservation(room, "10.0.0.1", file=True)
    for _ in range(3):  # half of the three quarters that files may have
        first.reserve(MIB)
    with pytest.raises(TooManyBodies):
        first.reserve(MIB)
    Reservation(room, "10.0.0.2", file=True).reserve(3 * MIB)
    with pytest.raises(TooManyBodies):
        Reservation(room, "10.0.0.3", file=True).reserve(1)

    Reservation(room, "10.0.0.3", file=False).reserve(2 * MIB)
    first.release()
    Reservation(room, "10.0.0.4", file=True).reserve(1)


def test_without_a_limit_there_is_room_for_all():
    room = MemoryBudget(0)
    for _ in range(1000):
        room.take("10.0.0.1", MIB, file=True)


@pytest.mark.parametrize("body", [b'{"game": "schiefer", "seats": 2}', b"{", b" " * 70_000])
def test_after_a_request_nothing_is_held_whatever_came_of_it(body):
    home = api.services()
    client = build_app(home).test_client()
    client.post("/v1/matches", data=body, content_type="application/json")
    file = books.file_of(books.begin_book())
    client.post("/v1/verify", data=file, content_type="application/x-ndjson")

    assert vars(home.body_memory) == vars(MemoryBudget(64 * MIB))


def test_uploads_that_never_end_hold_no_more_than_the_room_and_keep_no_command_out(open_api):
    instance = open_api(WEB_WORKERS="1", BODIES_LIMIT="32", CONNECTIONS_LIMIT="0")
    head = (
        b"POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
        b"Content-Length: 8000000\r\n\r\n"
    )
    with ExitStack() as opened:
        held = []
        for number in range(UPLOADS):
            source = (f"127.0.0.{2 + number % 4}", 0)  # several, so that no address has more than its part
            upload = socket.create_connection(
                ("127.0.0.1", instance.client.base_url.port), PATIENCE, source_address=source
            )
            held.append(opened.enter_context(upload))
            upload.sendall(head + b"x" * 10_000)
        answer = instance.client.post("/v1/matches", json={"game": "schiefer", "seats": 2})
        assert answer.status_code == 201
        refused = readable(held, UPLOADS - 24)  # a megabyte each of three quarters of 32

        assert {upload.recv(12) for upload in refused} == {b"HTTP/1.1 503"}
        assert len(refused) == UPLOADS - 24


def readable(connections, enough):
    end, found = time.monotonic() + PATIENCE, []
    while len(found) < enough and time.monotonic() < end:
        found, _, _ = select.select(connections, [], [], 1)
        time.sleep(0.1)
    return found

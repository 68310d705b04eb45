"""A client that hangs up while it is answered is noticed at once, and no other."""

import select
import socket

import gevent
import gevent.socket
import pytest
from gevent.event import Event

from service.api.greenlets import notice_hang_up
from support.api import books
from support.servers.patience import PATIENCE

NDJSON = "application/x-ndjson"


@pytest.fixture
def pair():
    here, there = gevent.socket.socketpair()
    yield here, there
    here.close()
    there.close()


def test_whoever_hangs_up_is_noticed(pair):
    here, there = pair
    gone = Event()
    with notice_hang_up(here, gone.set):
        there.close()
        assert gone.wait(PATIENCE)


def test_whoever_sends_more_has_not_hung_up(pair):
    here, there = pair
    gone = Event()
    with notice_hang_up(here, gone.set):
        there.sendall(b"GET")
        gevent.sleep(0)
        gevent.idle()
        assert not gone.is_set()
    assert here.recv(3) == b"GET"


def test_whoever_sends_more_and_then_hangs_up_is_noticed_too(pair):
    here, there = pair
    gone = Event()
    with notice_hang_up(here, gone.set):
        there.sendall(b"GET")
        gevent.sleep(0.01)  # the bytes are seen before the end
        there.close()
        assert gone.wait(PATIENCE)


def test_whoever_closes_only_the_sending_side_has_gone_and_is_told_nothing(pair):
    here, there = pair
    gone = Event()
    with notice_hang_up(here, gone.set):
        there.shutdown(socket.SHUT_WR)
        assert gone.wait(PATIENCE)

    with pytest.raises(BrokenPipeError):
        here.sendall(b"HTTP/1.1 503 ")
    assert there.recv(100) == b""


def test_once_it_is_answered_nobody_listens_any_more(pair):
    here, there = pair
    gone = Event()
    with notice_hang_up(here, gone.set):
        pass
    there.close()
    gevent.idle()
    assert not gone.is_set()


def test_without_a_connection_there_is_nobody_to_go():
    with notice_hang_up(None, lambda: 1 / 0):
        pass


def test_a_file_whose_sender_closes_the_sending_side_is_answered_by_closing(open_api):
    """As `nc -N` does; the same without `POST`, which nobody waits for, is answered."""
    instance = open_api(WEB_WORKERS="1", VERIFIERS="1")
    file = books.file_of(books.play_book("schiefer"))
    head = f"POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Type: {NDJSON}\r\nContent-Length: {len(file)}\r\n"

    assert send_and_close(instance, head.encode() + b"\r\n" + file) == b""
    assert b" 200 " in send_and_close(instance, b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n")


def send_and_close(instance, request):
    """Return all that is answered."""
    found = b""
    with socket.create_connection(("127.0.0.1", instance.client.base_url.port), PATIENCE) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(65536):
            found += part
    return found


def test_thirty_who_hang_up_leave_a_place_for_the_next(open_api):
    """Each of them has asked for an audit; one is judged at a time, and sixteen may wait."""
    instance = open_api(WEB_WORKERS="1", VERIFIERS="1")
    file = books.file_of(books.play_book("schiefer"))
    brought = instance.client.post("/v1/matches/import", content=file, headers={"Content-Type": NDJSON})
    path = f"{brought.headers['Location']}/audit"
    address = ("127.0.0.1", instance.client.base_url.port)
    waiting = [socket.create_connection(address, PATIENCE) for _ in range(30)]
    for connection in waiting:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    answered, _, _ = select.select(waiting, [], [], PATIENCE)
    assert b" 503 " in answered[0].recv(100)  # the queue is full

    for connection in waiting:
        connection.close()

    assert 200 in [instance.client.get(path).status_code for _ in range(3)]

"""Long work lets others have their turn: also those for whom something has arrived meanwhile."""

import gevent
import gevent.socket
import pytest
from flask import Request
from werkzeug.test import EnvironBuilder

from service.api.app import create_app
from service.api.body import STEP, MemoryBudget, Reservation, read_parts
from service.api.fast_flask import begin_request, end_request
from service.api.greenlets import yield_control
from service.api.services import services_of
from service.config import Config


@pytest.fixture
def other():
    """A client, and what has been read from it."""
    here, there = gevent.socket.socketpair()
    heard = bytearray()
    reader = gevent.spawn(lambda: heard.extend(here.recv(100)))
    gevent.sleep(0.001)  # it waits
    yield there, heard
    reader.kill()
    here.close()
    there.close()


def test_a_socket_on_which_something_has_arrived_is_served(other):
    client, heard = other
    client.sendall(b"GET")
    yield_control()
    yield_control()  # read in the first round, and told in the second

    assert heard == b"GET"


def test_between_two_commands_of_a_request_others_are_served(other, store, tmp_path):
    client, heard = other
    matches = services_of(create_app(Config(data=tmp_path), store)).matches
    client.sendall(b"GET")
    matches.give_way()
    matches.give_way()

    assert heard == b"GET"


def test_between_two_parts_of_a_body_others_are_served(other):
    client, heard = other
    environ = EnvironBuilder(method="POST", data=bytes(4 * STEP)).get_environ()
    token = begin_request(Request(environ))
    parts = read_parts(environ, Reservation(MemoryBudget(0), "1.2.3.4", file=True), 4 * STEP, lambda _: None)
    client.sendall(b"GET")
    for _ in range(3):
        next(parts)
    end_request(token)

    assert heard == b"GET"

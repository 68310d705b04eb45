"""Several processes listen on one socket: none of them takes all connections of a client."""

import socket
import time
from contextlib import ExitStack, contextmanager

import gevent
import gevent.socket
import pytest

from service.api.gunicorn_worker import FairServer
from support.servers.patience import PATIENCE

LONG = 3600.0  # seconds that no test waits


@pytest.fixture
def listener():
    with gevent.socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening


@contextmanager
def server(listener, taken, pause):
    """As the processes have it, but in one: what it accepts is added to `taken`."""
    serving = FairServer(listener.dup(), handle=lambda connection, _: taken.append(connection))
    serving.pause = pause
    serving.start()
    try:
        yield
    finally:
        serving.stop()


def block(seconds):
    """Without a look at what happens meanwhile, as whoever decides does."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def connect(stack, listener, fact):
    stack.enter_context(gevent.socket.create_connection(listener.getsockname(), PATIENCE))
    with gevent.Timeout(PATIENCE):
        while not fact():
            gevent.sleep(0)


def test_whoever_has_taken_a_connection_leaves_the_next_ones_to_the_others(listener):
    taken = [[], [], []]
    with ExitStack() as stack:
        for each in taken:
            stack.enter_context(server(listener, each, LONG))
        for number in (1, 2, 3):
            connect(stack, listener, lambda number=number: sum(map(len, taken)) == number)

    assert [*map(len, taken)] == [1, 1, 1]


def test_work_is_no_rest(listener):
    """As long as it lasts, nobody else may have had a core."""
    taken = []
    with ExitStack() as stack:
        stack.enter_context(server(listener, taken, pause=0.2))
        connect(stack, listener, lambda: taken)
        block(0.5)
        stack.enter_context(gevent.socket.create_connection(listener.getsockname(), PATIENCE))
        gevent.sleep(0.01)

        assert len(taken) == 1


def test_those_who_came_while_it_was_at_work_are_taken_together(listener):
    """Given more work than a pause, when it looks again, then it takes one for each pause that has passed."""
    taken = []
    with ExitStack() as stack:
        stack.enter_context(server(listener, taken, pause=0.01))
        connect(stack, listener, lambda: taken)
        for _ in range(20):
            stack.enter_context(socket.create_connection(listener.getsockname(), PATIENCE))
        block(0.3)
        connect(stack, listener, lambda: len(taken) > 1)
        gevent.sleep(0)  # until all that were taken with it have been handed on

        assert len(taken) > 20


def test_a_process_alone_takes_one_after_the_other(listener):
    taken = []
    with ExitStack() as stack:
        stack.enter_context(server(listener, taken, pause=0.001))
        for number in (1, 2, 3):
            connect(stack, listener, lambda number=number: len(taken) == number)


def test_one_that_is_stopped_during_its_pause_stays_so(listener):
    taken = []
    with ExitStack() as stack:
        with server(listener, taken, pause=0.001):
            connect(stack, listener, lambda: taken)
        gevent.sleep(0.01)
        stack.enter_context(gevent.socket.create_connection(listener.getsockname(), PATIENCE))
        gevent.sleep(0.01)

    assert len(taken) == 1

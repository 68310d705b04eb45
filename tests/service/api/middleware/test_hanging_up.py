"""Clients that hang up while they wait: their places are free before anything is sent to them."""

import socket
import time
from contextlib import suppress

import pytest

from service.api.streams import HEARTBEAT_SECONDS
from support.api.over_http import open_over_http
from support.servers.patience import PATIENCE

MOST = 3  # streams of one address
STREAM = "Accept: text/event-stream\r\n"


@pytest.fixture
def instance(open_api):
    return open_api(WEB_WORKERS="1", STREAMS_LIMIT=str(MOST))


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/v1/matches", STREAM), ("{}/entries", STREAM), ("{}/entries?after=100&wait=20", "")],
)
def test_who_hangs_up_leaves_room_for_the_next_at_once(instance, path, headers):
    """Given as many streams as there may be, when their clients are gone, then the next one need not wait."""
    match = open_over_http(instance, seats=2)[0]
    asked = f"GET {path.format(match)} HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode()
    for _ in range(MOST):
        with connect(instance) as one, suppress(TimeoutError):
            one.settimeout(0.5)  # a long poll has nothing to say
            one.sendall(asked)
            one.recv(65536)

    given_up = time.monotonic() + HEARTBEAT_SECONDS - 5  # until then nothing is sent that could fail
    while (status := ask(instance, asked.replace(b"wait=20", b"wait=1"))) == 429:
        assert time.monotonic() < given_up
        time.sleep(0.1)
    assert status == 200


def connect(instance):
    return socket.create_connection(("127.0.0.1", instance.client.base_url.port), PATIENCE)


def ask(instance, asked):
    with connect(instance) as one:
        one.sendall(asked)
        return int(one.recv(65536).split()[1])

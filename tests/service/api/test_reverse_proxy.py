"""Behind `haproxy.cfg`: a match has its process, and whatever else a client is promised holds as well."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from support.api.api import bearer
from support.api.over_http import open_over_http
from support.servers.patience import PATIENCE
from support.servers.reverse_proxy import ReverseProxy, proxy_program

pytestmark = pytest.mark.skipif(
    proxy_program() is None, reason="no haproxy on this machine: apt-get install haproxy"
)
EVENTS = "text/event-stream"
BOTH = {"web-1", "web-2"}


@pytest.fixture
def proxy():
    opened = ReverseProxy()
    yield opened
    opened.close()


@pytest.fixture
def instance(open_api, proxy, eventually):
    """Its client comes through the proxy."""
    opened = open_api(WEB_SOCKETS=str(proxy.sockets), PROXIES="1", ADDRESS_LIMIT="100000")
    proxy.open()
    opened.client.base_url = proxy.address
    eventually(lambda: proxy.answers() and set(proxy.processes()) == BOTH)
    return opened


def answering(proxy, instance, path, tokens):
    """Which processes answer the calls for a match."""
    before = proxy.processes()
    for _ in range(3):
        use(instance, path, tokens)
    return {name for name, count in proxy.processes().items() if count > before[name]}


def use(instance, path, tokens):
    """Calls of every kind; a command among them."""
    offered = instance.client.get(f"{path}/commands").json()
    key = {"Idempotency-Key": f"at-{offered['version']}"}
    told = instance.client.post(
        f"{path}/commands",
        json=offered["commands"][0]["command"],
        headers=bearer(tokens[offered["turn"]]) | key,
    )
    assert told.status_code == 201
    for part in ("", "/table", "/entries?after=1", "/table?version=2"):
        assert instance.client.get(path + part).status_code == 200


def test_all_calls_for_a_match_are_answered_by_the_same_process(instance, proxy):
    proxy.trust()
    served = []
    while set().union(*served) != BOTH:  # each has matches of its own
        served.append(answering(proxy, instance, *open_over_http(instance, seats=2)))

        assert len(served[-1]) == 1


def test_another_process_takes_over_from_one_that_is_stuck_or_dead(instance, proxy, eventually):
    matches = [open_over_http(instance, seats=2) for _ in range(8)]
    stuck, dead = children(instance.api.pid)
    os.kill(stuck, signal.SIGSTOP)

    eventually(lambda: len(proxy.processes()) == 1)
    for path, tokens in matches:
        use(instance, path, tokens)

    os.kill(stuck, signal.SIGCONT)
    eventually(lambda: len(proxy.processes()) == 2)
    os.kill(dead, signal.SIGKILL)
    for path, tokens in matches:
        use(instance, path, tokens)


def children(pid):
    return sorted(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def test_streams_and_long_polls_come_through_as_it_happens(instance):
    path, tokens = open_over_http(instance, seats=2)
    version = instance.client.get(path).json()["version"]

    def poll():
        with httpx.Client(base_url=instance.client.base_url, timeout=PATIENCE) as other:
            while not (found := other.get(f"{path}/entries?after={version}&wait=20").json()["entries"]):
                pass
            return found[0]["version"]

    with ThreadPoolExecutor() as pool:
        polled = pool.submit(poll)
        with instance.client.stream("GET", f"{path}/entries", headers={"Accept": EVENTS}) as stream:
            lines = stream.iter_lines()
            assert f"id: {version}" in lines  # all there was; from here on it waits
            use(instance, path, tokens)

            assert f"id: {version + 1}" in lines
        assert polled.result() == version + 1


def test_the_api_counts_by_the_address_of_the_client_and_believes_no_other(instance, proxy):
    proxy.trust()

    def left(address, **headers):
        """Of its requests a minute; all are counted by the process of one match."""
        transport = httpx.HTTPTransport(local_address=address)
        with httpx.Client(base_url=instance.client.base_url, transport=transport, timeout=PATIENCE) as client:
            said = client.get("/v1/matches/nobody", headers=headers).headers["RateLimit"]
        return int(said.split("r=")[1].partition(";")[0].partition(",")[0])

    first = left("127.0.0.2")
    assert left("127.0.0.2", **{"X-Forwarded-For": "127.0.0.3"}) == first - 1
    assert left("127.0.0.3") == first

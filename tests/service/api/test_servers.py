"""The same app under our worker of gunicorn, under its plain gevent worker, and under the server of Flask."""

import time
from random import Random

import pytest

from support.desk.desk import bearer
from support.desk.over_http import open_over_http, verify_book
from support.servers.patience import PATIENCE

APP = "service.api.app:create_app()"
ADDRESS = "127.0.0.1:{port}"
SERVERS = {
    "our worker": ("gunicorn", "--config", "python:service.host.gunicorn_conf", APP),
    "plain gevent": ("gunicorn", "--worker-class", "gevent", "--bind", ADDRESS, APP),
    "flask run": ("flask", "--app", APP, "run", "--port", "{port}"),
}


def play_short_match(house):
    """Choose at random until the match is over."""
    path, tokens = open_over_http(house, seats=2, options={"stall_rounds": 1})
    random, end = Random(1), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        offered = house.client.get(f"{path}/commands").json()
        if offered["turn"] is None:
            return path
        command = random.choice(offered["commands"])["command"]
        asked = {"json": command, "headers": bearer(tokens[offered["turn"]])}
        assert house.client.post(f"{path}/commands", **asked).status_code == 201
    return pytest.fail("the match does not end")


@pytest.mark.parametrize("words", SERVERS.values(), ids=SERVERS)
def test_a_match_is_played_and_followed_under_any_server(open_desk, words):
    house = open_desk(words)
    path = play_short_match(house)
    with house.client.stream("GET", f"{path}/entries", headers={"Accept": "text/event-stream"}) as stream:
        told = [line for line in stream.iter_lines() if line.startswith("id: ")]

    summary = house.client.get(path).json()
    assert summary["status"] == "finished"
    assert verify_book(house, path) == summary["hash"]
    assert told == [f"id: {version}" for version in range(1, summary["version"] + 1)]

"""The same app under our worker of gunicorn, under its plain gevent worker, and under the server of Flask."""

import time
from random import Random

import pytest

from support.api.api import bearer
from support.api.over_http import open_over_http, verify_book
from support.servers.patience import PATIENCE

APP = "service.api.app:create_app()"
ADDRESS = "127.0.0.1:{port}"
SERVERS = {
    "our worker": ("gunicorn", "--config", "python:service.host.gunicorn_conf", APP),
    "plain gevent": ("gunicorn", "--worker-class", "gevent", "--bind", ADDRESS, APP),
    "flask run": ("flask", "--app", APP, "run", "--port", "{port}"),
}


def play_short_match(instance):
    """Choose at random until the match is over."""
    path, tokens = open_over_http(instance, seats=2, options={"stall_rounds": 1})
    random, end = Random(1), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        offered = instance.client.get(f"{path}/commands").json()
        if offered["turn"] is None:
            return path
        command = random.choice(offered["commands"])["command"]
        asked = {"json": command, "headers": bearer(tokens[offered["turn"]])}
        assert instance.client.post(f"{path}/commands", **asked).status_code == 201
    return pytest.fail("the match does not end")


@pytest.mark.parametrize("words", SERVERS.values(), ids=SERVERS)
def test_a_match_is_played_and_followed_under_any_server(open_api, words):
    instance = open_api(words)
    path = play_short_match(instance)
    with instance.client.stream("GET", f"{path}/entries", headers={"Accept": "text/event-stream"}) as stream:
        told = [line for line in stream.iter_lines() if line.startswith("id: ")]

    summary = instance.client.get(path).json()
    assert summary["status"] == "finished"
    assert verify_book(instance, path) == summary["hash"]
    assert told == [f"id: {version}" for version in range(1, summary["version"] + 1)]

"""Whoever runs a server that forgets is told so, at the start and on the readiness page."""

import json
import logging

import pytest

from events.redis_store.store import connect_redis
from service.api.app import create_app
from service.cli.up import warn_of_forgetful_server
from service.config import Config
from support.servers.servers import Server, any_binary

SECRET = "s" * 32


@pytest.fixture
def server():
    with Server(any_binary()) as running:
        yield running


@pytest.mark.parametrize(("fsync", "level"), [("always", "fsync-always"), ("everysec", "fsync-everysec")])
def test_the_api_shows_how_durable_its_book_is_and_warns(server, fsync, level, monkeypatch, caplog):
    monkeypatch.setenv("GRUBENBUCH_SECRET", SECRET)
    with server.client() as client:
        client.config_set("appendfsync", fsync)
    store = connect_redis(server.url)
    app = create_app(Config(), store)
    assert app.test_client().get("/health/ready").json["durability"] == level
    warned = [line for line in caplog.records if line.levelno == logging.WARNING]
    assert len(warned) == (level != "fsync-always")
    assert all(level in line.getMessage() for line in warned)
    store.close()


def test_up_says_it_to_the_person_at_the_terminal(monkeypatch):
    answers = {"durability": "fsync-always"}
    monkeypatch.setattr(
        "service.cli.up.read_readiness", lambda _: json.dumps(answers, separators=(",", ":")).encode()
    )
    told = []
    warn_of_forgetful_server(Config(), told.append)
    assert told == []
    answers["durability"] = "memory"
    warn_of_forgetful_server(Config(), told.append)
    assert len(told) == 1
    assert "'memory'" in told[0]

"""How many webhooks there may be holds however many come at the same time, and the host can make room."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from service.matches.handler import Request
from service.problems import TokenUnknown, TooManyWebhooks
from service.webhooks import registry
from service.webhooks.address import POLICIES
from service.webhooks.records import Webhooks
from service.webhooks.registry import MOST_OF_TOKEN, MOST_WEBHOOKS, Registry, WebhookRequest
from support.api.room import SECRET, Room
from support.servers.patience import PATIENCE

URL = "https://93.184.215.14/hook?key=secret"


class Lobby:
    def __init__(self):
        self.room = Room(people=4, visibility="private")
        self.registry = Registry(self.room.matches, SECRET, POLICIES["https"])
        self.hooks = Webhooks(self.room.store)

    def register(self, token):
        wanted = WebhookRequest(self.room.id, "match", URL, ("entry",))
        try:
            return self.registry.register(wanted, Request(token=token)).webhook
        except TooManyWebhooks:
            return None


@pytest.fixture
def lobby():
    return Lobby()


@pytest.fixture
def all_at_once(lobby, monkeypatch):
    """Each has counted before any of them writes, as happens to processes that serve the same match."""

    def registered(tokens):
        together = Barrier(len(tokens), timeout=PATIENCE)
        noted = registry.note_request

        def wait_and_note(*about):
            together.wait()
            return noted(*about)

        with monkeypatch.context() as racing, ThreadPoolExecutor(len(tokens)) as threads:
            racing.setattr(registry, "note_request", wait_and_note)
            return list(threads.map(lobby.register, tokens))

    return registered


def test_a_token_has_no_more_than_its_share_when_many_come_at_once(lobby, all_at_once):
    watch = lobby.room.watch
    registered = [webhook for webhook in all_at_once([watch] * 31) if webhook]

    assert len(registered) == MOST_OF_TOKEN
    assert lobby.hooks.at(lobby.room.id) == sorted(registered, key=lambda one: (one.made_at, one.id))
    assert lobby.register(watch) is None
    assert lobby.register(lobby.room.host) is not None  # the others still have room


def test_a_match_has_no_more_than_its_share_when_many_come_at_once(lobby, all_at_once):
    tokens = [lobby.room.host, lobby.room.watch, *lobby.room.tokens]
    registered = [webhook for webhook in all_at_once(tokens * MOST_OF_TOKEN) if webhook]

    assert len(tokens) * MOST_OF_TOKEN > len(registered) == MOST_WEBHOOKS
    assert len(lobby.hooks.at(lobby.room.id)) == MOST_WEBHOOKS
    assert max(Counter(webhook.token for webhook in registered).values()) <= MOST_OF_TOKEN


def test_what_is_registered_while_the_last_one_goes_stays_listed(lobby, monkeypatch):
    """The place is taken off the list of those that are looked after only while it is empty."""
    last = lobby.register(lobby.room.host)
    put = lobby.room.store.put

    def put_late(place, document, fields):
        if None in fields.values() and document == "places":
            lobby.room.store.put = put
            lobby.register(lobby.room.watch)
        put(place, document, fields)

    monkeypatch.setattr(lobby.room.store, "put", put_late)
    lobby.hooks.drop(last)
    assert lobby.hooks.scopes() == {lobby.room.id}


def test_a_place_that_lost_its_last_webhook_is_empty(lobby):
    before = lobby.room.store.document(lobby.room.id, "webhooks_edition")
    lobby.hooks.drop(lobby.register(lobby.room.host))
    assert lobby.room.store.document(lobby.room.id, "webhooks_edition") == before == {}


def test_the_host_makes_room_in_the_match_and_not_at_a_player(lobby):
    full = [lobby.register(lobby.room.watch) for _ in range(MOST_OF_TOKEN)]
    assert lobby.registry.listed(lobby.room.id, lobby.room.host) == lobby.hooks.at(lobby.room.id)
    lobby.registry.delete(full[0].id, lobby.room.host)
    assert lobby.register(lobby.room.watch) is not None
    with pytest.raises(TokenUnknown):
        lobby.registry.delete(full[1].id, lobby.room.tokens[0])
    with pytest.raises(TokenUnknown):
        lobby.registry.delete(full[1].id, "a-token-of-another-match")

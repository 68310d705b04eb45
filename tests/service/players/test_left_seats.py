"""Whoever leaves a seat leaves nothing behind that counts: sitting down again makes no more room."""

import pytest

from service.matches.records.people import TOKENS, scope_of_player
from service.webhooks.records import Webhooks
from service.webhooks.registry import MOST_OF_TOKEN, check_room
from support.api import api
from support.api.api import bearer

PUBLIC = "https://93.184.215.14/hook"
SEATS = "/seats/0"


@pytest.fixture
def vouching(store):
    """A client that may name its players, and a table in its lobby."""
    client = api.client(store, open_clients=1)
    key = client.post("/v1/clients", json={"name": "tafel"}).json["key"]
    return api.open_table(client, rated=False), {"X-Client-Key": key}


def sit_down(table, vouched):
    return table.client.post(f"{table.path}/seats", json={"player": "ada"}, headers=vouched).json[
        "seat_token"
    ]


def register(table, token, scope):
    body = {"match": table.match, "url": PUBLIC, "kinds": ["entry"], "scope": scope}
    return table.client.post("/v1/webhooks", json=body, headers=bearer(token))


def webhooks_there(store, table):
    scopes = (table.match, scope_of_player("tafel/ada"))
    return [webhook for scope in scopes for webhook in Webhooks(store).at(scope)]


@pytest.mark.parametrize("scope", ["match", "player"])
def test_sitting_down_and_leaving_again_piles_up_no_webhooks(store, vouching, scope):
    table, vouched = vouching
    for _ in range(6):
        token = sit_down(table, vouched)
        answers = [register(table, token, scope).status_code for _ in range(MOST_OF_TOKEN + 1)]
        assert answers == [201] * MOST_OF_TOKEN + [409]
        assert table.delete(SEATS, token=token).status_code == 200
        assert webhooks_there(store, table) == []


def test_the_webhooks_of_others_stay_when_a_seat_is_left(store, vouching):
    table, vouched = vouching
    first, second = sit_down(table, vouched), sit_down(table, vouched)
    for token in (first, second, table.host):
        register(table, token, "match")
    assert table.delete(SEATS, token=table.host).status_code == 200

    assert {webhook.role for webhook in webhooks_there(store, table)} == {"seat:1", "host"}


def test_a_webhook_of_a_seat_that_is_left_while_it_is_registered_does_not_stay(store, vouching, monkeypatch):
    table, vouched = vouching
    token = sit_down(table, vouched)

    def leave_and_check(*about):
        if len(TOKENS.all(store, table.match)) > 2:  # the host's and the one for watching
            table.delete(SEATS, token=token)
        return check_room(*about)

    monkeypatch.setattr("service.webhooks.registry.check_room", leave_and_check)
    answer = register(table, token, "match")

    assert (answer.status_code, answer.json["code"]) == (401, "token_unknown")
    assert webhooks_there(store, table) == []

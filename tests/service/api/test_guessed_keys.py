"""A key that somebody can guess: what is public does not say whether the guess is right."""

import json
from datetime import datetime, timedelta

import pytest

from events.entry import cause_at_version, make_cause
from service.matches.handler import Request
from service.matches.opening import Opening, open_new
from service.tokens import keyed_cause
from support.api import api
from support.api.api import bearer, open_table

KEY = "match-2026-11-20T09:58:31"
SEAT_KEY = "match-2026-11-20T09:58:32"
RANDOM_KEY = "match-5f0c2a1e-7d59-4a57-9d0c-6b0a6f8a2f11"
SCHIEFER = {"game": "schiefer", "seats": 2}
ELSEWHERE = {"REMOTE_ADDR": "10.0.0.9"}
BOOK = {"Accept": "application/x-ndjson"}


def send(client, path, body, key=KEY, address=None, **headers):
    headers |= {"Idempotency-Key": key}
    return client.post(path, json=body, headers=headers, environ_overrides=address or {})


def keys_of_the_day():
    midnight = datetime(2026, 11, 20)  # noqa: DTZ001  as somebody writes it into a key
    return [f"match-{(midnight + timedelta(seconds=second)).isoformat()}" for second in range(86_400)]


def causes_in_public(client, match):
    lines = client.get(f"/v1/matches/{match}/entries", headers=BOOK).text.splitlines()
    return {cause for line in lines if (cause := json.loads(line).get("cause"))}


def verify(client, match):
    book = client.get(f"/v1/matches/{match}/export").data
    return client.post("/v1/verify", data=book, content_type=BOOK["Accept"]).json


def test_whoever_reads_the_log_cannot_try_keys_offline(client):
    """Everything that the program knows but its secret: each way to make a cause, with each key of a day."""
    opened = send(client, "/v1/matches", SCHIEFER).json
    match = opened["match"]
    send(client, f"/v1/matches/{match}/seats", {}, key=SEAT_KEY)
    causes, keys = causes_in_public(client, match), keys_of_the_day()
    assert (len(causes), {KEY, SEAT_KEY} <= {*keys}) == (2, True)

    for scope in ("", match):
        assert not causes & {make_cause(scope, key) for key in keys}
    assert not causes & {keyed_cause(b"", "", "127.0.0.1", key) for key in keys}
    assert not causes & {cause_at_version(who, match, 0) for who in ("host", "guest", "bot", "clock")}


@pytest.mark.parametrize("path", ["/v1/matches", "/v1/matches/{match}/seats", "/v1/matches/{match}/forks"])
def test_a_stranger_who_guesses_a_key_is_handed_no_token_of_others(client, path):
    """They see by the second when an entry was written: a key like this takes a handful of requests."""
    table = api.running(client) if path.endswith("forks") else open_table(client)
    path = path.format(match=table.match)
    body = {"matches": SCHIEFER, "seats": {}, "forks": {"version": 4}}[path.rpartition("/")[2]]
    first = send(client, path, body)

    stranger = send(client, path, body, address=ELSEWHERE)

    assert (first.status_code, "Idempotency-Replayed" in stranger.headers) == (201, False)
    for name in ("host_token", "seat_token"):
        assert first.json.get(name) is None or first.json[name] != stranger.json.get(name)
    assert send(client, path, body).data == first.data


def test_a_spectator_who_guesses_a_key_does_not_get_the_seat_of_another(client):
    table = open_table(client, visibility="private")
    path, watching = f"{table.path}/seats", bearer(table.watch)
    first = send(client, path, {}, **watching).json

    assert send(client, path, {}, address=ELSEWHERE, **watching).json["seat_token"] != first["seat_token"]


def test_a_stranger_who_guesses_the_key_of_a_registration_is_not_handed_the_key_of_the_client():
    instance, body = api.client(open_clients=True), {"name": "tafel"}
    first = send(instance, "/v1/clients", body)

    assert send(instance, "/v1/clients", body).data == first.data
    assert send(instance, "/v1/clients", body, address=ELSEWHERE).json["code"] == "client_exists"


def test_a_random_key_gets_the_first_answer_again_from_any_address_and_process(store, client):
    first = send(client, "/v1/matches", SCHIEFER, key=RANDOM_KEY)

    again = send(api.client(store), "/v1/matches", SCHIEFER, key=RANDOM_KEY, address=ELSEWHERE)

    assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")


def test_another_secret_hands_out_nothing_again(store, client):
    first = send(client, "/v1/matches", SCHIEFER).json
    causes = causes_in_public(client, first["match"])

    assert keyed_cause(api.SECRET, "", "127.0.0.1", KEY) in causes
    assert keyed_cause(b"of another server", "", "127.0.0.1", KEY) not in causes


def test_a_cause_of_an_earlier_version_is_read_and_hands_out_nothing(store, client):
    """It is public, and made of the key alone: whoever guesses the key must not be taken for the sender."""
    old = make_cause("", KEY)
    opened = open_new(api.services(store).matches, Opening(game="schiefer", seats=2), Request(cause=old))

    again = send(client, "/v1/matches", SCHIEFER).json

    assert again["match"] != opened.match
    assert causes_in_public(client, opened.match) == {old}
    assert verify(client, opened.match)["ok"] is True


def test_a_book_with_such_causes_is_exported_verified_and_audited(client):
    match = send(client, "/v1/matches", SCHIEFER).json["match"]
    send(client, f"/v1/matches/{match}/seats", {}, key=RANDOM_KEY)

    assert verify(client, match)["ok"] is True
    assert client.get(f"/v1/matches/{match}/audit").json["ok"] is True


def test_a_command_whose_key_was_used_before_an_upgrade_is_still_known(client):
    """Its cause is made of the token as well, which nobody can guess, and so it stays as it was."""
    table = api.running(client)
    offered = table.offered()
    seat, command = offered["turn"], offered["commands"][0]["command"]
    table.post("/commands", command, table.seats[seat], idempotency_key=KEY)

    newest = table.get("/entries?limit=200").json["entries"][-1]

    assert newest["cause"] == make_cause(table.seats[seat], KEY)

"""Cost is what is limited: what one address or token has spent, and what it holds."""

import json

import pytest

from events.memory_store import MemoryStore
from events.store import StoreUnavailable
from service.api.app import build_app
from service.api.budgets import Limiter
from service.config import Config
from support.api import api
from support.api.api import bearer, open_table, running

SCHIEFER = {"game": "schiefer", "seats": 2}
ELSEWHERE = {"REMOTE_ADDR": "10.0.0.9"}
EVENTS = {"Accept": "text/event-stream"}
KEY = {"Idempotency-Key": "a-key-that-is-hard-to-guess"}
FORK_KEY = {"Idempotency_Key": "another-key-that-is-hard-to-guess"}


def limited(store=None, **limits):
    """An API of its own, as one process of the server."""
    return build_app(api.services(store), Limiter.of(Config(**limits))).test_client()


def open_match(client, address=None, headers=None, **said):
    return client.post("/v1/matches", json=SCHIEFER | said, headers=headers, environ_overrides=address or {})


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_an_address_has_so_many_open_matches_in_all_processes_together(visibility):
    store = MemoryStore()
    one, other = (limited(store, matches_limit=3) for _ in range(2))
    opened = [open_match(each, visibility=visibility).status_code for each in (one, other, one, other, one)]

    assert opened == [201, 201, 201, 429, 429]
    assert open_match(one, ELSEWHERE).status_code == 201


def test_a_match_that_ends_makes_room():
    client = limited(matches_limit=1)
    table = running(client, resigning="end")
    assert open_match(client).status_code == 429
    assert table.post("/resign", token=table.seats[0]).status_code == 201

    assert open_match(client).status_code == 201


def test_whoever_opens_and_cancels_without_end_is_stopped_within_the_hour():
    store = MemoryStore()
    client = api.client(store, matches_limit=1, openings_limit=3)
    for _ in range(3):
        table = open_table(client)
        assert table.delete("", token=table.host).status_code == 200
    answer = open_match(client)

    assert (answer.status_code, answer.json["code"]) == (429, "too_many_openings")
    assert 0 < int(answer.headers["Retry-After"]) <= 3600
    assert '"openings";q=3;w=3600' in answer.headers["RateLimit-Policy"]
    assert len(list(store.feed(0, after=0))) == 6
    assert open_match(client, ELSEWHERE).status_code == 201


def test_a_token_has_its_openings_wherever_it_comes_from():
    client = limited(openings_limit=1)
    assert open_match(client, headers=bearer("x")).status_code == 201

    assert open_match(client, ELSEWHERE, headers=bearer("x")).json["code"] == "too_many_openings"


def test_forks_are_openings_and_what_is_refused_or_repeated_is_none():
    client = limited(openings_limit=2)
    table = running(client)
    assert client.post("/v1/matches", json=SCHIEFER | {"seats": 7}).status_code == 422
    fork = {"version": table.get("").json["version"]}
    assert [table.post("/forks", fork, **FORK_KEY).status_code for _ in range(2)] == [201, 201]

    assert table.post("/forks", fork).json["code"] == "too_many_openings"
    assert table.post("/forks", fork, **FORK_KEY).status_code == 201


def test_a_fork_counts_as_its_own_match_for_whoever_opens_it():
    client = limited(matches_limit=1)
    table = running(client)
    version = table.get("").json["version"]

    assert table.post("/forks", {"version": version}).json["code"] == "too_many_matches"
    answer = client.post(f"{table.path}/forks", json={"version": version}, environ_overrides=ELSEWHERE)
    assert answer.status_code == 201


def test_a_lost_answer_is_given_again_however_many_matches_are_open():
    client = limited(matches_limit=1)
    first = open_match(client, headers=KEY)

    assert open_match(client, headers=KEY).json == first.json
    assert open_match(client).status_code == 429


def test_what_is_refused_for_another_reason_counts_for_nothing():
    client = limited(matches_limit=1)
    for _ in range(3):
        assert client.post("/v1/matches", json=SCHIEFER | {"seats": 7}).status_code == 422

    assert open_match(client).status_code == 201


def test_a_book_that_is_gone_for_a_moment_leaves_nothing_counted(monkeypatch):
    client = limited(matches_limit=1)
    with monkeypatch.context() as patch:
        patch.setattr(MemoryStore, "count_listed", lambda *_: (_ for _ in ()).throw(StoreUnavailable("gone")))
        assert open_match(client).status_code == 503

    assert open_match(client).status_code == 201


def test_no_address_is_kept_and_nobody_is_told_who_opened_a_match(held_by):
    store = MemoryStore()
    client = limited(store)
    open_match(client, ELSEWHERE)
    listed = client.get("/v1/matches").json["matches"]

    assert "10.0.0.9" not in str(held_by(store))
    assert len(listed) == 1
    assert "opener" not in listed[0]


def test_another_process_drops_the_count_with_the_end_as_well():
    store = MemoryStore()
    one, other = (limited(store, matches_limit=1) for _ in range(2))
    table = running(one, resigning="end")
    table.client = other
    assert table.post("/resign", token=table.seats[0]).status_code == 201

    assert open_match(one).status_code == 201


def test_the_feed_tells_to_whose_account_a_bot_thinks():
    store = MemoryStore()
    client = limited(store)
    table = open_table(client, bots=[{"seat": 0, "mind": "random"}, {"seat": 1, "mind": "random"}])
    table.start()
    notes = [json.loads(item.metadata) for item in store.feed(0, after=0)]

    assert [("opener" in metadata) for metadata in notes] == [False, True]
    assert notes[1]["opener"] not in table.get("").text


def test_an_answer_names_the_budgets_it_was_charged_to():
    client = limited(entries_limit=10, written_limit=1, matches_limit=5)
    answer = open_match(client)

    assert '"matches";q=5' in answer.headers["RateLimit-Policy"]
    assert '"entries";q=10;w=60' in answer.headers["RateLimit-Policy"]
    assert '"entries";r=9;t=' in answer.headers["RateLimit"]
    assert '"written"' not in client.get("/v1/games").headers["RateLimit"]


def test_entries_are_counted_one_by_one_for_a_token_and_for_an_address():
    client = limited(entries_limit=8)
    table = running(client)  # opened, two seats taken, started: 4 entries
    seat, command = table.offered()["turn"], table.offered()["commands"][0]["command"]
    answer = table.post("/commands", [command], table.seats[seat])

    assert answer.status_code == 201
    assert '"entries";r=3;' in answer.headers["RateLimit"]


@pytest.mark.parametrize("preview", ["", "?preview=1"])
def test_each_command_of_a_batch_counts_as_a_request_whether_it_is_written_or_not(preview):
    client = limited(address_limit=60)
    table = running(client)
    seat, command = table.offered()["turn"], {"type": "end_turn"}
    answers = [table.post(f"/commands{preview}", [command] * 50, table.seats[seat]) for _ in range(2)]

    assert [answer.json["code"] for answer in answers] == ["not_offered", "too_many_requests"]
    assert int(answers[1].headers["Retry-After"]) > 0


def test_a_large_body_counts_before_it_is_parsed():
    client = limited(address_limit=20)
    body = f'{{"game": "schiefer", "seats": 2, "options": {{"{"x" * 60_000}": 1}}}}'
    answers = [client.post("/v1/matches", data=body, content_type="application/json") for _ in range(2)]

    assert [answer.json["code"] for answer in answers] == ["invalid", "too_many_requests"]


def test_lines_count_as_bytes_of_files():
    client = api.client(import_limit=1)
    lines = {"data": b" " * 700_000, "content_type": "application/x-ndjson"}
    answers = [client.post("/v1/commands", **lines) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 429, 429]
    assert {answer.json["code"] for answer in answers[1:]} == {"too_much_imported"}


def test_each_match_of_a_stream_counts_as_a_request():
    client = limited(address_limit=50)
    matches = ",".join(f"nobody{number}" for number in range(30))
    answers = [client.get(f"/v1/stream?matches={matches}", headers=EVENTS) for _ in range(2)]

    assert [answer.json["code"] for answer in answers] == ["unknown_match", "too_many_requests"]


def test_a_repeated_request_is_charged_once():
    client = limited(entries_limit=10)
    answers = [open_match(client, headers=KEY) for _ in range(3)]

    assert ['"entries"' in answer.headers["RateLimit"] for answer in answers] == [True, False, False]
    assert '"entries";r=8;' in open_match(client).headers["RateLimit"]


def test_a_stream_that_is_closed_makes_room():
    client = limited(streams_limit=1)
    path, headers = f"{open_table(client).path}/entries", {"Accept": "text/event-stream"}
    first = client.get(path, headers=headers)
    assert client.get(path, headers=headers).status_code == 429
    assert client.get(f"{path}?after=1&wait=1").json["code"] == "too_many_streams"
    first.close()

    with client.get(path, headers=headers) as again:
        assert again.status_code == 200
    assert client.get(f"{path}?after=1&wait=1").status_code == 200

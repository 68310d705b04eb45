"""A lost token is renewed by those who may; the old one opens nothing any more."""

import pytest

from games.match.actor import Actor
from service.matches.repository import MatchRepository
from support.api import api
from support.api.api import bearer, open_table

KEY = "a-key-that-is-hard-to-guess"


@pytest.fixture
def tafel(store):
    """The key of a client."""
    return {"X-Client-Key": api.services(store).clients.add("tafel", 1).key}


@pytest.fixture
def kreide(store):
    return {"X-Client-Key": api.services(store).clients.add("kreide", 1).key}


def sit(table, player=None, headers=None, token=None):
    said = {"player": player} if player else {}
    answer = table.client.post(f"{table.path}/seats", json=said, headers=(headers or {}) | bearer(token))
    assert answer.status_code == 201, answer.text
    table.seats[answer.json["seat"]] = answer.json["seat_token"]


def renew(table, seat, headers=None, token=None):
    return table.client.post(f"{table.path}/seats/{seat}/token", headers=(headers or {}) | bearer(token))


@pytest.fixture
def vouched(client, tafel):
    """A running private match of Ada, for whom a client vouches, and a guest."""
    table = open_table(client, visibility="private")
    sit(table, "ada", tafel, table.watch)
    sit(table, "bob", token=table.watch)
    return table.start()


@pytest.mark.rule("GB-31")
def test_the_client_that_vouches_renews_and_the_book_says_so(vouched, tafel, store):
    old = vouched.seats[0]
    renewed = renew(vouched, 0, tafel)

    assert renewed.status_code == 201
    entry = renewed.json["entry"]
    assert (entry["actor"], entry["command"]) == ("client", {"type": "renew_token", "seat": 0})
    assert entry["events"][0] == {"type": "token_renewed", "seat": 0}
    assert vouched.get(token=old).json["code"] == "token_unknown"
    assert vouched.get(token=renewed.json["seat_token"]).status_code == 200
    assert Actor.person(0) in MatchRepository(store).get(vouched.match).tokens.values()


@pytest.mark.rule("GB-31")
def test_another_process_no_longer_knows_the_old_token(vouched, tafel, store):
    other = api.client(store)
    old = bearer(vouched.seats[0])
    assert other.get(vouched.path, headers=old).status_code == 200
    new = renew(vouched, 0, tafel).json["seat_token"]

    assert other.get(vouched.path, headers=old).json["code"] == "token_unknown"
    assert other.post(f"{vouched.path}/resign", headers=old).json["code"] == "token_unknown"
    assert other.post(f"{vouched.path}/resign", headers=bearer(new)).status_code == 201


@pytest.mark.rule("GB-31")
def test_who_does_not_vouch_for_that_person_renews_nothing(vouched, tafel, kreide):
    assert renew(vouched, 0, kreide).json["code"] == "token_missing"  # it is not told that the match exists
    assert renew(vouched, 1, tafel, vouched.watch).json["code"] == "not_permitted"
    assert renew(vouched, 0, token=vouched.seats[1]).json["reason"] == "renewal_by_host_is_off"
    assert renew(vouched, 7, tafel, vouched.host).json["code"] == "unknown_seat"


@pytest.mark.rule("GB-31")
def test_a_guest_who_names_a_client_in_their_own_id_is_a_guest(client, tafel):
    table = open_table(client, renewal="host")
    sit(table, "tafel")

    assert renew(table, 0, tafel).json["code"] == "not_permitted"


@pytest.mark.rule("GB-31")
def test_whoever_holds_a_token_may_have_it_renewed(running):
    old = running.seats[1]
    new = renew(running, 1, token=old).json["seat_token"]

    assert running.get(token=old).json["code"] == "token_unknown"
    assert renew(running, 1, token=new).status_code == 201


@pytest.mark.rule("GB-31")
def test_a_host_renews_for_guests_where_the_match_was_opened_so(client, tafel):
    table = open_table(client, renewal="host")
    sit(table)
    sit(table, "ada", tafel)

    assert table.get().json["renewal"] == "host"
    assert table.get().json["rated"] is False
    assert renew(table, 0, token=table.host).json["entry"]["actor"] == "host"
    assert renew(table, 1, token=table.host).json["code"] == "not_permitted"
    assert renew(table, 0, token=table.seats[1]).json["code"] == "not_permitted"


@pytest.mark.rule("GB-31")
def test_a_match_whose_host_renews_tokens_is_never_rated(client):
    said = {"game": "schiefer", "seats": 2, "renewal": "host", "rated": True}

    assert client.post("/v1/matches", json=said).json["violations"][0]["pointer"] == "/rated"


@pytest.mark.rule("GB-31")
def test_only_people_have_tokens_and_only_before_the_end(client):
    table = open_table(client, renewal="host")
    table.put("/seats/1/bot", {"mind": "random"}, table.host)
    assert renew(table, 0, token=table.host).json["reason"] == "seat_is_free"
    assert renew(table, 1, token=table.host).json["reason"] == "a_bot_sits_here"
    table.sit()
    table.delete("", table.host)

    assert renew(table, 0, token=table.host).json["code"] == "game_is_over"


@pytest.mark.rule("GB-31")
def test_a_repeated_renewal_gives_the_same_token_again(vouched, tafel):
    once, again = (renew(vouched, 0, tafel | {"Idempotency-Key": KEY}) for _ in range(2))

    assert again.json == once.json
    assert again.headers["Idempotency-Replayed"] == "true"


@pytest.mark.rule("GB-31")
def test_a_token_is_renewed_whatever_the_match_waits_for(client):
    table = api.running(client, clock={"kind": "per_answer", "seconds": 3600}, rated=False)
    before = table.get().json["version"]
    table.play(4)
    table.post("/undo", {"to": before}, table.seats[0])
    table.seats[1] = renew(table, 1, token=table.seats[1]).json["seat_token"]
    assert table.get().json["undo"]["vote"] is not None
    assert table.post("/undo/answer", {"agree": False}, table.seats[1]).status_code == 201
    table.post("/pause", token=table.seats[0])
    table.post("/pause/answer", {"agree": True}, table.seats[1])
    table.seats[1] = renew(table, 1, token=table.seats[1]).json["seat_token"]

    assert table.get().json["clock"]["paused"] is True
    assert table.post("/resume", token=table.seats[1]).status_code == 201
    assert table.get("/audit").json["outcome"] == "ok"

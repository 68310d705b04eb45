"""Seats that are kept for those invited: by a code, or by name as players of a client."""

import pytest

from service.players.leaving import erase
from support.api import api
from support.api.api import TableOverHttp, bearer


@pytest.fixture
def tafel(store):
    return {"X-Client-Key": api.services(store).clients.add("tafel", 1).key}


def open_reserved(client, reserved, headers=None, **said):
    body = {"game": "schiefer", "seats": 3, "reserved": reserved} | said
    answer = client.post("/v1/matches", json=body, headers=headers or {})
    assert answer.status_code == 201, answer.text
    made = answer.json
    table = TableOverHttp(client, made["match"], made["host_token"], made["watch_token"])
    return table, {one["seat"]: one["code"] for one in made["invitations"]}


def states(table, token=None):
    return [seat["state"] for seat in table.get(token=token or table.host).json["seats"]]


@pytest.mark.rule("GB-32")
def test_whoever_shows_the_code_takes_that_seat(client):
    table, codes = open_reserved(client, [{"seat": 0}])
    assert states(table) == ["reserved", "free", "free"]
    assert table.sit() == 1  # the first that is kept for nobody
    assert table.post("/seats", {"seat": 0}).json["reason"] == "seat_is_reserved"
    seated = table.post("/seats", {}, codes[0])

    assert (seated.json["seat"], seated.json["entry"]["actor"]) == (0, "invited:0")
    assert states(table) == ["person", "person", "free"]
    assert table.get("/audit").json["outcome"] == "ok"


@pytest.mark.rule("GB-32")
def test_when_only_reserved_seats_are_left_the_reason_says_so(client):
    table, _ = open_reserved(client, [{"seat": seat} for seat in range(3)])
    refused = table.post("/seats").json

    assert (refused["code"], refused["reason"]) == ("not_now", "seat_is_reserved")


@pytest.mark.rule("GB-32")
def test_a_code_opens_one_reserved_seat_and_those_that_are_open_to_all(client):
    table, codes = open_reserved(client, [{"seat": 0}, {"seat": 1}])

    assert table.post("/seats", {"seat": 0}, codes[1]).json["reason"] == "seat_is_reserved"
    assert table.post("/seats", {"seat": 2}, codes[1]).status_code == 201
    assert table.post("/start", token=codes[1]).json["code"] == "not_permitted"


@pytest.mark.rule("GB-32")
def test_a_code_shows_that_one_is_invited_into_a_private_match(client):
    table, codes = open_reserved(client, [{"seat": 1}], visibility="private")

    assert table.get(token=codes[1]).status_code == 200
    assert table.post("/seats", {}, codes[1]).json["seat"] == 1
    assert table.post("/seats").json["code"] == "token_missing"


@pytest.mark.rule("GB-32")
def test_a_seat_is_kept_for_a_player_of_the_client(client, tafel):
    table, codes = open_reserved(client, [{"seat": 2, "player": "ada"}], tafel, visibility="private")
    sit = {"json": {"player": "ada"}}
    as_guest = client.post(f"{table.path}/seats", **sit)
    as_other = client.post(f"{table.path}/seats", json={"player": "bob"}, headers=tafel)
    as_ada = client.post(f"{table.path}/seats", **sit, headers=tafel)

    assert codes == {}
    assert as_guest.json["code"] == as_other.json["code"] == "token_missing"
    assert as_ada.json["seat"] == 2


@pytest.mark.rule("GB-32")
def test_the_host_gives_a_seat_whose_guest_does_not_come_to_a_bot(client):
    table, codes = open_reserved(client, [{"seat": 0}])
    assert table.put("/seats/0/bot", {"mind": "random"}, table.host).status_code == 200

    assert table.post("/seats", {"seat": 0}, codes[0]).json["reason"] == "seat_is_taken"


@pytest.mark.rule("GB-32")
def test_the_same_opening_gives_the_same_codes_again(client):
    said = {"game": "schiefer", "seats": 2, "reserved": [{"seat": 0}]}
    headers = {"Idempotency-Key": "a-key-that-is-hard-to-guess"}
    once, again = (client.post("/v1/matches", json=said, headers=headers) for _ in range(2))

    assert again.json == once.json
    assert again.json["invitations"][0]["code"]


@pytest.mark.parametrize(
    ("said", "pointer"),
    [
        ({"reserved": [{"seat": 0}, {"seat": 0}]}, "/reserved"),
        ({"reserved": [{"seat": 3}]}, "/reserved"),
        ({"reserved": [{"seat": 0}], "bots": [{"seat": 0, "mind": "random"}]}, "/reserved"),
        ({"reserved": [{"seat": 0, "player": "ada"}]}, "/reserved/0/player"),
        ({"host": {"player": "ada"}}, "/host/player"),
    ],
)
@pytest.mark.rule("GB-32")
def test_a_reservation_that_cannot_be_kept_is_refused(client, said, pointer):
    answer = client.post("/v1/matches", json={"game": "schiefer", "seats": 3} | said)

    assert answer.json["violations"][0]["pointer"] == pointer


@pytest.mark.rule("GB-32")
def test_a_forgotten_player_has_no_seat_kept_any_more(client, store, tafel):
    table, _ = open_reserved(client, [{"seat": 0, "player": "ada"}], tafel)
    touched = erase(store, "tafel/ada")
    answer = client.post(f"{table.path}/seats", json={"player": "ada", "seat": 0}, headers=tafel)

    assert touched == [table.match]
    assert answer.json["reason"] == "seat_is_reserved"


def test_what_the_host_says_of_a_match_is_shown_changed_and_erased(client, tafel):
    said = {"title": " Ein  Abend ", "note": "gern mit Uhr", "host": {"name": "Ada", "player": "ada"}}
    table, _ = open_reserved(client, [], tafel, **said)
    host = {"name": "Ada", "player": "tafel/ada"}
    first = table.get()
    assert first.json["notice"] == {"title": "Ein Abend", "note": "gern mit Uhr", "host": host}
    changed = table.put("/notice", {"title": "Zwei Abende"}, table.host)
    assert changed.json == {"title": "Zwei Abende", "note": None, "host": host}
    again = client.get(table.path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.json["notice"]["title"] == "Zwei Abende"
    table.delete("/notice", table.host)

    assert table.get().json["notice"] == {"title": None, "note": None, "host": host}
    assert table.get().json["version"] == 1


@pytest.mark.parametrize("part", ["title", "note"])
def test_words_that_cannot_be_seen_are_refused(client, part):
    said = {"game": "schiefer", "seats": 2, part: "\u2800"}

    assert client.post("/v1/matches", json=said).json["code"] == "name_unreadable"


def test_a_forgotten_host_takes_the_words_along(client, store, tafel):
    table, _ = open_reserved(client, [], tafel, title="Bei Ada", host={"player": "ada"})
    erase(store, "tafel/ada")

    assert table.get().json["notice"] == {"title": None, "note": None, "host": None}


def test_a_repeated_opening_brings_no_erased_words_back(client):
    said = {"game": "schiefer", "seats": 2, "title": "Bei Ada"}
    headers = {"Idempotency-Key": "a-key-that-is-hard-to-guess"}
    made = client.post("/v1/matches", json=said, headers=headers).json
    client.delete(f"/v1/matches/{made['match']}/notice", headers=bearer(made["host_token"]))
    client.post("/v1/matches", json=said, headers=headers)

    assert client.get(f"/v1/matches/{made['match']}").json["notice"]["title"] is None

"""Leaderboards and players over HTTP: what waits for them, how strong they are, how it ended."""

import pytest

import desk
from desk import bearer
from service.players import erase
from service.ratings.table import Ratings
from workers.ratings import rate_into


@pytest.fixture
def played(client, store):
    """Ada and Bob to the end, and counted."""
    table = desk.opened(client)
    for player in ("ada", "bob"):
        table.sit(player=player)
    table.start().play()
    rate_into(store, table.match, store.head(table.match).version)
    return table


def test_the_leaderboard_ranks_people_and_marks_bots(client, played):
    board = client.get("/v1/leaderboards/schiefer").json
    places = played.get("/score").json["places"]

    assert {one["player"] for one in board["ranked"]} == {"guest/ada", "guest/bob"}
    assert not any(one["bot"] for one in board["ranked"])
    best = "guest/ada" if places[0] < places[1] else "guest/bob"
    assert places[0] == places[1] or board["ranked"][0]["player"] == best
    assert client.get("/v1/leaderboards/schiefer?kind=bots").json["ranked"] == []
    assert client.get("/v1/leaderboards/chess").status_code == 404


def test_a_players_page_tells_results_and_ratings(client, played):
    page = client.get("/v1/players/guest/ada").json
    score = played.get("/score").json

    assert page["going"] == []
    [result] = page["results"]
    assert (result["match"], result["place"], result["points"]) == (
        played.match,
        score["places"][0],
        score["totals"][0],
    )
    [rating] = page["ratings"]
    assert (rating["game"], rating["matches"]) == ("schiefer", 1)


def test_a_players_page_tells_what_waits(client):
    table = desk.opened(client)
    for player in ("ada", "bob"):
        table.sit(player=player)
    assert [one["status"] for one in client.get("/v1/players/guest/ada").json["going"]] == ["open"]
    table.start()
    turn = table.offered()["turn"]
    pages = [client.get(f"/v1/players/guest/{player}").json["going"][0] for player in ("ada", "bob")]

    assert [page["my_turn"] for page in pages] == [turn == 0, turn == 1]
    assert [page["seats"] for page in pages] == [[0], [1]]


def test_who_leaves_is_not_expected_any_more(client):
    table = desk.opened(client)
    table.sit(player="ada")
    table.delete("/seats/0", table.host)

    assert client.get("/v1/players/guest/ada").status_code == 404


def test_private_matches_are_told_to_nobody(client):
    table = desk.opened(client, visibility="private")
    assert (
        table.client.post(
            f"{table.path}/seats", json={"player": "ada"}, headers=bearer(table.watch)
        ).status_code
        == 201
    )

    assert client.get("/v1/players/guest/ada").status_code == 404


def test_no_match_is_loaded_for_a_page(client, played, store, monkeypatch):
    def nothing(*_, **__):
        raise AssertionError("a match was loaded")

    monkeypatch.setattr(store, "entries", nothing)
    assert client.get("/v1/players/guest/ada").status_code == 200
    assert client.get("/v1/leaderboards/schiefer").status_code == 200


def test_who_is_forgotten_is_rated_and_listed_no_more(client, played, store):
    erase(store, "guest/ada")

    assert client.get("/v1/players/guest/ada").status_code == 404
    assert [one["player"] for one in client.get("/v1/leaderboards/schiefer").json["ranked"]] == ["guest/bob"]
    assert Ratings(store).result(played.match).who == [None, "player:guest/bob"]


def test_a_match_that_a_batch_has_ended_waits_for_nobody(client):
    table = desk.opened(client, options={"stall_rounds": 1})
    for player in ("ada", "bob"):
        table.sit(player=player)
    table.start()
    while (offered := table.offered())["turn"] is not None:
        batch = [offered["commands"][-1]["command"]]
        assert table.post("/commands", batch, table.seats[offered["turn"]]).status_code == 201

    assert client.get("/v1/players/guest/ada").json["going"] == []

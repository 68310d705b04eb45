"""Leaderboards and players over HTTP: what waits for them, how strong they are, how it ended."""

from itertools import pairwise

import pytest

from service.players.leaving import erase
from service.ratings.ratings import Ratings
from service.ratings.records import RatingRecords, Result
from support.api import api
from support.api.api import bearer
from workers.jobs.results import count_result


@pytest.fixture
def played(client, store):
    """Ada and Bob to the end, and counted."""
    table = api.open_table(client)
    for player in ("ada", "bob"):
        table.sit(player=player)
    table.start().play()
    count_result(store, table.match, store.head(table.match).version)
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
    table = api.open_table(client)
    for player in ("ada", "bob"):
        table.sit(player=player)
    assert [one["status"] for one in client.get("/v1/players/guest/ada").json["going"]] == ["open"]
    table.start()
    turn = table.offered()["turn"]
    pages = [client.get(f"/v1/players/guest/{player}").json["going"][0] for player in ("ada", "bob")]

    assert [page["my_turn"] for page in pages] == [turn == 0, turn == 1]
    assert [page["seats"] for page in pages] == [[0], [1]]


def test_who_leaves_is_not_expected_any_more(client):
    table = api.open_table(client)
    table.sit(player="ada")
    table.delete("/seats/0", table.host)

    assert client.get("/v1/players/guest/ada").status_code == 404


def test_who_gave_up_the_only_match_is_known_all_the_same(client):
    table = api.open_table(client, resigning="end")
    for player in ("ada", "bob"):
        table.sit(player=player)
    table.start()
    assert table.post("/resign", {}, table.seats[0]).status_code == 201
    assert table.get().json["status"] == "abandoned"

    page = client.get("/v1/players/guest/ada")
    assert page.status_code == 200
    assert page.json == {"player": "guest/ada", "ratings": [], "going": [], "results": []}
    assert client.get("/v1/players/guest/nobody").status_code == 404


def test_private_matches_are_told_to_nobody(client):
    table = api.open_table(client, visibility="private")
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
    nobody, bob = RatingRecords(store).result(played.match).who
    assert nobody.startswith("gone:")
    assert bob == "player:guest/bob"


def test_who_is_forgotten_is_not_called_any_more(client, store):
    table = api.open_table(client)
    for player in ("ada", "bob"):
        table.sit(player=player)
    said = {"match": table.match, "url": "https://93.184.215.14/", "kinds": ["entry"]}
    tokens = [table.seats[0], table.seats[1]]
    hooks = [client.post("/v1/webhooks", json=said, headers=api.bearer(token)).json for token in tokens]
    erase(store, "guest/ada")

    assert "93.184.215.14" in str(store.document(table.match, "webhooks"))
    answers = [
        client.get(f"/v1/webhooks/{hook['webhook']}", headers=api.bearer(token)).status_code
        for hook, token in zip(hooks, tokens, strict=True)
    ]
    assert answers == [404, 200]


def test_a_match_that_a_batch_has_ended_waits_for_nobody(client):
    table = api.open_table(client, options={"stall_rounds": 1})
    for player in ("ada", "bob"):
        table.sit(player=player)
    table.start()
    while (offered := table.offered())["turn"] is not None:
        batch = [offered["commands"][-1]["command"]]
        assert table.post("/commands", batch, table.seats[offered["turn"]]).status_code == 201

    assert client.get("/v1/players/guest/ada").json["going"] == []


class TestListing:
    """`GET /matches?player=`"""

    @pytest.fixture
    def tables(self, client):
        """Two of Ada's: of one game each, the first one begun; and one of somebody else."""
        tables = [api.open_table(client, game) for game in ("schiefer", "schichtwechsel", "schiefer")]
        for table, player in zip(tables, ("ada", "ada", "eve"), strict=True):
            table.sit(player=player)
        tables[0].sit(player="bob")
        tables[0].start()
        return tables

    def listed(self, client, query):
        return [one["match"] for one in client.get(f"/v1/matches?{query}").json["matches"]]

    def test_it_has_the_matches_of_the_player_newest_first(self, client, tables):
        begun, open_one, _ = (table.match for table in tables)

        assert self.listed(client, "player=guest/ada") == [open_one, begun]
        assert self.listed(client, "player=guest/ada&status=running") == [begun]
        assert self.listed(client, "player=guest/ada&game=schiefer") == [begun]
        assert self.listed(client, "player=guest/ada&game=schiefer&status=open") == []
        assert self.listed(client, "player=guest/nobody") == []

    def test_pages_of_one_game_lead_on_until_all_are_seen(self, client, tables):
        wanted, found, path = {tables[0].match}, [], "/v1/matches?player=guest/ada&game=schiefer&limit=1"
        while path:
            page = client.get(path)
            found += [one["match"] for one in page.json["matches"]]
            path = page.headers["Link"][1:].partition(">")[0] if page.json["next"] else None

        assert set(found) == wanted
        assert len(found) == len(wanted)

    def test_who_left_the_seat_or_was_forgotten_is_not_found(self, client, store, tables):
        tables[1].delete("/seats/0", tables[1].seats[0])
        assert self.listed(client, "player=guest/ada") == [tables[0].match]

        erase(store, "guest/ada")
        assert self.listed(client, "player=guest/ada") == []

    def test_private_matches_are_nobodys_business(self, client):
        api.open_table(client, visibility="private").sit(player="ada")
        api.open_table(client, visibility="unlisted").sit(player="ada")

        assert self.listed(client, "player=guest/ada") == []

    @pytest.mark.parametrize("player", ["ada", "guest/", "guest/a/b", "guest/%00", "x" * 65 + "/ada"])
    def test_what_is_no_id_is_refused(self, client, player):
        assert client.get(f"/v1/matches?player={player}").json["code"] == "malformed"


def test_whoever_follows_the_pages_of_a_leaderboard_meets_everybody_once_and_knows_the_end(client, store):
    ratings = Ratings(store)
    names = [f"player:tafel/{number}" for number in range(7)]
    for number, pair in enumerate(pairwise([*names, "bot:random"])):
        found = Result(game="schiefer", ended_at=1, who=list(pair), places=[1, 1], points=[2, 2])
        assert ratings.count(f"m{number}", "schiefer", lambda found=found: found)
    whole = client.get("/v1/leaderboards/schiefer?kind=all&limit=200")
    assert (whole.json["next"], "Link" in whole.headers) == (None, False)

    for limit in (1, 3, 4, 8):
        rows, path, pages = [], f"/v1/leaderboards/schiefer?kind=all&limit={limit}", 0
        while path:
            page = client.get(path)
            rows, pages = rows + page.json["ranked"], pages + 1
            link = page.headers.get("Link")
            assert (link is None) == (page.json["next"] is None)
            path = link and link.partition(">")[0].removeprefix("<")
        assert rows == whole.json["ranked"]
        assert pages == -(-8 // limit)


@pytest.mark.parametrize("cursor", ["x", "WzEsMl0", "W251bGwsIngiXQ", "bnVsbA", "WzEuMCwiYSJd%20"])
def test_a_cursor_of_no_leaderboard_is_refused(client, cursor):
    answer = client.get(f"/v1/leaderboards/schiefer?cursor={cursor}")

    assert (answer.status_code, answer.json["code"]) == (400, "bad_cursor")


@pytest.mark.parametrize("game", ["chess", "chess-960", "Go_9", "my.game"])
def test_a_game_that_is_not_played_here_has_no_matches(client, game):
    api.open_table(client)

    assert client.get(f"/v1/matches?game={game}").json == {"matches": [], "next": None}

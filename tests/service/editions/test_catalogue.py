"""What the catalogue says of editions, and how a match chooses one."""

import pytest

from events.memory_store import MemoryStore
from support.api import api


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def instance(store, bring):
    imprint = bring(store, "schiefer")
    return api.client(store), imprint


def open_match(client, **more):
    return client.post("/v1/matches", json={"game": "schiefer", "seats": 2} | more)


def test_the_catalogue_lists_the_default_and_what_the_server_offers(instance):
    client, imprint = instance
    listed = {game["game"]: game for game in client.get("/v1/games").json["games"]}
    assert listed["schiefer"]["editions"] == ["reconstructed-1", imprint.id]
    assert listed["schichtwechsel"]["editions"] == ["reconstructed-1"]


def test_a_game_tells_of_each_edition_who_supplied_it_what_differs_and_where_each_datum_is_from(instance):
    client, imprint = instance
    told = client.get("/v1/games/schiefer").json
    default, copy = told["printed"]
    assert set(told["boards"]) == {"reconstructed-1", imprint.id}
    assert (default["edition"], default["changed"], default["supplied_by"]) == ("reconstructed-1", [], None)
    assert (copy["name"], copy["digest"], copy["supplied_by"]) == (
        "my-copy",
        imprint.digest,
        "Ada, from her copy",
    )
    changed = {datum["path"]: (datum["default"], datum["here"]) for datum in copy["changed"]}
    value = "/valleys/list/ogwen/mines/ogwen-1/value"
    assert changed[value] == ("4", "5")
    assert (default["sources"][value], copy["sources"][value]) == ("reconstructed", "supplied")
    assert default["sources"]["/setup/supply"] == copy["sources"]["/setup/supply"] == "rulebook"
    assert changed.keys() == {path for path, source in copy["sources"].items() if source == "supplied"} | {
        path for path in changed if path not in copy["sources"]
    }


@pytest.mark.parametrize("by", ["id", "name"])
def test_a_match_is_opened_on_the_edition_that_is_chosen(instance, by):
    client, imprint = instance
    opened = open_match(client, edition=getattr(imprint, by))
    assert opened.status_code == 201
    overview = client.get(f"/v1/matches/{opened.json['match']}").json
    assert overview["edition"] == imprint.id


def test_left_out_it_is_the_default(instance):
    client, _ = instance
    opened = open_match(client)
    assert client.get(f"/v1/matches/{opened.json['match']}").json["edition"] == "reconstructed-1"


def test_an_edition_that_is_not_offered_is_refused_and_the_offered_ones_are_named(instance, held):
    client, imprint = instance
    before = held()
    refused = open_match(client, edition="their-copy")
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    assert refused.json["violations"][0]["pointer"] == "/edition"
    assert imprint.id in refused.json["detail"]
    assert held() == before


def test_an_edition_of_another_game_is_none_of_this_one(instance):
    client, imprint = instance
    refused = client.post("/v1/matches", json={"game": "schichtwechsel", "seats": 2, "edition": imprint.id})
    assert refused.status_code == 422


def test_a_catalogue_that_was_asked_for_before_shows_a_new_edition_at_once(store, bring):
    client = api.client(store)
    assert len(client.get("/v1/games/schiefer").json["printed"]) == 1
    imprint = bring(store, "schiefer")
    assert client.get("/v1/games/schiefer").json["printed"][1]["edition"] == imprint.id
    assert client.get("/v1/games").json["games"][0]["editions"][1:] == [imprint.id]


def test_editions_stand_in_the_order_in_which_they_came_whatever_they_are_called(store, bring):
    came = {"middle": 2, "zinc": 1, "amber": 3}  # neither written nor called in that order
    for name, at in came.items():
        bring(store, "schiefer", name, at=at)
    client = api.client(store)
    in_order = ["reconstructed-1", "zinc", "middle", "amber"]
    assert [each["name"] for each in client.get("/v1/games/schiefer").json["printed"]] == in_order
    listed = client.get("/v1/games").json["games"][0]["editions"]
    assert [edition.partition("@")[0] for edition in listed] == in_order


@pytest.mark.parametrize("value", [5, 6])
def test_a_name_that_two_editions_bear_is_that_of_the_newer(store, bring, value):
    """Whichever of the two comes first by its id."""
    newer, _ = (
        bring(store, "schiefer", "my-copy", ogwen_worth(worth), at=at)
        for at, worth in ((2, value), (1, 11 - value))
    )
    client = api.client(store)
    opened = open_match(client, edition="my-copy").json
    assert client.get(f"/v1/matches/{opened['match']}").json["edition"] == newer.id


def ogwen_worth(value):
    return {"valleys": {"list": {"ogwen": {"mines": {"ogwen-1": {"value": value}}}}}}


@pytest.mark.parametrize("game", ["schiefer", "ruhrschifffahrt", "schichtwechsel"])
def test_a_table_on_another_edition_is_drawn(store, bring, game):
    imprint = bring(store, game)
    client = api.client(store)
    bots = [{"seat": seat, "mind": "random"} for seat in (0, 1)]
    opened = client.post(
        "/v1/matches", json={"game": game, "seats": 2, "edition": imprint.id, "bots": bots}
    ).json
    path = f"/v1/matches/{opened['match']}"
    assert client.post(f"{path}/start", json={}, headers=api.bearer(opened["host_token"])).status_code == 201
    drawn = client.get(f"{path}/table.svg")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")


def picture_of(client, query=""):
    return client.get(f"/v1/games/schiefer/components/ogwen-1.svg{query}")


@pytest.mark.parametrize("by", ["id", "name"])
def test_a_thing_alone_is_as_the_edition_prints_it_that_is_asked_for(instance, by):
    client, imprint = instance
    default, copy = picture_of(client), picture_of(client, f"?edition={getattr(imprint, by)}")
    assert ("slate 4" in default.text, "slate 5" in copy.text) == (True, True)
    assert default.headers["ETag"] != copy.headers["ETag"]
    again = client.get(copy.request.full_path, headers={"If-None-Match": copy.headers["ETag"]})
    assert again.status_code == 304
    assert picture_of(client, "?edition=reconstructed-1").headers["ETag"] == default.headers["ETag"]


def test_a_thing_of_an_edition_that_is_offered_no_more_is_shown_by_its_id(store, bring):
    client, imprint = api.client(store), bring(store, "schiefer", offered=False)
    assert "slate 5" in picture_of(client, f"?edition={imprint.id}").text
    assert picture_of(client, "?edition=my-copy").status_code == 400


def test_a_thing_of_an_edition_that_the_server_has_not_is_refused_and_the_offered_ones_are_named(instance):
    client, imprint = instance
    refused = picture_of(client, "?edition=their-copy")
    assert (refused.status_code, refused.json["code"]) == (400, "malformed")
    (violation,) = refused.json["violations"]
    assert violation["parameter"] == "edition"
    assert imprint.id in violation["detail"]

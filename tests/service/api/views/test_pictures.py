"""A table as a picture, and printed things alone, over HTTP."""

import re

import pytest

from games.catalogue import GAMES
from support.api import api
from support.games import drawings

CACHED_FOR_EVER = "max-age=31536000, immutable"


@pytest.fixture
def running(client):
    return api.running(client)


def test_the_picture_shows_the_table_it_names(running):
    running.play(8)
    version = running.get().json["version"]
    then = drawings.parsed(running.get(f"/table.svg?version={version - 3}").data)
    table = running.get(f"/table?version={version - 3}").json["table"]

    assert drawings.count_of(then, "seat-0:money") == table["players"][0]["money"]
    assert running.get("/table.svg").data == running.get(f"/table.svg?version={version}").data


def test_it_is_an_svg_in_which_nothing_runs(running):
    answer = running.get("/table.svg")

    assert answer.content_type == "image/svg+xml"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert b"<script" not in answer.data


@pytest.mark.parametrize(("lang", "seat"), [("en", "Seat 1"), ("de", "Platz 1")])
def test_it_speaks_the_language_that_is_asked_for(running, lang, seat):
    answer = running.get(f"/table.svg?lang={lang}")

    assert seat in answer.text
    assert answer.headers["Content-Language"] == lang


def test_the_picture_of_a_version_is_kept_for_ever(running):
    running.play(2)
    newest = running.get("/table.svg")
    settled = running.get("/table.svg?version=2")

    assert newest.headers["Cache-Control"] == "no-cache"
    assert settled.headers["Cache-Control"] == f"public, {CACHED_FOR_EVER}"
    assert running.get("/table.svg?version=2").headers["ETag"] == settled.headers["ETag"]
    assert running.get("/table.svg?version=2&lang=de").headers["ETag"] != settled.headers["ETag"]


def test_a_client_that_holds_the_picture_gets_no_second_one(running):
    tag = running.get("/table.svg").headers["ETag"]
    again = running.client.get(f"/v1/matches/{running.match}/table.svg", headers={"If-None-Match": tag})

    assert again.status_code == 304
    assert not again.data


def test_a_private_picture_is_for_no_shared_cache(client):
    table = api.running(client, visibility="private")

    assert table.get("/table.svg").json["code"] == "token_missing"
    seen = table.get("/table.svg?version=2", table.seats[0])
    assert seen.headers["Cache-Control"] == f"private, {CACHED_FOR_EVER}"


def test_names_of_people_are_not_in_the_picture(client):
    table = api.open_table(client)
    table.sit("<b>Ada</b>")

    assert "Ada" not in table.get("/table.svg").text


def test_a_match_that_has_not_begun_has_a_picture(client):
    assert drawings.parsed(api.open_table(client).get("/table.svg").data) is not None


@pytest.mark.parametrize("game", GAMES)
def test_every_game_shows_its_things_alone(client, game):
    layout = client.get(f"/v1/games/{game}").json["layout"]
    thing = {"schiefer": "ogwen-1", "ruhrschifffahrt": "inn", "schichtwechsel": "round_card:4"}[game]
    answer = client.get(f"/v1/games/{game}/components/{thing}.svg?lang=de")
    picture = drawings.parsed(answer.data)

    assert answer.content_type == "image/svg+xml"
    assert picture.get("lang") == "de"
    assert thing in drawings.ids_of(picture)
    assert layout["source"] == "drawn"
    assert re.fullmatch(r'"[0-9a-f]{16}"', answer.headers["ETag"])


def test_what_is_not_printed_has_no_picture(client):
    answer = client.get("/v1/games/schiefer/components/nothing.svg")

    assert (answer.status_code, answer.json["code"]) == (404, "unknown_component")
    assert client.get("/v1/games/chess/components/pawn.svg").json["code"] == "unknown_game"

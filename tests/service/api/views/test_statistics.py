"""The match in numbers and as a picture."""

from xml.etree import ElementTree as ET

import pytest

from support.api import api
from workers.jobs.results import write_sheets_into

SVG = "{http://www.w3.org/2000/svg}"
CLOCK = {"kind": "bank", "seconds": 3600, "increment": 1}


@pytest.fixture
def played(client, store):
    """To the end, with a clock, and every sheet written."""
    table = api.running(client, clock=CLOCK)
    table.play()
    for version in range(1, table.get().json["version"] + 1):
        write_sheets_into(store, table.match, version)
    return table


def test_answers_time_and_luck_are_those_of_the_book(played, store):
    said = played.get("/statistics").json
    entries = store.entries(played.match)
    for seat in said["seats"]:
        own = [entry for entry in entries if entry.actor == f"seat:{seat['seat']}"]
        assert seat["answers"] == len(own) == sum(seat["commands"].values())
        assert seat["milliseconds"] > 0
        assert seat["answers_of_bots"] == seat["answers_taken_back"] == seat["times_run_out"] == 0
    assert said["entries"] == len(entries)
    assert said["draws"] == sum(map(sum, said["draws_by_bound"].values()))


def test_points_are_those_of_the_score_sheet(played):
    score = played.get("/score").json
    said = played.get("/statistics").json

    assert [seat["points"] for seat in said["seats"]] == score["totals"]
    for seat in said["seats"]:
        assert sum(seat["categories"].values()) == seat["points"]


def test_what_was_taken_back_does_not_count(client):
    running = api.running(client, rated=False)
    before = running.get().json["version"]
    running.play(8)
    answered = sum(seat["answers"] for seat in running.get("/statistics").json["seats"])
    running.post("/undo", {"to": before}, running.seats[0])
    running.post("/undo/answer", {"agree": True}, running.seats[1])
    said = running.get("/statistics").json["seats"]

    assert answered == 8
    assert sum(seat["answers"] for seat in said) == 0
    assert sum(seat["answers_taken_back"] for seat in said) == 8


def test_a_match_that_has_not_begun_has_no_points_yet(table):
    said = table.get("/statistics").json

    assert [seat["points"] for seat in said["seats"]] == [0, 0]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_picture_has_a_line_a_seat_and_says_what_it_shows(played, lang):
    answer = played.get(f"/score.svg?lang={lang}")
    picture = ET.fromstring(answer.data)
    final = played.get("/score").json["totals"]

    assert answer.content_type == "image/svg+xml"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert len(picture.findall(f".//{SVG}polyline")) == 2
    title, desc = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    assert picture.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    described = desc.text
    assert all(f" {points} " in described for points in final)
    assert "prefers-color-scheme:dark" in picture.find(f"{SVG}style").text


def test_a_name_cannot_break_out_of_the_picture(client):
    table = api.open_table(client)
    table.sit("<script>&")
    answer = table.get("/score.svg")

    assert b"<script" not in answer.data
    assert ET.fromstring(answer.data) is not None

"""Bots and how long they may think, over HTTP."""

import pytest


def seated(table, **bot):
    return table.put("/seats/1/bot", bot, table.host)


def test_a_bot_that_searches_may_be_given_its_time(table):
    assert seated(table, mind="search", milliseconds=300).status_code == 200
    assert table.get().json["seats"][1]["bot"] == {"mind": "search", "milliseconds": 300}


def test_without_a_word_it_has_the_usual_time(table):
    assert seated(table, mind="search").status_code == 200
    assert table.get().json["seats"][1]["bot"] == {"mind": "search"}


@pytest.mark.parametrize("milliseconds", [9, 10_001, 500.0, "500", None])
def test_a_time_that_cannot_be_is_refused(table, milliseconds):
    answer = seated(table, mind="search", milliseconds=milliseconds)
    assert answer.status_code == 400
    assert [each["pointer"] for each in answer.json["violations"]] == ["/milliseconds"]


def test_a_mind_that_takes_no_time_is_given_none(table):
    answer = seated(table, mind="greedy", milliseconds=500)
    assert answer.status_code == 400
    assert [each["pointer"] for each in answer.json["violations"]] == ["/milliseconds"]


def test_a_bot_may_be_asked_for_by_its_level(table):
    assert seated(table, mind="level", level=3).status_code == 200
    assert table.get().json["seats"][1]["bot"] == {"mind": "level", "level": 3}


@pytest.mark.parametrize(
    "bot",
    [
        {"mind": "level"},
        {"mind": "level", "level": 0},
        {"mind": "level", "level": 7},
        {"mind": "level", "level": "3"},
        {"mind": "greedy", "level": 3},
    ],
)
def test_only_the_mind_level_has_one_and_it_needs_it(table, bot):
    answer = seated(table, **bot)
    assert answer.status_code == 400
    assert [each["pointer"] for each in answer.json["violations"]] == ["/level"]


def test_a_level_may_have_a_personality(table):
    assert seated(table, mind="level", level=4, personality="builder").status_code == 200
    assert table.get().json["seats"][1]["bot"] == {"mind": "level", "level": 4, "personality": "builder"}


@pytest.mark.parametrize(
    "bot",
    [
        {"mind": "level", "level": 4, "personality": "dreamer"},
        {"mind": "level", "level": 4, "personality": None},
        {"mind": "greedy", "personality": "builder"},
    ],
)
def test_no_other_mind_has_a_personality_and_no_level_another(table, bot):
    answer = seated(table, **bot)
    assert answer.status_code == 400
    assert [each["pointer"] for each in answer.json["violations"]] == ["/personality"]


def test_a_level_plays_a_match_that_it_was_opened_with(client):
    racer = {"mind": "level", "level": 6, "personality": "racer"}
    bots = [{"seat": 0, "mind": "level", "level": 1}, {"seat": 1, **racer}]
    opened = client.post("/v1/matches", json={"game": "schiefer", "seats": 2, "bots": bots})
    seats = client.get(f"/v1/matches/{opened.json['match']}").json["seats"]
    assert [seat["bot"] for seat in seats] == [{"mind": "level", "level": 1}, racer]


def test_bots_are_given_their_time_when_a_match_is_opened(client):
    bots = [{"seat": 0, "mind": "search", "milliseconds": 20}, {"seat": 1, "mind": "greedy"}]
    opened = client.post("/v1/matches", json={"game": "schiefer", "seats": 2, "bots": bots})
    assert opened.status_code == 201
    seats = client.get(f"/v1/matches/{opened.json['match']}").json["seats"]
    assert [seat["bot"] for seat in seats] == [{"mind": "search", "milliseconds": 20}, {"mind": "greedy"}]

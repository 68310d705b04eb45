"""Advice over HTTP: asked for by whoever is asked, seen by everybody, thought of by the workers."""

import fakeredis
import pytest

from events.memory_store import MemoryStore
from service.matches.records.analysis import ADVICE
from support.api import api
from support.api.api import open_table, running
from workers.bots.time_control import Budget
from workers.context import WorkerContext
from workers.jobs.analysis import think_about_advice
from workers.queues import Queues

GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def think(store):
    """As a worker does, which comes back to a thought that gave way; but with less patience."""
    context = WorkerContext(api.services(store).matches, Queues(fakeredis.FakeRedis()), api.SECRET)

    def until_there_is_advice(match, version):
        while ADVICE.get(store, match, version) is None:
            think_about_advice(context, match, version, Budget(rollouts=60))

    return until_there_is_advice


def ask(table):
    offered = table.offered()
    return offered, table.post("/advice", {}, table.seats[offered["turn"]])


@pytest.mark.rule("GB-34")
@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_its_expected_lead_and_the_best_ones_a_reason(client, think, game):
    table = running(client, game, advice="on")
    table.play(4)
    offered, asked = ask(table)
    assert asked.status_code == 202
    place = asked.headers["Location"]
    assert place == f"{table.path}/advice/{asked.json['version']}"
    assert client.get(place).json | {"ready": False, "options": []} == client.get(place).json

    think(table.match, asked.json["version"])

    told = client.get(place).json
    assert (told["ready"], told["seat"]) == (True, offered["turn"])
    by_command = {str(each["command"]): each for each in offered["commands"]}
    assert {str(each["command"]) for each in told["options"]} == by_command.keys()
    tried = [each for each in told["options"] if each["low"] is not None]
    assert tried
    for each in tried:
        assert each["label"] == by_command[str(each["command"])]["label"]
        assert each["low"] <= each["lead"] <= each["high"]
        assert 0 <= each["sure"] <= 1
    assert told["options"][0]["playouts"] == max(each["playouts"] for each in told["options"])


@pytest.mark.rule("GB-34")
def test_reasons_are_told_in_both_languages(client, think):
    table = running(client, "schichtwechsel", advice="on")
    table.play(6)
    _, asked = ask(table)
    think(table.match, asked.json["version"])
    english, german = (client.get(f"{asked.headers['Location']}?lang={lang}").json for lang in ("en", "de"))
    for one, other in zip(english["options"], german["options"], strict=True):
        assert one["reason"] != other["reason"]
        assert [sign["points"] for sign in one["signs"]] == [sign["points"] for sign in other["signs"]]
        for sign in one["signs"]:
            assert sign["name"] in one["reason"]
            assert "_" not in sign["name"]


@pytest.mark.rule("GB-34")
def test_everybody_sees_who_has_asked_and_the_question_stays_open(client):
    table = running(client, advice="on")
    offered, asked = ask(table)
    seat = offered["turn"]
    assert [event["type"] for event in asked.json["entry"]["events"]] == ["advice_asked", "match_asked"]
    assert asked.json["entry"]["actor"] == f"seat:{seat}"
    assert table.offered()["question"] == offered["question"]
    assert f"Seat {seat + 1} asks for advice" in table.get("/story").text
    assert table.get("/audit").json["outcome"] == "ok"


@pytest.mark.rule("GB-34")
def test_the_action_is_offered_to_whoever_is_asked(client):
    table = running(client, advice="on")
    offered = table.offered()
    names = {
        seat: [action["operation"] for action in table.offered(table.seats[seat])["actions"]]
        for seat in (0, 1)
    }
    assert "ask_advice" in names[offered["turn"]]
    assert "ask_advice" not in names[1 - offered["turn"]]


@pytest.mark.rule("GB-34", "GB-25")
def test_a_match_with_advice_is_never_rated(client):
    wanted = {"game": "schiefer", "seats": 2, "advice": "on"}
    refused = client.post("/v1/matches", json=wanted | {"rated": True})
    assert refused.status_code == 422
    assert refused.json["violations"][0]["pointer"] == "/rated"
    shown = open_table(client, advice="on").get().json
    assert (shown["advice"], shown["rated"]) == ("on", False)
    assert open_table(client).get().json["advice"] == "off"


@pytest.mark.rule("GB-34")
def test_a_fork_takes_it_over_unless_it_says_otherwise(client):
    table = running(client, advice="on")
    version = table.get().json["version"]
    for said, advice in (({}, "on"), ({"advice": "off"}, "off")):
        fork = client.post(f"{table.path}/forks", json={"version": version} | said).json
        assert client.get(f"/v1/matches/{fork['match']}").json["advice"] == advice


def test_where_nobody_asked_there_is_no_advice(client):
    table = running(client, advice="on")
    missing = client.get(f"{table.path}/advice/1")
    assert (missing.status_code, missing.json["code"]) == (404, "unknown_entry")

"""The examples run as they stand, against a real server."""

import json
import re
import shutil
import subprocess
import sys
import time

import pytest

from service.config import HOME
from support.api.api import bearer
from support.servers.cutting_proxy import Cutting
from support.servers.patience import PATIENCE

EXAMPLES = HOME / "examples"
SHORT = {"stall_rounds": 3}  # a match of Schiefer that ends soon


IN_LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture
def cutting(instance):
    with Cutting(place(instance)) as proxy:
        yield proxy


def opened(instance, **said):
    answer = instance.client.post(
        "/v1/matches", json={"game": "schiefer", "seats": 2, "options": SHORT} | said
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


def started(instance, match):
    answer = instance.client.post(f"/v1/matches/{match['match']}/start", headers=bearer(match["host_token"]))
    assert answer.status_code == 201, answer.text


def place(instance):
    return instance.address.removeprefix("http://")


def running(*words):
    return subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=EXAMPLES
    )


def ended(process):
    said, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    return said


def played(instance, at=None, **said):
    """A match that two remote bots have played to the end."""
    match = opened(instance, **said)
    invitation = [match["watch_token"]] if match["watch_token"] else []
    bots = [running("bot.py", at or place(instance), match["match"], *invitation) for _ in range(2)]
    path, host = f"/v1/matches/{match['match']}", bearer(match["host_token"])
    end = time.monotonic() + PATIENCE
    while "free" in {seat["state"] for seat in instance.client.get(path, headers=host).json()["seats"]}:
        assert time.monotonic() < end, "the bots do not sit down"
        time.sleep(0.05)
    started(instance, match)
    for bot in bots:
        ended(bot)
    return instance.client.get(path, headers=host).json()


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_two_remote_bots_play_a_match(instance, visibility):
    assert played(instance, visibility=visibility)["status"] == "finished"


def test_bots_play_on_when_their_streams_are_cut(instance, cutting):
    assert played(instance, cutting.place)["status"] == "finished"
    assert cutting.cuts > 0


def watched(address, match):
    said = subprocess.run(
        ["node", EXAMPLES / "spectator.mjs", address, match, "de"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return said.stdout.splitlines()


with_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not on PATH")


@with_node
def test_a_spectator_sees_every_entry_in_words_and_the_score(instance):
    match = played(instance)
    said = watched(instance.address, match["match"])

    assert [line.split("\t")[0] for line in said[:-2]] == [str(n) for n in range(1, match["version"] + 1)]
    assert {line.split("\t")[1] for line in said[-2:]} == {"Remote bot"}
    assert "Remote bot setzt sich" in said[1]
    told = instance.client.get(
        f"/v1/matches/{match['match']}/story?lang=de", headers=IN_LINES
    ).text.splitlines()
    for line in map(json.loads, told):
        assert line["text"] in said[line["version"] - 1]


@with_node
def test_a_spectator_watches_on_when_the_stream_is_cut(instance, cutting):
    match = played(instance)["match"]

    assert watched(f"http://{cutting.place}", match) == watched(instance.address, match)
    assert cutting.cuts > 0


def test_a_tournament_tells_who_won_how_often_however_often_it_is_cut(instance, cutting):
    instance.workers.dispatcher()
    instance.workers.worker()
    minds = ("random", "greedy", "mine")
    words = (cutting.place, "--games", "schiefer", "--rounds", "1", "--minds", *minds)
    said = ended(running("tournament.py", *words))

    game, *places = said.strip().split("\t")
    assert game == "schiefer"
    assert {place.split()[0] for place in places} == set(minds)
    assert sum(int(place.split()[1]) for place in places) >= 6
    assert cutting.cuts > 0


def test_two_agents_play_a_match_through_the_tools(instance):
    said = ended(running("agents.py", instance.address)).splitlines()

    assert {line.split(":")[0] for line in said} == {"Ada", "Karl"}
    assert sum("takes that back" in line for line in said) in {1, 2}  # each once, if luck lets them
    assert re.fullmatch(r"Ada: \[\d+, \d+\]", said[-1])


def test_a_bot_agrees_to_what_others_ask_for(instance):
    match = opened(instance, clock={"kind": "per_answer", "seconds": 3600}, resigning="end")
    path = f"/v1/matches/{match['match']}"
    person = bearer(instance.client.post(f"{path}/seats", json={"name": "Ada"}).json()["seat_token"])
    bot = running("bot.py", place(instance), match["match"])
    wait_until(lambda: instance.client.get(path).json()["waits_for"]["kind"] == "start", "the bot sits down")
    started(instance, match)

    instance.client.post(f"{path}/pause", headers=person)

    wait_until(lambda: instance.client.get(path).json()["waits_for"]["kind"] == "pause", "the bot agrees")
    instance.client.post(f"{path}/resign", headers=person)
    ended(bot)


def wait_until(happened, hope):
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, f"in vain: {hope}"
        time.sleep(0.05)


@pytest.mark.parametrize(("name", "most"), [("bot.py", 40), ("spectator.mjs", 30)])
def test_they_are_short_enough_to_be_read_at_once(name, most):
    assert len((EXAMPLES / name).read_text().splitlines()) <= most

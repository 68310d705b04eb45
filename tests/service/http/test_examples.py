"""The examples run as they stand, against a real house."""

import shutil
import subprocess
import sys
import time

import pytest

from desk import bearer
from service.config import HOME

EXAMPLES = HOME / "examples"
PATIENCE = 120
SHORT = {"stall_rounds": 3}  # a match of Schiefer that ends soon


def opened(house, **said):
    answer = house.client.post("/v1/matches", json={"game": "schiefer", "seats": 2, "options": SHORT} | said)
    assert answer.status_code == 201, answer.text
    return answer.json()


def started(house, match):
    answer = house.client.post(f"/v1/matches/{match['match']}/start", headers=bearer(match["host_token"]))
    assert answer.status_code == 201, answer.text


def place(house):
    return house.address.removeprefix("http://")


def running(*words):
    return subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=EXAMPLES
    )


def ended(process):
    said, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    return said


def played(house, **said):
    """A match that two remote bots have played to the end."""
    match = opened(house, **said)
    invitation = [match["watch_token"]] if match["watch_token"] else []
    bots = [running("bot.py", place(house), match["match"], *invitation) for _ in range(2)]
    path, host = f"/v1/matches/{match['match']}", bearer(match["host_token"])
    end = time.monotonic() + PATIENCE
    while "free" in {seat["state"] for seat in house.client.get(path, headers=host).json()["seats"]}:
        assert time.monotonic() < end, "the bots do not sit down"
        time.sleep(0.05)
    started(house, match)
    for bot in bots:
        ended(bot)
    return house.client.get(path, headers=host).json()


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_two_remote_bots_play_a_match(house, visibility):
    assert played(house, visibility=visibility)["status"] == "finished"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not on PATH")
def test_a_spectator_sees_every_entry_and_the_score(house):
    match = played(house)
    said = subprocess.run(
        ["node", EXAMPLES / "spectator.mjs", house.address, match["match"], "de"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout.splitlines()

    assert [line.split("\t")[0] for line in said[:-2]] == [str(n) for n in range(1, match["version"] + 1)]
    assert {line.split("\t")[1] for line in said[-2:]} == {"Remote bot"}


def test_a_tournament_tells_who_won_how_often(house):
    house.shift.dispatcher()
    house.shift.worker()
    said = ended(running("tournament.py", place(house), "--games", "schiefer", "--rounds", "1"))

    game, *minds = said.strip().split("\t")
    assert game == "schiefer"
    assert {mind.split()[0] for mind in minds} == {"random", "greedy"}
    assert sum(int(mind.split()[1]) for mind in minds) >= 2


@pytest.mark.parametrize(("name", "most"), [("bot.py", 40), ("spectator.mjs", 30)])
def test_they_are_short_enough_to_be_read_at_once(name, most):
    assert len((EXAMPLES / name).read_text().splitlines()) <= most

"""Over real sockets, with several processes: whole games, many at once, and a server that dies."""

import hashlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import httpx
import pytest

from support.api.api import bearer
from support.api.over_http import open_over_http, verify_book
from support.servers.patience import PATIENCE

TOGETHER = 50
WORKERS = 2  # as the server has


def play(instance, path, tokens, seed=1):
    """Asks what is possible and chooses, until the match is over; bots are waited for."""
    random, end = Random(seed), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        offered = instance.client.get(f"{path}/commands")
        turn = offered.json()["turn"]
        if turn is None:
            return instance.client.get(path).json()
        if turn in tokens:
            command = random.choice(offered.json()["commands"])["command"]
            headers = bearer(tokens[turn]) | {"If-Match": offered.headers["ETag"]}
            answer = instance.client.post(f"{path}/commands", json=command, headers=headers)
            assert answer.status_code == 201, answer.text
        else:
            time.sleep(0.01)
    return pytest.fail("the match does not end")


def test_four_people_play_to_the_end_and_can_check_every_hash(instance):
    path, tokens = open_over_http(instance, seats=4, options={"stall_rounds": 5})
    summary = play(instance, path, tokens)

    assert summary["status"] == "finished"
    assert verify_book(instance, path) == summary["hash"]
    assert hashlib.sha256(bytes.fromhex(summary["seed"])).hexdigest() == summary["commitment"]


@pytest.mark.parametrize(
    ("game", "options"), [("schiefer", {"stall_rounds": 3}), ("ruhrschifffahrt", {}), ("schichtwechsel", {})]
)
def test_two_people_and_two_bots_play_to_the_end_and_the_series_follows(instance, game, options):
    instance.workers.dispatcher()
    instance.workers.worker()
    bots = [{"seat": 1, "mind": "greedy"}, {"seat": 3, "mind": "random"}]
    path, tokens = open_over_http(instance, seats=4, bots=bots, game=game, options=options)
    summary = play(instance, path, tokens)

    assert summary["status"] == "finished"
    verify_book(instance, path)
    end = time.monotonic() + PATIENCE
    while not (series := instance.client.get(f"{path}/score").json()["series"]) or not series[-1]["places"]:
        assert time.monotonic() < end, "the final sheet never comes"
        time.sleep(0.05)
    score = instance.client.get(f"{path}/score").json()
    assert (series[-1]["totals"], series[-1]["places"]) == (score["totals"], score["places"])


def at_once(calls):
    """Each call from a thread and a connection of its own, all let go together."""
    together = threading.Barrier(len(calls))

    def one(call):
        together.wait(PATIENCE)
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(one, call) for call in calls]]


def poster(instance, path, command, headers):
    return lambda: httpx.post(
        f"{instance.address}{path}/commands", json=command, headers=headers, timeout=PATIENCE
    )


def test_fifty_times_the_same_request_is_carried_out_once_and_answered_alike(instance):
    path, tokens = open_over_http(instance, seats=2)
    offered = instance.client.get(f"{path}/commands").json()
    headers = bearer(tokens[offered["turn"]]) | {"Idempotency-Key": "once"}
    command = offered["commands"][0]["command"]
    answers = at_once([poster(instance, path, command, headers)] * TOGETHER)

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers) == 1
    assert instance.client.get(path).json()["version"] == offered["version"] + 1


def test_of_fifty_commands_for_one_version_one_is_carried_out(instance):
    path, tokens = open_over_http(instance, seats=2)
    offered = instance.client.get(f"{path}/commands")
    pinned = bearer(tokens[offered.json()["turn"]]) | {"If-Match": offered.headers["ETag"]}
    commands = [offer["command"] for offer in offered.json()["commands"]]
    calls = [
        poster(
            instance, path, commands[number % len(commands)], pinned | {"Idempotency-Key": f"key-{number}"}
        )
        for number in range(TOGETHER)
    ]
    answers = at_once(calls)

    assert sorted(answer.status_code for answer in answers) == [201] + [412] * (TOGETHER - 1)
    version = instance.client.get(path).json()["version"]
    assert version == offered.json()["version"] + 1
    assert {answer.json()["version"] for answer in answers} == {version}


def said_by_api(instance):
    """By the newest API: all servers of these tests write one log."""
    return instance.workers.said().rpartition("Starting gunicorn")[2]


def test_an_api_that_closes_sends_everyone_home_and_has_nothing_to_complain_of(instance):
    instance.workers.until(
        lambda: said_by_api(instance).count("Worker ready") == WORKERS
    )  # and heeds signals
    path, _ = open_over_http(instance, seats=2)
    watching = {"Accept": "text/event-stream"}
    with instance.client.stream("GET", f"{path}/entries", headers=watching) as watched:
        lines = watched.iter_lines()
        next(lines)
        instance.workers.stop(instance.api)
        assert list(lines)[-1] == ""  # whole events, and a stream that ended in order

    said = said_by_api(instance)
    assert said.count("Worker exiting") == WORKERS
    assert "graceful timeout" not in said
    assert "Exception" not in said

"""Book and API are killed while matches are played: what was acknowledged stands, once and whole."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import httpx
import pytest

from support.api.api import bearer
from support.api.over_http import open_over_http, verify_book
from support.servers.patience import PATIENCE

MATCHES = 6
BETWEEN = 60  # entries that are acknowledged before the next kill


class Player:
    """Plays both seats of a match; repeats each request under its key until it is answered."""

    def __init__(self, instance, number):
        self.path, self.tokens = open_over_http(instance, seats=2)
        self.client = httpx.Client(base_url=instance.address, timeout=PATIENCE)
        self.random = Random(number)
        self.keys = 0
        self.begun = self.client.get(self.path).json()["version"]
        self.acknowledged = []  # entries, in the order of the book
        self.last = None  # request and answer

    def play(self, over):
        while not over.is_set():
            offered = self.again("GET", "/commands").json()
            assert offered["turn"] is not None
            self.say(
                [offer["command"] for offer in offered["commands"]], bearer(self.tokens[offered["turn"]])
            )

    def say(self, options, headers):
        answer = self.write(self.random.choice(options), headers)
        assert answer.status_code == 201, answer.text
        self.acknowledged.append(answer.json()["entry"])

    def write(self, body, headers):
        self.keys += 1
        request = {"json": body, "headers": headers | {"Idempotency-Key": f"request-{self.keys}"}}
        answer = self.again("POST", "/commands", **request)
        if answer.status_code == 201:
            self.last = request, answer.json()
        return answer

    def again(self, method, part, **said):
        """Until somebody answers: the book may be gone, or the API, also in the midst of an answer."""
        while True:
            try:
                answer = self.client.request(method, self.path + part, **said)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code != 503:
                return answer
            time.sleep(0.01)


class Batcher(Player):
    """Gives as many commands at once as are accepted; of those refused nothing may be seen."""

    several = 0

    def say(self, options, headers):
        first = self.random.choice(options)
        seconds = [{"type": "end_turn"}, *self.random.sample(options, min(3, len(options)))]
        for batch in [*([first, second] for second in seconds), [first]]:
            answer = self.write(batch, headers)
            if answer.status_code == 201:
                self.several += len(batch) > 1
                self.acknowledged += answer.json()["entries"]
                return
        pytest.fail(answer.text)


@pytest.mark.parametrize("kind", [Player, Batcher])
def test_what_was_acknowledged_outlives_the_death_of_book_and_api(instance, server, kind):
    players = [kind(instance, number) for number in range(MATCHES)]
    over = threading.Event()
    with ThreadPoolExecutor(MATCHES) as threads:
        playing = [threads.submit(player.play, over) for player in players]
        try:
            for victim in (kill_the_book, kill_the_api, kill_the_book):
                wait_for(players, BETWEEN)
                victim(instance, server)
            wait_for(players, BETWEEN)
        finally:
            over.set()
        for each in playing:
            each.result(PATIENCE)

    for player in players:
        check(instance, player)
    if kind is Batcher:
        assert sum(player.several for player in players) > 0


def kill_the_book(instance, server):
    server.kill()
    instance.wait_for(503)
    server.start()
    instance.wait_for(200)


def kill_the_api(instance, _):
    instance.workers.kill(instance.api)
    instance.open_api()


def wait_for(players, more):
    def done():
        return sum(len(player.acknowledged) for player in players)

    wanted, end = done() + more, time.monotonic() + PATIENCE
    while done() < wanted:
        assert time.monotonic() < end, "nobody plays any more"
        time.sleep(0.01)


def check(instance, player):
    """The book is what was acknowledged: nothing else, nothing twice, no half of a batch."""
    pages = instance.client.get(f"{player.path}/entries?after={player.begun}&limit=200").json()
    assert pages["next"] is None or len(pages["entries"]) == 200
    assert pages["entries"] == player.acknowledged[: len(pages["entries"])]
    summary = instance.client.get(player.path).json()
    assert summary["version"] == player.begun + len(player.acknowledged)
    assert verify_book(instance, player.path) == summary["hash"] == player.acknowledged[-1]["hash"]
    request, answer = player.last
    repeated = instance.client.post(f"{player.path}/commands", **request)
    assert (repeated.json(), repeated.headers["Idempotency-Replayed"]) == (answer, "true")
    player.client.close()

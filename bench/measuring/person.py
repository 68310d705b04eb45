"""A person who plays over HTTP while something else happens to the server: how long each request takes."""

import http.client
import json
import random
import threading
import time
from collections import Counter
from statistics import quantiles
from typing import NamedTuple

PATIENCE = 60  # seconds for an answer; one that takes longer counts as long as that
POLL = 10  # seconds that a long poll waits for the bot


class Asked(NamedTuple):
    """One request of the person."""

    began: float
    took: float  # seconds; of a long poll, what it took beyond being told that it may wait
    status: int


class Person(threading.Thread):
    """Plays one match after the other against a bot, by whatever the answers offer."""

    def __init__(self, port, game="schiefer"):
        super().__init__(daemon=True)
        self.port = port
        self.game = game
        self.asked = []
        self.bot_took = []  # (began, seconds) from an acknowledged command to the bot's entry
        self.over = threading.Event()
        self.random = random.Random(1)
        self.failures = Counter()

    def run(self):
        while not self.over.is_set():
            try:
                self.play_one()
            except (OSError, http.client.HTTPException, ValueError, KeyError) as failure:
                self.failures[f"{type(failure).__name__}: {failure}"[:100]] += 1
                time.sleep(0.2)

    def play_one(self):
        opened = self.ask("POST", "/v1/matches", {"game": self.game, "seats": 2, "bots": [BOT]})
        here = f"/v1/matches/{opened['match']}"
        seat = self.ask("POST", f"{here}/seats", {"name": "Ada"})
        self.ask("POST", f"{here}/start", {}, opened["host_token"])
        while not self.over.is_set():
            now = self.ask("GET", f"{here}/commands")
            if now["status"] != "running":
                return
            if now["turn"] == seat["seat"]:
                choice = self.random.choice(now["commands"])["command"]
                self.answer(here, choice, seat["seat_token"])
            else:
                self.wait_for_bot(here, now["version"])

    def answer(self, here, command, token):
        """A thought of a tenth of a second: a person is no program."""
        time.sleep(0.1)
        self.ask("POST", f"{here}/commands", command, token)

    def wait_for_bot(self, here, version):
        began = time.monotonic()
        self.request("GET", f"{here}/entries?after={version}&limit=1&wait={POLL}")
        self.bot_took.append((began, time.monotonic() - began))

    def ask(self, method, path, body=None, token=None):
        began = time.monotonic()
        status, answer = self.request(method, path, body, token)
        self.asked.append(Asked(began, time.monotonic() - began, status))
        if status >= http.client.BAD_REQUEST:
            raise ValueError(f"{method} {path.partition('?')[0][:12]} {status} {answer.get('code')}")
        return answer

    def request(self, method, path, body=None, token=None):
        """Each on a connection of its own, as a stranger to the server would come."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        finally:
            connection.close()


BOT = {"seat": 1, "mind": "greedy"}


def p99(seconds):
    return quantiles(seconds, n=100)[98] if len(seconds) > 1 else max(seconds, default=float("inf"))

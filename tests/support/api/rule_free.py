"""A client that knows `GET /v1/games` and nothing else: every other request is one that an answer gave it."""

from __future__ import annotations

from collections import Counter
from random import Random

from support.api.api import bearer

CATALOGUE = "/v1/games"
TERMS = {"rated": False, "clock": {"kind": "per_answer", "seconds": 3600}}


class RuleFree:
    """All people of one match at one screen."""

    def __init__(self, client, game, seats, seed=1, lang="en"):
        self.client, self.random, self.lang = client, Random(seed), lang
        self.said = set()
        self.requests, self.done = 0, Counter()
        self.tokens = {}  # of each seat
        opening = self.find_opening(game, seats)
        opened = self.send(opening, None, **TERMS)
        self.host, self.links = opened["host_token"], opened["links"]
        self.place = self.links["commands"]

    def find_opening(self, game, seats):
        listed = {each["game"]: each for each in self.ask(CATALOGUE)["games"]}
        return next(opening for opening in listed[game]["openings"] if opening["body"]["seats"] == seats)

    # --- requests

    def ask(self, path, token=None):
        return self.checked(self.client.get(path, headers=self.headers(token)))

    def headers(self, token):
        return bearer(token) | {"Accept-Language": self.lang}

    def send(self, call, token, **more):
        """An action as it was offered, with the token it was offered to."""
        body = {**(call["body"] or {}), **more} or None
        self.done[call["operation"]] += 1
        # The key makes the id of the match, and so its luck, the same at every run.
        headers = self.headers(token) | {"Idempotency-Key": f"a-key-that-is-the-same-{self.requests}"}
        return self.checked(self.client.open(call["path"], method=call["method"], json=body, headers=headers))

    def checked(self, answer):
        self.requests += 1
        assert answer.status_code < 400, answer.text
        self.said.update(sentences_in(answer.json))
        return answer.json

    def look(self, token=None):
        return self.ask(self.place, token)

    def offered(self, operation, token=None, **body):
        """The actions of this kind that somebody has, and that say this."""
        return [
            action
            for action in self.look(token)["actions"]
            if action["operation"] == operation and body.items() <= (action["body"] or {}).items()
        ]

    # --- a match

    def gather(self):
        """A bot is seated and removed again, then everybody sits down and the host starts."""
        self.send(self.offered("seat_bot", self.host)[0], self.host)
        self.send(self.offered("leave_seat", self.host)[0], self.host)
        while self.look()["waits_for"]["kind"] == "players":
            seated = self.send(self.offered("take_seat")[0], None)
            self.tokens[seated["seat"]] = seated["seat_token"]
        (start,) = self.offered("start_match", self.host)
        return self.send(start, self.host)["next"]

    def answer(self, now):
        """Any of the commands; the answer brings the next ones along."""
        command = self.random.choice(now["commands"])["command"]
        call = now["send"] | {"operation": "submit_command", "body": command}
        return self.send(call, self.tokens[now["turn"]])["next"]

    def play(self, now, moves=None):
        while now["waits_for"]["kind"] == "answer" and moves != 0:
            now = self.answer(now)
            moves = moves and moves - 1
        return now

    def go_back(self, now, *, by_vote):
        """The seat that is asked, or else somebody who needs the others for it; None if nobody may."""
        for token in self.tokens.values():
            ways = [way for way in self.offered("undo", token) if bool(way["back"]["voters"]) == by_vote]
            if ways:
                return self.vote(self.send(self.random.choice(ways), token)["next"], token)
        return now

    def vote(self, now, asker):
        """Whoever is waited for agrees; the asker is told what became of it."""
        while now["waits_for"]["kind"] == "vote":
            token = self.tokens[now["waits_for"]["seats"][0]]
            now = self.send(self.offered("answer_undo", token, agree=True)[0], token)["next"]
        return self.look(asker)

    def bring_back(self, now):
        for token in self.tokens.values():
            if redo := self.offered("redo", token):
                return self.send(redo[0], token)["next"]
        return now

    def pause(self):
        """One asks, the others agree, the last one goes on."""
        first, *others = self.tokens.values()
        now = self.send(self.offered("pause", first)[0], first)["next"]
        for token in others:
            now = self.send(self.offered("answer_pause", token, agree=True)[0], token)["next"]
        assert now["waits_for"]["kind"] == "pause"
        token = self.tokens[now["waits_for"]["seats"][-1]]
        return self.send(self.offered("resume", token)[0], token)["next"]

    def resign(self):
        """One after another, until nobody is left; bots play on, if anybody calls them."""
        for token in self.tokens.values():
            self.send(self.offered("resign", token)[0], token)
        return self.look()


def sentences_in(part):
    """Whatever of an answer is there for people to read."""
    if isinstance(part, dict):
        for name, inner in part.items():
            if name in {"label", "words", "prompt"} and isinstance(inner, str):
                yield inner
            else:
                yield from sentences_in(inner)
    if isinstance(part, list):
        for inner in part:
            yield from sentences_in(inner)

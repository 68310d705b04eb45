"""How many requests and bytes a move takes a client that knows no rule: asked for first, or brought along.

./grubenbuch bench bytes_a_move [--moves 200]

The same moves of the same match, in four ways: the next commands are asked for after each move, or come with
the answer; plain or in gzip. Bytes are those of the bodies of answers, as they travel.
"""

import gzip
import json
from random import Random

from measuring.frame import Size, run

from events.memory_store import MemoryStore
from games.catalogue import GAMES
from service.api.app import build_app
from service.api.services import Services
from service.config import Config
from service.matches.handler import Matches

SECRET = b"a secret of thirty-two characters"
SEED = bytes(range(32))


SIZES = {"--moves": Size(200, 5, "at most, of each match")}


def measure(options, sheet):
    for game in GAMES:
        for brought in (False, True):
            for encoding in ("identity", "gzip"):
                client = Client(encoding)
                played = client.play(game, options.moves, brought=brought)
                way = f"{game}, {'brought along' if brought else 'asked for'}"
                form = ", in gzip" if encoding == "gzip" else ""
                sheet.figure(f"{way}{form}: bytes a move", client.received / played, "bytes")
            sheet.detail(f"{way}: requests a move", client.requests / played, "requests")


class Client:
    """All people of one match. It is the same match each time, as the key says."""

    def __init__(self, encoding):
        matches = Matches(MemoryStore(), SECRET, seeds=lambda: SEED)
        self.app = build_app(Services(matches, Config())).test_client()
        self.headers = {"Accept-Encoding": encoding}
        self.requests = self.received = 0

    def play(self, game, most, *, brought):
        tokens, place = self.begin(game)
        now, luck, moves = self.ask("GET", place, tokens[0]), Random(1), 0
        self.requests = self.received = 0
        while now["turn"] is not None and moves < most:
            moves += 1
            command = luck.choice(now["commands"])["command"]
            path = now["send"]["path"] if brought else place
            done = self.ask("POST", path, tokens[now["turn"]], command)
            now = done["next"] if brought else self.ask("GET", place, tokens[now["turn"]])
        return moves

    def begin(self, game):
        opened = self.ask("POST", "/v1/matches", None, {"game": game, "seats": 2}, "the-same-match-each-time")
        place = opened["links"]["commands"]
        tokens = [self.ask("POST", opened["links"]["seats"], None)["seat_token"] for _ in range(2)]
        started = next(
            one
            for one in self.ask("GET", place, opened["host_token"])["actions"]
            if one["operation"] == "start_match"
        )
        self.ask(started["method"], started["path"], opened["host_token"])
        return tokens, place

    def ask(self, method, path, token, body=None, key=None):
        headers = self.headers | ({"Authorization": f"Bearer {token}"} if token else {})
        headers |= {"Idempotency-Key": key} if key else {}
        answer = self.app.open(path, method=method, json=body, headers=headers)
        self.requests += 1
        self.received += len(answer.data)
        if answer.status_code >= 400:
            raise SystemExit(answer.text)
        packed = answer.headers.get("Content-Encoding") == "gzip"
        return json.loads(gzip.decompress(answer.data) if packed else answer.data)


if __name__ == "__main__":
    run(measure, __doc__, takes=(15, 3), sizes=SIZES)

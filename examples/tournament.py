"""A tournament: every pair of minds meets in every game, and one stream tells when all is over.

python examples/tournament.py localhost:8080 [--games schiefer] [--minds random greedy mine] [--rounds 3]

`mine` is no bot of the server but `choose` below, which answers in all its matches with one call at a time.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from itertools import product
from random import choice
from threading import Thread
from time import sleep
from typing import Any

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
parser.add_argument("host")
parser.add_argument("--games", nargs="+", default=["schiefer", "ruhrschifffahrt", "schichtwechsel"])
parser.add_argument("--minds", nargs="+", default=["random", "greedy"])
parser.add_argument("--rounds", type=int, default=3)
asked = parser.parse_args()


Tokens = dict[str, dict[int, str]]  # of our own seats, by match


def choose(commands: list[dict[str, Any]]) -> Any:
    """The whole mind of `mine`: put your own here."""
    return choice(commands)["command"]  # noqa: S311  this is no secret


def request(method: str, path: str, body: str, headers: dict[str, str]) -> HTTPResponse:
    while True:
        connection = HTTPConnection(asked.host, timeout=60)  # a stream is never silent for so long
        connection.request(method, f"/v1{path}", body, headers)
        response = connection.getresponse()
        if response.status != HTTPStatus.TOO_MANY_REQUESTS:
            return response
        sleep(int(response.headers["Retry-After"]))


def call(method: str, path: str, body: object = None, **headers: str) -> HTTPResponse:
    return request(method, path, json.dumps(body), {"Content-Type": "application/json"} | headers)


def opened(game: str, minds: tuple[str, ...], mine: Tokens) -> str:
    bots = [{"seat": seat, "mind": mind} for seat, mind in enumerate(minds) if mind != "mine"]
    match = json.load(call("POST", "/matches", {"game": game, "seats": len(minds), "bots": bots}))
    name = str(match["match"])
    for _ in range(minds.count("mine")):
        seat = json.load(call("POST", f"/matches/{name}/seats", {}))
        mine.setdefault(name, {})[seat["seat"]] = seat["seat_token"]
    call("POST", f"/matches/{name}/start", {}, Authorization=f"Bearer {match['host_token']}").read()
    return name


def play(mine: Tokens) -> None:
    """In all matches at once, until they are over; after a lost connection it asks anew."""
    while mine:
        with suppress(HTTPException, OSError):
            lines = [line for match in list(mine) for line in answer(match, mine)]
            body = "\n".join(json.dumps(line) for line in lines)
            said = request("POST", "/commands", body, {"Content-Type": "application/x-ndjson"}).read()
            for told in map(json.loads, said.splitlines()):
                if "problem" in told and told["status"] < HTTPStatus.INTERNAL_SERVER_ERROR:
                    print(told["problem"], file=sys.stderr)  # noqa: T201  one of these is an error of ours
        sleep(0.1)


def answer(match: str, mine: Tokens) -> Iterator[dict[str, Any]]:
    """A line for the next call; its key lets it be sent again where an answer is lost."""
    now = json.load(call("GET", f"/matches/{match}/commands"))
    if now["status"] != "running":
        del mine[match]
    elif now["turn"] in mine[match]:
        token, key = mine[match][now["turn"]], f"after-{now['version']}"
        yield {"match": match, "token": token, "command": choose(now["commands"]), "key": key}


def wait_for(matches: Iterable[str]) -> None:
    """Until the stream says that it has sent everything; a lost connection goes on after `seen`."""
    path, seen, rest, over = f"/stream?matches={','.join(matches)}", dict[str, str](), 2.0, False
    while not over:
        with suppress(HTTPException, OSError):
            stream = call("GET", path, Accept="text/event-stream", **seen)
            over = stream.status == HTTPStatus.NO_CONTENT
            for line in stream:
                if line.startswith(b"id: "):
                    seen = {"Last-Event-ID": line[4:].decode().strip()}
                elif line.startswith(b"retry: "):
                    rest = int(line[7:]) / 1000
        sleep(rest)


def main() -> None:
    for game in asked.games:
        pairs = [pair for pair in product(asked.minds, repeat=2) if pair[0] != pair[1]] * asked.rounds
        mine: Tokens = {}
        matches = {opened(game, pair, mine): pair for pair in pairs}
        playing = Thread(target=play, args=[mine])
        playing.start()
        wait_for(matches)
        playing.join()
        won = Counter(dict.fromkeys(asked.minds, 0))
        for match, pair in matches.items():
            places = json.load(call("GET", f"/matches/{match}/score"))["places"]
            won.update(mind for mind, place in zip(pair, places, strict=True) if place == 1)
        print(game, *(f"{mind} {wins}" for mind, wins in won.most_common()), sep="\t")  # noqa: T201  the result


main()

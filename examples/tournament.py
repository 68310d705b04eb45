"""A tournament of bots: every pair of minds meets in every game, and one stream tells when all is over.

python examples/tournament.py localhost:8080 [--games schiefer] [--minds random greedy] [--rounds 3]
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from itertools import product
from time import sleep

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
parser.add_argument("host")
parser.add_argument("--games", nargs="+", default=["schiefer", "ruhrschifffahrt", "schichtwechsel"])
parser.add_argument("--minds", nargs="+", default=["random", "greedy"])
parser.add_argument("--rounds", type=int, default=3)
asked = parser.parse_args()


def call(method: str, path: str, body: object = None, **headers: str) -> HTTPResponse:
    connection = HTTPConnection(asked.host, timeout=60)  # a stream is never silent for so long
    connection.request(method, f"/v1{path}", json.dumps(body), {"Content-Type": "application/json"} | headers)
    return connection.getresponse()


def opened(game: str, minds: tuple[str, ...]) -> str:
    bots = [{"seat": seat, "mind": mind} for seat, mind in enumerate(minds)]
    match = json.load(call("POST", "/matches", {"game": game, "seats": len(minds), "bots": bots}))
    token = {"Authorization": f"Bearer {match['host_token']}"}
    call("POST", f"/matches/{match['match']}/start", {}, **token).read()
    return str(match["match"])


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
        matches = {opened(game, pair): pair for pair in pairs}
        wait_for(matches)
        won = Counter(dict.fromkeys(asked.minds, 0))
        for match, pair in matches.items():
            places = json.load(call("GET", f"/matches/{match}/score"))["places"]
            won.update(mind for mind, place in zip(pair, places, strict=True) if place == 1)
        print(game, *(f"{mind} {wins}" for mind, wins in won.most_common()), sep="\t")  # noqa: T201  the result


main()

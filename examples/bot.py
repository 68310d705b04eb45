"""A remote bot: sits down in a match, listens to its stream, and answers whenever it is asked.

python examples/bot.py localhost:8080 MATCH [TOKEN OF A PRIVATE MATCH]
"""

import json
import sys
from contextlib import suppress
from http.client import NO_CONTENT, TOO_MANY_REQUESTS, HTTPConnection, HTTPException, HTTPResponse
from time import sleep

host, match, *invitation = sys.argv[1:]


def call(method: str, part: str, body: object = None, token: str = "", **headers: str) -> HTTPResponse:
    headers |= {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection = HTTPConnection(host, timeout=60)  # a stream is never silent for so long
    connection.request(method, f"/v1/matches/{match}{part}", json.dumps(body) if body else None, headers)
    return connection.getresponse()


seated = json.load(call("POST", "/seats", {"name": "Remote bot"}, *invitation))
seat, token, seen = seated["seat"], seated["seat_token"], str(seated["version"])
rest, over = 2.0, False
while not over:
    with suppress(HTTPException, OSError):  # after a lost connection it comes back after `seen`
        news = call("GET", "/entries", None, token, Accept="text/event-stream", **{"Last-Event-ID": seen})
        over = NO_CONTENT <= news.status < TOO_MANY_REQUESTS  # everything was sent, or the seat is lost
        for name, _, value in (line.partition(b": ") for line in news):
            if name == b"id":
                seen = value.decode().strip()
            elif name == b"retry":  # the first line, so a question that was missed is answered as well
                rest = int(value) / 1000
            if name in {b"retry", b"data"}:
                offered = json.load(call("GET", "/commands", None, token))
                if offered.get("turn") == seat:
                    chosen = offered["commands"][offered["version"] % len(offered["commands"])]
                    tag = f'"{offered["version"]}-{offered["hash"][:8]}"'  # the stream tells who was quicker
                    call("POST", "/commands", chosen["command"], token, **{"If-Match": tag}).read()
    sleep(rest)

"""A remote bot: sits down in a match, listens to its stream, and answers whenever it is asked.

python examples/bot.py localhost:8080 MATCH [TOKEN OF A PRIVATE MATCH]
"""

import json
import sys
from http.client import OK, HTTPConnection, HTTPResponse

host, match, *invitation = sys.argv[1:]


def call(method: str, part: str, body: object = None, token: str = "", **headers: str) -> HTTPResponse:
    headers |= {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection = HTTPConnection(host)
    connection.request(method, f"/v1/matches/{match}{part}", json.dumps(body) if body else None, headers)
    return connection.getresponse()


seated = json.load(call("POST", "/seats", {"name": "Remote bot"}, *invitation))
seat, token = seated["seat"], seated["seat_token"]


def answer_if_asked() -> None:
    offered = json.load(call("GET", "/commands", token=token))
    if offered["turn"] == seat:
        chosen = offered["commands"][offered["version"] % len(offered["commands"])]
        tag = f'"{offered["version"]}-{offered["hash"][:8]}"'  # if somebody was quicker, the stream says so
        call("POST", "/commands", chosen["command"], token, **{"If-Match": tag}).read()


seen, listen = str(seated["version"]), {"Accept": "text/event-stream"}
while (news := call("GET", "/entries", None, token, **listen, **{"Last-Event-ID": seen})).status == OK:
    for line in news:  # ends with the match, or with the connection: then it goes on after `seen`
        if line.startswith(b"id: "):
            seen = line[4:].decode().strip()
        elif line.startswith(b"data: "):
            answer_if_asked()

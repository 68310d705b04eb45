"""A remote bot: sits down in a match, listens to its stream, answers when it is asked, agrees to every vote.

python examples/bot.py localhost:8080 MATCH [TOKEN OF A PRIVATE MATCH]
"""

import json
import sys
from contextlib import suppress
from http.client import NO_CONTENT, TOO_MANY_REQUESTS, HTTPConnection, HTTPException, HTTPResponse
from time import sleep

host, at, invitation = sys.argv[1], f"/v1/matches/{sys.argv[2]}", sys.argv[3:]


def call(method: str, path: str, body: object = None, token: str = "", **headers: str) -> HTTPResponse:
    headers |= {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection = HTTPConnection(host, timeout=60)  # a stream is never silent for so long
    connection.request(method, path, json.dumps(body) if body else None, headers)
    return connection.getresponse()


seated = json.load(call("POST", f"{at}/seats", {"name": "Remote bot"}, *invitation))
seat, token, told, over = seated["seat"], seated["seat_token"], {b"id": str(seated["version"])}, False
while not over:
    with suppress(HTTPException, OSError):  # after a lost connection it comes back
        new = {"Accept": "text/event-stream", "Last-Event-ID": told[b"id"]}
        got = call("GET", f"{at}/entries", None, token, **new)
        over = NO_CONTENT <= got.status < TOO_MANY_REQUESTS  # everything was sent, or the seat is lost
        for name, _, value in (line.partition(b": ") for line in got):
            told[name] = value.decode().strip()
            if name in {b"retry", b"data"}:  # `retry` comes first: what was missed is answered as well
                now = json.load(call("GET", f"{at}/commands", None, token))
                acts = [act for act in now.get("actions", ()) if (act["body"] or {}).get("agree")]
                if not acts and now.get("turn") == seat:
                    one = now["commands"][now["version"] % len(now["commands"])]
                    acts = [now["send"] | {"body": one["command"]}]
                for act in acts:  # the tag refuses what others were quicker with
                    tag = {"If-Match": f'"{now["version"]}-{now["hash"][:8]}"'}
                    call(act["method"], act["path"], act["body"], token, **tag).read()
    sleep(int(told.get(b"retry", "2000")) / 1000)

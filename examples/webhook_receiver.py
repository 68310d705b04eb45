"""A receiver of Grubenbuch's webhooks in one file, with nothing but Python.

    python examples/webhook_receiver.py whsec_… --port 9000

It believes a delivery only if its signature fits and it is not old, acts once for each `webhook-id`, answers
quickly, and prints a line for each piece of news. Register `http://<this host>:9000/` for it.
"""

from __future__ import annotations

import argparse
import base64
import hmac
import json
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOLERANCE = 300  # seconds: what is older may have been overheard and repeated
LARGEST_BODY = 1_000_000


def verified(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over "id.timestamp.body"."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    try:
        message, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
        given = headers["webhook-signature"].split()
        fresh = abs(time.time() - int(timestamp)) <= TOLERANCE
    except (KeyError, ValueError):
        return False
    digest = hmac.digest(key, f"{message}.{timestamp}.".encode() + body, "sha256")
    expected = f"v1,{base64.b64encode(digest).decode()}".encode()
    return fresh and any(hmac.compare_digest(one.encode(), expected) for one in given)


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 to what it believes, also the second time, and 401 to everything else."""

    secret = ""
    seen: set[str] = set()  # of the whole server; yours belongs in a database

    def do_POST(self) -> None:
        """One delivery."""
        length = min(int(self.headers.get("Content-Length", 0)), LARGEST_BODY)
        body = self.rfile.read(length)
        believed = verified(self.secret, {name.lower(): word for name, word in self.headers.items()}, body)
        if believed:
            self.act_once(self.headers["webhook-id"], json.loads(body))
        self.send_response(204 if believed else 401)
        self.end_headers()

    def act_once(self, message: str, news: dict[str, Any]) -> None:
        """What comes again under the same id was acted upon already."""
        if message not in self.seen:
            self.seen.add(message)
            line = {"id": message, "type": news["type"], **news["data"]}
            line.pop("entry", None)
            print(json.dumps(line), flush=True)  # noqa: T201  it is what this example does

    def log_message(self, *_: Any) -> None:
        """Only news is printed."""


def main() -> None:
    """Listens until it is stopped."""
    words = argparse.ArgumentParser(description="Receive Grubenbuch's webhooks and print them.")
    words.add_argument("secret", help="as it was shown when the webhook was registered: whsec_…")
    words.add_argument("--host", default="127.0.0.1")
    words.add_argument("--port", type=int, default=9000)
    said = words.parse_args()
    Receiver.secret = said.secret
    server = ThreadingHTTPServer((said.host, said.port), Receiver)
    print(f"listening on port {server.server_port}", flush=True)  # noqa: T201  tells whoever started it
    server.serve_forever()


if __name__ == "__main__":
    main()

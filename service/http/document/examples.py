"""Examples for the document: real answers of a short match, the same every time it is played."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from flask import Flask
from flask.testing import FlaskClient

from events.memory_store import MemoryStore
from service.config import Config
from service.http.desk import Desk
from service.matches.use_cases import Matches

OPENED_AT: Final = 1_700_000_000_000
SECRET: Final = b"only for the examples of the document"
SEED: Final = bytes(range(32))
PUBLIC: Final = "93.184.215.14"  # a number, so that no name server is asked


@dataclass(frozen=True)
class Example:
    """`body` is None where the call has none, `answer` where it is no JSON."""

    body: Any
    answer: Any


def desk() -> Desk:
    """With a clock and a seed that never change."""
    ticks = count(OPENED_AT, 1000)
    return Desk(Matches(MemoryStore(), SECRET, lambda: next(ticks), lambda: SEED), Config())


class Script:
    """Calls one operation after another and keeps what was said."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.kept: dict[str, Example] = {}
        self.keys = count(1)

    def call(self, name: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if method != "GET":
            headers["Idempotency-Key"] = f"example-of-a-request-{next(self.keys)}"
        response = self.client.open(path, method=method, json=body, headers=headers)
        if response.status_code >= 400:  # noqa: PLR2004  errors begin here
            raise RuntimeError(f"{method} {path}: {response.text}")
        self.kept[name] = Example(body, response.json)
        return response.json


def examples(app: Flask) -> dict[str, Example]:
    """By the name of the operation."""
    script = Script(app.test_client())
    play(script)
    return script.kept


def play(script: Script) -> None:
    say = script.call
    say("list_games", "GET", "/v1/games")
    opened = say("open_match", "POST", "/v1/matches", {"game": "schiefer", "seats": 2})
    match, host = f"/v1/matches/{opened['match']}", opened["host_token"]
    say("take_seat", "POST", f"{match}/seats", {"name": "Bob"})
    say("leave_seat", "DELETE", f"{match}/seats/0", token=host)
    ada = say("take_seat", "POST", f"{match}/seats", {"name": "Ada", "player": "ada", "words": "Glück auf"})[
        "seat_token"
    ]
    say("seat_bot", "PUT", f"{match}/seats/1/bot", {"mind": "greedy"}, token=host)
    say("start_match", "POST", f"{match}/start", token=host)
    offered = say("list_commands", "GET", f"{match}/commands")
    first = offered["commands"][0]["command"]
    if offered["turn"] == 0:
        say("submit_command", "POST", f"{match}/commands", first, token=ada)
        say("undo", "POST", f"{match}/undo", {"to": offered["version"]}, token=ada)
        say("redo", "POST", f"{match}/redo", {}, token=ada)
    look(script, match)
    listen(script, opened["match"], ada)
    say("fork_match", "POST", f"{match}/forks", {"version": offered["version"]})
    say("resign", "POST", f"{match}/resign", {}, token=ada)


def listen(script: Script, match: str, token: str) -> None:
    said = {"match": match, "url": f"https://{PUBLIC}/hook", "kinds": ["your_turn", "finished"]}
    webhook = script.call("register_webhook", "POST", "/v1/webhooks", said, token)["webhook"]
    place = f"/v1/webhooks/{webhook}"
    script.call("list_webhooks", "GET", f"/v1/webhooks?match={match}", token=token)
    script.call("get_webhook", "GET", place, token=token)
    script.call("list_deliveries", "GET", f"{place}/deliveries", token=token)
    script.call("delete_webhook", "DELETE", place, token=token)


def look(script: Script, match: str) -> None:
    say = script.call
    say("list_matches", "GET", "/v1/matches?game=schiefer&status=running")
    say("get_match", "GET", match)
    say("get_table", "GET", f"{match}/table")
    say("get_score", "GET", f"{match}/score")
    say("get_statistics", "GET", f"{match}/statistics")
    say("audit_match", "GET", f"{match}/audit")
    say("get_leaderboard", "GET", "/v1/leaderboards/schiefer")
    say("get_player", "GET", "/v1/players/guest/ada")
    say("list_entries", "GET", f"{match}/entries?after=4&limit=1")
    say("get_entry", "GET", f"{match}/entries/2")
    say("is_alive", "GET", "/health/live")
    say("is_ready", "GET", "/health/ready")

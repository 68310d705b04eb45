"""A short match before an API, the same every time it is played: its answers are examples in the document."""

from __future__ import annotations

from itertools import count

from events.memory_store import MemoryStore
from service.api.app import build_app
from service.api.services import Services
from service.config import Config
from service.matches.handler import Matches

OPENED_AT = 1_700_000_000_000
SECRET = b"only for the examples of the document"
SEED = bytes(range(32))
PUBLIC = "93.184.215.14"  # a number, so that no name server is asked
RESULT = {
    "seats": 2,
    "matches": 60,
    "won": 0.7,
    "low": 0.575,
    "high": 0.801,
    "lead": 8.5,
    "command": "./grubenbuch bench strength schiefer --one level:2 --other level:1 --seats 2 --limit 60",
    "on": "2023-11-14",
}


def play_short_match():
    """What was sent and answered, by the name of the operation."""
    script = Script(build_app(unchanging_api()).test_client())
    call_operations(script)
    keep_one_result(script.examples["list_games"]["answer"])
    return script.examples


def keep_one_result(catalogue):
    """What is measured of the levels changes with every measurement; one shows what it looks like."""
    for game in catalogue["games"]:
        for level in game["levels"]:
            is_shown = (game["game"], level["level"]) == ("schiefer", 2)
            level["measured"] = [RESULT] if is_shown else []


def unchanging_api():
    """With a clock and a seed that never change."""
    ticks = count(OPENED_AT, 1000)
    matches = Matches(MemoryStore(), SECRET, lambda: next(ticks), lambda: SEED)
    return Services(matches, Config())


class Script:
    """Calls one operation after the other and keeps each answer."""

    def __init__(self, client):
        self.client = client
        self.examples = {}
        self.keys = count(1)

    def call(self, name, method, path, body=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if method != "GET":
            headers["Idempotency-Key"] = f"example-of-a-request-{next(self.keys)}"
        response = self.client.open(path, method=method, json=body, headers=headers)
        assert response.status_code < 400, f"{method} {path}: {response.text}"
        self.examples[name] = {"body": body, "answer": response.json}
        return response.json


def call_operations(script):
    say = script.call
    say("list_games", "GET", "/v1/games")
    say("get_rules", "GET", "/v1/games/schiefer/rules?chapter=5")
    say("get_rule", "GET", "/v1/games/schiefer/rules/SF-8")
    opened = say("open_match", "POST", "/v1/matches", {"game": "schiefer", "seats": 2, "advice": "on"})
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
        asked = say("ask_advice", "POST", f"{match}/advice", {}, token=ada)
        say("get_advice", "GET", f"{match}/advice/{asked['version']}")
        say("submit_command", "POST", f"{match}/commands", first, token=ada)
        say("undo", "POST", f"{match}/undo", {"to": offered["version"]}, token=ada)
        say("redo", "POST", f"{match}/redo", {}, token=ada)
    look(script, match)
    listen(script, opened["match"], ada)
    fork = say("fork_match", "POST", f"{match}/forks", {"version": offered["version"]})
    say("list_forks", "GET", f"{match}/forks")
    say("cancel_match", "DELETE", f"/v1/matches/{fork['match']}", token=fork["host_token"])
    say("resign", "POST", f"{match}/resign", {}, token=ada)


def listen(script, match, token):
    said = {"match": match, "url": f"https://{PUBLIC}/hook", "kinds": ["your_turn", "finished"]}
    webhook = script.call("register_webhook", "POST", "/v1/webhooks", said, token)["webhook"]
    place = f"/v1/webhooks/{webhook}"
    script.call("list_webhooks", "GET", f"/v1/webhooks?match={match}", token=token)
    script.call("get_webhook", "GET", place, token=token)
    script.call("list_deliveries", "GET", f"{place}/deliveries", token=token)
    script.call("delete_webhook", "DELETE", place, token=token)


def look(script, match):
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

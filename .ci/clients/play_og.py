# ruff: noqa: INP001  a script that is copied beside a generated client
"""One match over the client that OpenAPI Generator makes: play_og.py http://localhost:8080 schiefer"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread
from typing import Any

import grubenbuch_og
from grubenbuch_og import models
from grubenbuch_og.exceptions import ApiException


def of_game(kind: str, union: Any) -> Any:
    """Return what a union holds, which must be that of this game."""
    found = union.actual_instance
    if type(found).__name__ != game.title() + kind:
        raise TypeError(f"{game.title()}{kind} was promised, this came: {found}")
    return found


def client(token: str | None = None) -> grubenbuch_og.ApiClient:
    return grubenbuch_og.ApiClient(grubenbuch_og.Configuration(host=base, access_token=token))


def check_types() -> None:
    of_game("GameAnswer", grubenbuch_og.GamesApi(guest).get_game(game))
    of_game("MatchAnswer", grubenbuch_og.MatchesApi(guest).get_match(match))
    of_game("TableAnswer", play.get_table(match))
    if not grubenbuch_og.MatchesApi(guest).list_matches(limit=10).matches:
        raise SystemExit("the match is not listed")


def check_problem() -> None:
    try:
        grubenbuch_og.SeatsApi(host).start_match(match, body={})
    except ApiException as refusal:
        if not isinstance(refusal.data, models.Problem):
            raise
    else:
        raise SystemExit(f"a match of {game} started twice")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        heard.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def register_webhook() -> str:
    receiver = HTTPServer(("127.0.0.1", 0), Receiver)
    Thread(target=receiver.serve_forever, daemon=True).start()
    kinds = [models.WebhookKind.ENTRY, models.WebhookKind.YOUR_TURN]
    wanted = models.NewWebhook(match=match, url=f"http://127.0.0.1:{receiver.server_port}/", kinds=kinds)
    return str(grubenbuch_og.WebhooksApi(host).register_webhook(wanted).webhook)


def check_webhook() -> None:
    """Read what was delivered, also with members, events and a kind that come later; delete the webhook."""
    hooks, later = grubenbuch_og.WebhooksApi(host), {"comes_later": [1, {"comes_later": None}]}
    for kind, model in (("entry", models.EntryWritten), ("your_turn", models.YourTurn)):
        while (body := heard.get(timeout=60))["type"] != kind:
            pass
        data = body["data"] | later
        if kind == "entry":
            data["entry"] |= {"events": [*data["entry"]["events"], {"type": "comes_later"} | later]} | later
        for news in (model.from_dict(body).data, model.from_dict(body | later | {"data": data}).data):
            if (news.match, news.version) != (match, body["data"]["version"]):
                raise SystemExit(f"a call of {kind} is not read as it came: {news}")
        models.Heard.from_dict(data)  # whatever the kind
    if [one.webhook for one in hooks.list_webhooks(match).webhooks] != [webhook]:
        raise SystemExit("the webhook is not listed")
    if not hooks.list_deliveries(webhook).deliveries:
        raise SystemExit("what was delivered is not listed")
    hooks.delete_webhook(webhook)
    if hooks.list_webhooks(match).webhooks:
        raise SystemExit("the webhook that was deleted is listed")


base, game = sys.argv[1:]
heard = Queue[Any]()
guest = client()
opened = grubenbuch_og.MatchesApi(guest).open_match(models.NewMatch(game=game, seats=2))
match, host, players = opened.match, client(opened.host_token), dict[int, grubenbuch_og.ApiClient]()
play = grubenbuch_og.PlayApi(guest)
webhook = register_webhook()
for name in ("Ada", "Bob"):
    seated = grubenbuch_og.SeatsApi(host).take_seat(match, new_seat=models.NewSeat(name=name))
    players[seated.seat] = client(seated.seat_token)
grubenbuch_og.SeatsApi(host).start_match(match, body={})
check_types()
check_problem()
check_webhook()
while (offered := play.list_commands(match)).turn is not None:
    chosen = offered.commands[offered.version % len(offered.commands)]
    body = models.SubmitCommandRequest(chosen.command)
    grubenbuch_og.PlayApi(players[offered.turn]).submit_command(match, body)
for after in range(0, offered.version, 200):
    grubenbuch_og.EntriesApi(guest).list_entries(match, after=after, limit=200)
score = play.get_score(match)
if not score.final:
    raise SystemExit(f"{game} did not come to its end")
sys.stdout.write(f"OpenAPI Generator, Python: {game} played in {score.version} entries, {score.totals}\n")

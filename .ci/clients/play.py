# ruff: noqa: INP001  a script that is copied beside a generated client
"""One match over the client that was generated for Python: play.py http://localhost:8080 schiefer"""

import sys
from typing import TypeVar

from grubenbuch_client import AuthenticatedClient, Client
from grubenbuch_client.api.books import export_match, verify_book
from grubenbuch_client.api.matches import open_match
from grubenbuch_client.api.play import get_score, list_commands, submit_command
from grubenbuch_client.api.seats import start_match, take_seat
from grubenbuch_client.models import (
    CommandsAnswer,
    NewMatch,
    NewSeat,
    Nothing,
    OpenedAnswer,
    PlayReceipt,
    ScoreAnswer,
    SeatedAnswer,
    Verdict,
)
from grubenbuch_client.types import File

T = TypeVar("T")


def must(kind: type[T], answer: object) -> T:
    if not isinstance(answer, kind):
        raise TypeError(f"{kind.__name__} was promised, this came: {answer}")
    return answer


def bearer(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=base, token=token)


base, game = sys.argv[1:]
opened = must(OpenedAnswer, open_match.sync(client=Client(base_url=base), body=NewMatch(game=game, seats=2)))
match, host, players = opened.match, bearer(opened.host_token), dict[int, AuthenticatedClient]()
for name in ("Ada", "Bob"):
    seated = must(SeatedAnswer, take_seat.sync(match, client=host, body=NewSeat(name=name)))
    players[seated.seat] = bearer(seated.seat_token)
must(PlayReceipt, start_match.sync(match, client=host, body=Nothing()))
while True:
    offered = must(CommandsAnswer, list_commands.sync(match, client=host))
    if offered.turn is None:
        break
    chosen = offered.commands[offered.version % len(offered.commands)]
    must(PlayReceipt, submit_command.sync(match, client=players[offered.turn], body=chosen.command))
score = must(ScoreAnswer, get_score.sync(match, client=host))
if not score.final:
    raise SystemExit(f"{game} did not come to its end")
book = must(File, export_match.sync(match, client=host))
if not must(Verdict, verify_book.sync(client=host, body=book)).ok:
    raise SystemExit(f"the book of {game} is not what it says")
sys.stdout.write(f"Python: {game} played in {score.version} entries, {score.totals}\n")

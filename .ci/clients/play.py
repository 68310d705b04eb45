# ruff: noqa: INP001  a script that is copied beside a generated client
"""One match over the client that was generated for Python: play.py http://localhost:8080 schiefer"""

import json
import sys
from typing import Any, TypeVar

from grubenbuch_client import AuthenticatedClient, Client, models
from grubenbuch_client.api.books import export_match, verify_book
from grubenbuch_client.api.entries import list_entries
from grubenbuch_client.api.games import get_game
from grubenbuch_client.api.matches import get_match, list_matches, open_match
from grubenbuch_client.api.play import get_score, get_table, list_commands, submit_command
from grubenbuch_client.api.seats import start_match, take_seat
from grubenbuch_client.models import (
    CommandsAnswer,
    EntriesAnswer,
    Listing,
    NewMatch,
    NewSeat,
    Nothing,
    OpenedAnswer,
    PlayAnswer,
    Problem,
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


def of_game(kind: str, answer: object) -> Any:
    """What each game has of its own must be read as that of this game."""
    return must(getattr(models, game.title() + kind), answer)


def check_types() -> None:
    seen = of_game("MatchAnswer", get_match.sync(match, client=host))
    of_game("Options", seen.options)
    catalogued = of_game("GameAnswer", get_game.sync(game, client=host))
    of_game("Layout", catalogued.layout)
    of_game("Board", catalogued.boards[seen.edition])
    table = of_game("TableAnswer", get_table.sync(match, client=host))
    of_game("Table", table.table)
    of_game("View", table.view)
    opening = must(EntriesAnswer, list_entries.sync(match, client=host)).entries[0]
    of_game("Options", of_game("MatchOpened", opening.events[0]).options)
    if not must(Listing, list_matches.sync(client=host, limit=10)).matches:
        raise SystemExit("the match is not listed")
    must(Problem, start_match.sync(match, client=host, body=Nothing()))


def check_nothing_is_lost() -> None:
    """What was read is written again as it came: no type was taken for another that says less."""
    for answer in (
        get_match.sync_detailed(match, client=host),
        get_game.sync_detailed(game, client=host),
        get_table.sync_detailed(match, client=host),
        list_commands.sync_detailed(match, client=host),
        *(list_entries.sync_detailed(match, client=host, after=after, limit=200) for after in (0, 200, 400)),
    ):
        read: Any = answer.parsed
        if read.to_dict() != json.loads(answer.content):
            raise SystemExit(f"{type(read).__name__} of {game} is not read as it came")


def bearer(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=base, token=token)


base, game = sys.argv[1:]
opened = must(OpenedAnswer, open_match.sync(client=Client(base_url=base), body=NewMatch(game=game, seats=2)))
match, host, players = opened.match, bearer(opened.host_token), dict[int, AuthenticatedClient]()
for name in ("Ada", "Bob"):
    seated = must(SeatedAnswer, take_seat.sync(match, client=host, body=NewSeat(name=name)))
    players[seated.seat] = bearer(seated.seat_token)
must(PlayAnswer, start_match.sync(match, client=host, body=Nothing()))
check_types()
while True:
    offered = must(CommandsAnswer, list_commands.sync(match, client=host))
    if offered.turn is None:
        break
    chosen = offered.commands[offered.version % len(offered.commands)]
    must(PlayAnswer, submit_command.sync(match, client=players[offered.turn], body=chosen.command))
check_nothing_is_lost()
score = must(ScoreAnswer, get_score.sync(match, client=host))
if not score.final:
    raise SystemExit(f"{game} did not come to its end")
book = must(File, export_match.sync(match, client=host))
if not must(Verdict, verify_book.sync(client=host, body=book)).ok:
    raise SystemExit(f"the book of {game} is not what it says")
sys.stdout.write(f"Python: {game} played in {score.version} entries, {score.totals}\n")

# ruff: noqa: INP001  a script that is copied beside a generated client
"""One match over the client that OpenAPI Generator makes: play_og.py http://localhost:8080 schiefer"""

import sys
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


base, game = sys.argv[1:]
guest = client()
opened = grubenbuch_og.MatchesApi(guest).open_match(models.NewMatch(game=game, seats=2))
match, host, players = opened.match, client(opened.host_token), dict[int, grubenbuch_og.ApiClient]()
play = grubenbuch_og.PlayApi(guest)
for name in ("Ada", "Bob"):
    seated = grubenbuch_og.SeatsApi(host).take_seat(match, new_seat=models.NewSeat(name=name))
    players[seated.seat] = client(seated.seat_token)
grubenbuch_og.SeatsApi(host).start_match(match, body={})
check_types()
check_problem()
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

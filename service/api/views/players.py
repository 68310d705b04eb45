"""Answers who a player is, and who plays a game best."""

from __future__ import annotations

import re
from typing import Final

from service import problems
from service.api.answer_building import reply
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.requests import LeaderboardQuery
from service.api.urls import BASE, link_next_page
from service.matches.opening import known_game
from service.problem_detail import Detail
from service.problems import UnknownPlayer
from service.queries.players import LeaderboardAnswer, PlayerAnswer, describe_player, list_leaderboard

routes = Routes("players", BASE)

_PLAYER: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}")


@routes.get(
    "/leaderboards/<game>",
    query=LeaderboardQuery,
    answer=LeaderboardAnswer,
    paged=True,
    problems=(problems.UnknownGame, problems.BadCursor, problems.BookUnavailable),
)
def get_leaderboard(call: Call, game: str) -> Answer:
    """Who plays a game best.

    By the places in which public matches ended, for any number of players. The rating is what is almost
    certain (mu - 3 sigma), so newcomers begin at 0. Bots are rated like people and marked. The board goes on
    while there is `next`. Between two pages players move: one who rises is missed, one who falls comes twice.
    """
    answer = list_leaderboard(call.services.boards, known_game(game).name, **call.query)
    return reply(answer, headers=link_next_page(f"{BASE}/leaderboards/{game}", call.query, answer.next))


@routes.get(
    "/players/<client>/<player>",
    answer=PlayerAnswer,
    problems=(problems.UnknownPlayer, problems.BookUnavailable),
)
def get_player(call: Call, client: str, player: str) -> Answer:
    """A player: ratings, public matches under way and whether it is the player's turn, and results.

    The id names the application that vouches for the player, then the player, as in the seats of a match.
    """
    found = describe_player(call.matches.store, full_player_id(client, player))
    if found is None:
        raise UnknownPlayer(Detail("player_never_sat"))
    return reply(found)


def full_player_id(client: str, player: str) -> str:
    full = f"{client}/{player}"
    if _PLAYER.fullmatch(full) is None:
        raise UnknownPlayer(Detail("player_id_malformed"))
    return full

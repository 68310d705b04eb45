"""Players and leaderboards, client applications, and the erasure of a player."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec

from games.kernel.quantities import doc
from service import problems
from service.api.answers import REPLAYED_HEADER, reply
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE, link_next_page
from service.api.schemas.queries import LeaderboardQuery, NewClient
from service.clock import now_ms
from service.matches.opening import known_game
from service.players.leaving import erase
from service.problem_detail import Detail
from service.problems import ClientUnknown, NotPermitted, RegistrationClosed, UnknownPlayer
from service.queries.players import LeaderboardAnswer, PlayerAnswer, describe_player, list_leaderboard

api = ApiBlueprint("players", BASE)

_PLAYER: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}")


@api.get(
    "/leaderboards/<game>",
    query=LeaderboardQuery,
    answer=LeaderboardAnswer,
    paged=True,
    problems=(problems.UnknownGame, problems.BadCursor, problems.BookUnavailable),
)
def get_leaderboard(context: RequestContext, game: str) -> Answer:
    """Who plays a game best.

    By the places in which public matches ended, for any number of players. The rating is what is almost
    certain (mu - 3 sigma), so newcomers begin at 0. Bots are rated like people and marked. The board goes on
    while there is `next`. Between two pages players move: one who rises is missed, one who falls comes twice.
    """
    answer = list_leaderboard(context.services.boards, known_game(game).name, **context.query)
    return reply(answer, headers=link_next_page(f"{BASE}/leaderboards/{game}", context.query, answer.next))


@api.get(
    "/players/<client>/<player>",
    answer=PlayerAnswer,
    problems=(problems.UnknownPlayer, problems.BookUnavailable),
)
def get_player(context: RequestContext, client: str, player: str) -> Answer:
    """A player: ratings, public matches under way and whether it is the player's turn, and results.

    The id names the application that vouches for the player, then the player, as in the seats of a match.
    """
    found = describe_player(context.matches.store, full_player_id(client, player))
    if found is None:
        raise UnknownPlayer(Detail("player_never_sat"))
    return reply(found)


def full_player_id(client: str, player: str) -> str:
    full = f"{client}/{player}"
    if _PLAYER.fullmatch(full) is None:
        raise UnknownPlayer(Detail("player_id_malformed"))
    return full


ERASING_PROBLEMS: tuple[type[problems.Problem], ...] = (
    problems.ClientUnknown,
    problems.NotPermitted,
    problems.UnknownPlayer,
    problems.BookUnavailable,
)


class ClientAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The key is shown here and never again, but for a repetition with the same Idempotency-Key."""

    client: Annotated[str, doc("The name of the client; its players are called `client/player`.")]
    key: Annotated[str, doc("The key, for the header `X-Client-Key`.")]


class ErasedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A player that was forgotten."""

    player: Annotated[str, doc("The player's id, `client/player`.")]
    matches: Annotated[list[str], doc("The matches in which a name was removed.")]


@api.post(
    "/clients",
    access="optional",
    writes="beside",
    tag="clients",
    body=NewClient,
    answer=ClientAnswer,
    status=201,
    hands_out_token=True,
    problems=(problems.ClientExists, problems.NameMistakable, problems.RegistrationClosed),
)
def register_client(context: RequestContext) -> Answer:
    """Register a client application.

    Where the server allows it; otherwise it takes the admin's token. The key goes into `X-Client-Key`, and
    the players of the client are called `client/player` from then on. The name of a client that was removed
    is given out again only by the admin.
    """
    name = context.body["name"]
    if not (context.services.config.open_clients or context.by_admin):
        raise RegistrationClosed(Detail("ask_operator"))
    done = context.services.clients.add(name, now_ms(), context.request(), by_admin=context.by_admin)
    headers = {"Cache-Control": "no-store"} | (REPLAYED_HEADER if done.replayed else {})
    return reply(ClientAnswer(client=name, key=done.key), 201, headers)


@api.delete(
    "/players/<client>/<player>",
    access="optional",
    writes="beside",
    tag="clients",
    answer=ErasedAnswer,
    problems=ERASING_PROBLEMS,
)
def erase_player(context: RequestContext, client: str, player: str) -> Answer:
    """Forget a player.

    Names and webhooks are removed; every match stays as it was played, with a nameless player. By the key of
    the client that vouches for the player, or by the admin's token.
    """
    full = full_player_id(client, player)
    if not context.by_admin:
        if context.client_key is None:
            raise ClientUnknown(Detail("client_key_wanted"))
        if context.services.clients.of_key(context.client_key) != client:
            raise NotPermitted(Detail("other_client_vouches"))
    return reply(ErasedAnswer(player=full, matches=erase(context.matches.store, full)))

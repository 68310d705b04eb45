"""Answers the registration of a client application, and the erasure of a player of its own."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.kernel.quantities import doc
from service import problems
from service.api.answer_building import REPLAYED_HEADER, reply
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.requests import NewClient
from service.api.urls import BASE
from service.api.views.players import full_player_id
from service.clock import now_ms
from service.players.erasure import erase
from service.problem_detail import Detail
from service.problems import ClientUnknown, NotPermitted, RegistrationClosed

routes = Routes("clients", BASE)

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


@routes.post(
    "/clients",
    body=NewClient,
    answer=ClientAnswer,
    status=201,
    hands_out_token=True,
    apart=True,
    also_without_token=True,
    problems=(problems.ClientExists, problems.NameMistakable, problems.RegistrationClosed),
)
def register_client(call: Call) -> Answer:
    """Register a client application.

    Where the server allows it; otherwise it takes the admin's token. The key goes into `X-Client-Key`, and
    the players of the client are called `client/player` from then on. The name of a client that was removed
    is given out again only by the admin.
    """
    name = call.body()["name"]
    if not (call.services.config.open_clients or call.by_admin):
        raise RegistrationClosed(Detail("ask_operator"))
    done = call.services.clients.add(name, now_ms(), call.request(), by_admin=call.by_admin)
    headers = {"Cache-Control": "no-store"} | (REPLAYED_HEADER if done.replayed else {})
    return reply(ClientAnswer(client=name, key=done.key), 201, headers)


@routes.delete(
    "/players/<client>/<player>",
    answer=ErasedAnswer,
    apart=True,
    also_without_token=True,
    problems=ERASING_PROBLEMS,
)
def erase_player(call: Call, client: str, player: str) -> Answer:
    """Forget a player.

    Names and webhooks are removed; every match stays as it was played, with a nameless player. By the key of
    the client that vouches for the player, or by the admin's token.
    """
    full = full_player_id(client, player)
    if not call.by_admin:
        check_own_player(call, client)
    return reply(ErasedAnswer(player=full, matches=erase(call.matches.store, full)))


def check_own_player(call: Call, client: str) -> None:
    if call.client_key is None:
        raise ClientUnknown(Detail("client_key_wanted"))
    if call.services.clients.of_key(call.client_key) != client:
        raise NotPermitted(Detail("other_client_vouches"))

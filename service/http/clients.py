"""Client applications, and forgetting a player of theirs."""

from __future__ import annotations

import msgspec
from flask import Response

from service import problems
from service.clock import now_ms
from service.http.call import Call
from service.http.links import BASE
from service.http.reply import reply
from service.http.routes import Routes
from service.http.schemas import NewClient
from service.players import erase
from service.problems import ClientUnknown, Malformed, RegistrationClosed

routes = Routes("clients", BASE)

WHO: tuple[type[problems.Problem], ...] = (problems.ClientUnknown, problems.BookUnavailable)


class ClientAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The key is shown here and never again, but for a repetition with the same Idempotency-Key."""

    client: str
    key: str


class ErasedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    matches: list[str]  # in which a name was removed


@routes.post(
    "/clients",
    body=NewClient,
    answer=ClientAnswer,
    status=201,
    hands_out_token=True,
    apart=True,
    problems=(problems.ClientExists, problems.RegistrationClosed),
)
def register_client(call: Call) -> Response:
    """Register a client application.

    Where the house allows it; otherwise its admin hands out keys. The key goes into `X-Client-Key`, and the
    players of the client are called `client/player` from then on.
    """
    name = call.body()["name"]
    if not call.desk.config.open_clients:
        raise RegistrationClosed("Ask whoever runs this server for a key.")
    cause = call.request().cause
    answer = ClientAnswer(client=name, key=call.desk.clients.add(name, now_ms(), cause))
    return reply(answer, 201, {"Cache-Control": "no-store"})


@routes.delete("/players/<player>", answer=ErasedAnswer, apart=True, problems=WHO)
def erase_player(call: Call, player: str) -> Response:
    """Forget a player of one's own.

    Names and webhooks are removed; every match stays as it was played, with a nameless player. By the key of
    the client, and by the player's id without the client's name.
    """
    key = call.client_key
    if key is None:
        raise ClientUnknown("Show the key of the client in X-Client-Key.")
    if not player.isascii() or not player.isprintable():
        raise Malformed("No player has an id like this.")
    full = call.desk.clients.player(key, player)
    return reply(ErasedAnswer(player=full, matches=erase(call.matches.store, full)))

"""Answers whether the process is there, and whether it can do its work."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.catalogue import GAMES
from games.kernel.quantities import doc
from service import problems
from service.api.answer_building import reply
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.tokens import instance_id

routes = Routes("health", "/health")


class Alive(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Annotated[str, doc("Always `alive`.")]
    instance: Annotated[
        str, doc("Names this server: all its processes say the same, any other server says another.")
    ]


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """The book can be read and written."""

    status: Annotated[str, doc("Always `ready`.")]
    durability: Annotated[
        str, doc("How safe an acknowledged entry is: `fsync-always` survives a power cut, see docs/book.md.")
    ]
    rules: Annotated[list[str], doc("The rules by which new matches are played here.")]


@routes.get("/live", answer=Alive)
def is_alive(call: Call) -> Answer:
    """The process answers."""
    return reply(Alive("alive", instance_id(call.matches.secret)))


@routes.get(
    "/ready",
    answer=Ready,
    also_without_token=True,
    problems=(problems.BookUnavailable, problems.TokenMissing, problems.TokenUnknown),
)
def is_ready(call: Call) -> Answer:
    """The book can be read and written, and how durable it is.

    The operator may have it told to bearers of a token alone.
    """
    call.require_monitor()
    store = call.matches.store
    store.check_writable()
    rules = [game.rules_name for game in GAMES.values()]
    return reply(Ready(status="ready", durability=store.durability(), rules=rules))

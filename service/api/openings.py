"""Opening a match: what it is charged to, and what is kept of it beside its book.

Matches that are open count for the address they were opened from. However soon each of them ends, so many
may be opened in an hour, by token and by address: a match that has ended lies in the book for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from service.api.budgets import TooManyMatches, TooManyOpenings, TooMuchThinking
from service.api.call import Call
from service.matches.handler import Beside, Request
from service.matches.index import opener_label
from service.matches.opening import invalid
from service.matches.records.descriptions import LONGEST_NOTE, LONGEST_TITLE, Host, MatchDescription
from service.players.names import clean_line, clean_name
from service.problem_detail import Detail
from service.tokens import opener_id


def opener_of(call: Call) -> str:
    return opener_id(call.matches.secret, call.caller.address)


def require_thinking(call: Call) -> None:
    """Refuses when the bots of one opener have thought for longer than they may."""
    call.caller.require_of(TooMuchThinking, opener_of(call))


@contextmanager
def count_opening(call: Call) -> Iterator[Request]:
    """Charges the request to its opener. A repeated one opens nothing more and is always answered."""
    request = call.request()
    if call.matches.has_opened(request):
        yield request
        return
    call.caller.require(TooManyOpenings)
    opener, store = opener_of(call), call.matches.store
    give_back = call.caller.hold(
        TooManyMatches, opener, besides=lambda: store.count_listed(opener_label(opener))
    )
    try:
        yield replace(request, opener=opener)
        call.caller.charge(TooManyOpenings, 1)
    finally:
        give_back()


def read_beside(call: Call, body: dict[str, Any]) -> Beside:
    """What a body says of a new match that no book holds."""
    title, note = read_words(body)
    reserved = body.get("reserved", ())
    return Beside(
        notice=MatchDescription(title=title, note=note, host=read_host(call, body.get("host", {}))),
        codes=tuple(sorted(kept["seat"] for kept in reserved if "player" not in kept)),
        players={
            kept["seat"]: require_vouched(call, kept["player"], f"/reserved/{place}/player")
            for place, kept in enumerate(reserved)
            if "player" in kept
        },
    )


def read_words(body: dict[str, Any]) -> tuple[str | None, str | None]:
    """Title and note, as they are kept and shown."""
    title, note = body.get("title"), body.get("note")
    return (
        None if title is None else clean_line(title, "title", LONGEST_TITLE),
        None if note is None else clean_line(note, "note", LONGEST_NOTE),
    )


def read_host(call: Call, body: dict[str, Any]) -> Host | None:
    name, player = body.get("name"), body.get("player")
    if name is None and player is None:
        return None
    return Host(
        name=None if name is None else clean_name(name),
        player=None if player is None else require_vouched(call, player, "/host/player"),
    )


def require_vouched(call: Call, player: str, pointer: str) -> str:
    """Requires `client/player`: nobody can be held to an id that anyone may claim."""
    if call.client_key is None:
        raise invalid(pointer, Detail("key_that_vouches"))
    return call.services.clients.player(call.client_key, player)

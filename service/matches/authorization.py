"""Find out who gives a command, by token, invitation, client key or as guest, and who may read a match."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from events.store import Store
from games.kernel import Command
from games.match.actor import ADMIN, CLIENT, GUEST, HOST, Actor
from games.match.commands import RenewToken, TakeSeat
from games.match.reasons import RENEWAL_BY_HOST_IS_OFF
from games.match.seating import TakeAnySeat
from games.match.state import Match, Visibility
from service.matches.records.people import person_in_seat, reserved_seats
from service.matches.refusals import because
from service.matches.repository import CurrentMatch
from service.problem_detail import Detail
from service.problems import NotPermitted, TokenMissing, TokenUnknown
from service.tokens import AdminToken, role_of

if TYPE_CHECKING:
    from service.matches.handler import Request


_OPENNESS: Final[Mapping[Visibility, int]] = MappingProxyType({"private": 0, "unlisted": 1, "public": 2})


def read_caller(live: CurrentMatch, token: str | None) -> Actor:
    """Return the role of a token, or a guest for none; raise TokenUnknown for a token of another match."""
    if token is None:
        return GUEST
    if isinstance(token, AdminToken):
        return ADMIN
    role = role_of(token, live.tokens)
    if role is None:
        raise TokenUnknown(Detail("token_of_other_match"))
    return role


def is_token_of(live: CurrentMatch, token: str) -> bool:
    return isinstance(token, AdminToken) or role_of(token, live.tokens) is not None


def require_token(live: CurrentMatch, token: str | None) -> Actor:
    """Return the caller, or raise TokenMissing for a guest."""
    caller = read_caller(live, token)
    if caller == GUEST:
        raise TokenMissing(Detail("token_wanted"))
    return caller


def require_reader(live: CurrentMatch, token: str | None) -> Actor:
    """Return the caller, or raise TokenMissing if they may not see the match.

    Nobody was given a token for an imported private match; knowing its id is enough.
    """
    caller = read_caller(live, token)
    if caller == GUEST and live.match.visibility == "private" and not live.imported:
        raise TokenMissing(Detail("private_match"))
    return caller


def require_right_to_show(caller: Actor, parent: Match, visibility: Visibility, above: Visibility) -> None:
    """GB-14: raise NotPermitted if a fork would show what its parent hides.

    The host and the admin may decide otherwise. `above`: what the host may show. Anyone can become the host
    of a fork, and then fork that one.
    """
    wanted = _OPENNESS[visibility]
    allowed = caller == ADMIN or (caller == HOST and wanted <= _OPENNESS[above])
    if wanted > _OPENNESS[parent.visibility] and not allowed:
        raise NotPermitted(
            Detail(
                "fork_shows_more",
                {"parent": f"visibility.{parent.visibility}", "fork": f"visibility.{visibility}"},
            )
        )


def read_speaker(store: Store, live: CurrentMatch, command: Command, request: Request) -> Actor:
    """Return in whose name a command is given, or raise a Problem.

    That is the actor whom the request names, else the token's bearer; only the server names bots and the
    clock. Decided in view of the match that the command is decided on: seats may change hands at any time.
    """
    match command:
        case TakeSeat() | TakeAnySeat():
            return read_sitter(store, live, request)
        case RenewToken(seat=seat):
            return read_renewer(store, live, seat, request)
    if request.actor == GUEST:
        require_reader(live, request.token)
    return require_token(live, request.token) if request.actor is None else request.actor


def read_sitter(store: Store, live: CurrentMatch, request: Request) -> Actor:
    """GB-32: return who takes a seat: a guest, or somebody invited or for whom a seat is reserved.

    Into a private match only those get who show a token, or for whom a seat is reserved.
    """
    player = request.newcomer.person.vouched_player if request.newcomer else None
    kept = reserved_seats(store, live.match.id, player) if player and live.match.reserved else []
    if kept:
        read_caller(live, request.token)
        return Actor.invited(kept[0])
    caller = require_reader(live, request.token)
    return caller if caller.is_invited else GUEST


def read_renewer(store: Store, live: CurrentMatch, seat: int, request: Request) -> Actor:
    """GB-31: return who renews the token of a seat: the client that vouches for the player, or its bearer."""
    player = person_in_seat(store, live.match.id, seat).vouched_player
    if player is not None and player.partition("/")[0] == request.client:
        read_caller(live, request.token)
        return CLIENT
    if request.token is None and request.client is not None:
        require_reader(live, None)
        raise NotPermitted(Detail("client_does_not_vouch"))
    caller = require_token(live, request.token)
    if caller == HOST and player is not None:
        raise NotPermitted(
            Detail("vouched_seat"),
            **because(RENEWAL_BY_HOST_IS_OFF, live.match),
        )
    return caller

"""In whose name somebody speaks when a token alone does not say it: invited, or vouched for by a client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.store import Store
from games.kernel import Command
from games.match.actor import CLIENT, GUEST, HOST, Actor
from games.match.commands import RenewToken, TakeSeat
from games.match.reasons import RENEWAL_BY_HOST_IS_OFF
from games.match.seating import TakeAnySeat
from service.matches.callers import read_actor, read_caller, require_reader, require_token
from service.matches.live import Live
from service.matches.records.people import People
from service.matches.records.reservations import Reservations
from service.matches.refusals import because
from service.problem_detail import Detail
from service.problems import NotPermitted

if TYPE_CHECKING:
    from service.matches.writing import Request


def read_speaker(store: Store, live: Live, command: Command, request: Request) -> Actor:
    """Asked in view of the match that the command is decided on: seats may change hands at any time."""
    match command:
        case TakeSeat() | TakeAnySeat():
            return read_sitter(store, live, request)
        case RenewToken(seat=seat):
            return read_renewer(store, live, seat, request)
    return read_actor(live, request.token, request.actor)


def read_sitter(store: Store, live: Live, request: Request) -> Actor:
    """GB-32; into a private match only those get who show a token, or for whom a seat is reserved."""
    player = request.newcomer.person.vouched_player if request.newcomer else None
    kept = Reservations(store).seat_for(live.match.id, player) if player and live.match.reserved else None
    if kept is not None:
        read_caller(live, request.token)
        return Actor.invited(kept)
    caller = require_reader(live, request.token)
    return caller if caller.is_invited else GUEST


def read_renewer(store: Store, live: Live, seat: int, request: Request) -> Actor:
    """GB-31"""
    player = People(store).in_seat(live.match.id, seat).vouched_player
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

"""GB-33: a rematch of a match that is over: the same people on the same terms, one seat further forward."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.kernel import Command
from games.match.actor import HOST, Actor
from games.match.commands import SeatedBot
from games.match.reasons import NOT_OVER, NOT_STARTED, PLAYED_ELSEWHERE
from games.match.state import STAND_IN, Match
from service.matches.callers import require_token
from service.matches.live import Live
from service.matches.opening import Opening
from service.matches.records.people import Person
from service.matches.refusals import because
from service.problem_detail import Detail
from service.problems import Imported, NotNow, NotPermitted
from service.tokens import match_id


class Rematch(Command, frozen=True, gc=False):
    """Opens another match; no book holds it."""


def rematch_id(secret: bytes, match: str) -> str:
    """Each match has at most one rematch, so its id is one that everybody finds."""
    return match_id(secret, f"rematch of {match}")


def require_rematch(live: Live, token: str | None) -> Actor:
    """Only after the end, and only for the host and for those who sat there."""
    caller = require_token(live, token)
    if not has_part(caller):
        raise NotPermitted(Detail("rematch_for_insiders"))
    if live.imported:
        raise Imported(Detail("played_elsewhere"), **because(PLAYED_ELSEWHERE, live.match))
    if not live.over:
        raise NotNow(Detail("rematch_after_end"), **because(NOT_OVER, live.match))
    if live.match.free_seats():
        raise NotNow(Detail("never_begun"), **because(NOT_STARTED, live.match))
    return caller


def may_rematch(match: Match, caller: Actor) -> bool:
    """The same, as a question about a match of this house."""
    return has_part(caller) and match.seed is not None and not match.free_seats()


def has_part(caller: Actor) -> bool:
    return caller == HOST or caller.is_person


def rematch_seat(live: Live, seat: int) -> int:
    return (seat - 1) % len(live.match.seats)


def rematch_opening(live: Live) -> Opening:
    match, people = live.match, {actor.seat for actor in live.tokens.values() if actor.is_person}
    bots = [
        SeatedBot(rematch_seat(live, number), seat.bot or STAND_IN)
        for number, seat in enumerate(match.seats)
        if number not in people
    ]
    return Opening(
        game=match.game,
        seats=len(match.seats),
        edition=match.edition,
        options=msgspec.to_builtins(match.table.options),
        visibility=match.visibility,
        resigning=match.resigning,
        undo=match.undo,
        clock=match.clock,
        bots=tuple(sorted(bots, key=lambda seated: seated.seat)),
        rated=match.is_rated,
        renewal=match.renewal,
        reserved=tuple(sorted(rematch_seat(live, seat) for seat in people if seat is not None)),
        rematch_of=match.id,
        advice=match.advice,
    )


def invite_again(live: Live) -> dict[str, Actor]:
    """The token of a seat is good for taking the seat in the rematch."""
    return {
        token: Actor.invited(rematch_seat(live, actor.seat))
        for token, actor in live.tokens.items()
        if actor.is_person and actor.seat is not None
    }


def keep_for_players(live: Live, people: Mapping[int, Person]) -> dict[int, str]:
    """Those for whom a client vouches need no token."""
    return {
        rematch_seat(live, seat): person.vouched_player
        for seat, person in people.items()
        if person.vouched_player is not None
    }

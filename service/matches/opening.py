"""Check what a new match is to be: opened from terms, forked from a version, or as a rematch (GB-33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from events.store import Store
from games.catalogue import GAMES
from games.kernel import Command, Game
from games.kernel.pointers import locate_misfit
from games.match.actor import HOST, Actor
from games.match.commands import OpenMatch, SeatedBot
from games.match.reasons import NOT_OVER, NOT_STARTED, PLAYED_ELSEWHERE
from games.match.state import (
    LAWS_TODAY,
    STAND_IN,
    Advising,
    Clock,
    Match,
    Parent,
    Renewal,
    Resigning,
    UndoPolicy,
    Visibility,
)
from service.editions.stored import choose_edition, offered_editions
from service.matches.authorization import require_token
from service.matches.records.people import Person
from service.matches.refusals import because
from service.matches.repository import CurrentMatch
from service.problem_detail import Detail
from service.problems import Imported, Invalid, NotNow, NotPermitted, UnknownGame
from service.tokens import match_id
from service.wording import recognise_misfit


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is agreed of a match, whatever its game; the fields are called as in `OpenMatch` and `Match`."""

    visibility: Visibility = "public"
    resigning: Resigning = "bot"
    undo: UndoPolicy = "consent"
    clock: Clock | None = None
    renewal: Renewal = "vouched"
    advice: Advising = "off"


class Opening(Terms, frozen=True, kw_only=True):
    """What somebody wants to play."""

    game: str
    seats: int
    edition: str | None = None
    options: dict[str, Any] = {}
    bots: tuple[SeatedBot, ...] = ()
    rated: bool | None = None  # None: if it is public and only those who vouch renew tokens
    reserved: tuple[int, ...] = ()
    rematch_of: str | None = None


class Forking(msgspec.Struct, frozen=True, kw_only=True):
    """How a fork is to be played; anything not said is as in its parent."""

    visibility: Visibility | msgspec.UnsetType = msgspec.UNSET
    resigning: Resigning | msgspec.UnsetType = msgspec.UNSET
    undo: UndoPolicy | msgspec.UnsetType = msgspec.UNSET
    clock: Clock | msgspec.UnsetType | None = msgspec.UNSET  # null: without
    advice: Advising | msgspec.UnsetType = msgspec.UNSET
    bots: tuple[SeatedBot, ...] = ()


def terms_of(source: Opening | Forking | Match) -> dict[str, Any]:
    """Return the terms that are named there."""
    found = {name: getattr(source, name, msgspec.UNSET) for name in Terms.__struct_fields__}
    return {name: value for name, value in found.items() if value is not msgspec.UNSET}


def known_game(name: str) -> Game[Any]:
    if name not in GAMES:
        raise UnknownGame(Detail("no_such_game", {"game": name, "games": list(GAMES)}))
    return GAMES[name]


def settle_edition(store: Store, wanted: Opening) -> Opening:
    """Return the terms with the edition that is meant, or raise Invalid for one that is not offered here."""
    if wanted.edition is None:
        return wanted
    game = known_game(wanted.game)
    offered = offered_editions(store, game)
    chosen = choose_edition(store, game, wanted.edition)
    if chosen not in offered:
        raise refuse_edition(game, offered)
    return msgspec.structs.replace(wanted, edition=chosen)


def settle_opening(wanted: Opening) -> OpenMatch:
    """Return the command that opens a match, or raise Invalid for what its game does not define."""
    game = known_game(wanted.game)
    edition = wanted.edition or game.editions.default
    if wanted.seats not in game.seats:
        raise invalid("/seats", Detail("seats_of_game", {"game": game.name, "seats": list(game.seats)}))
    if edition not in game.editions:
        raise refuse_edition(game, (game.editions.default,))
    try:
        options = msgspec.convert(wanted.options, game.options)
    except msgspec.ValidationError as error:
        pointer, message = locate_misfit(error)
        raise invalid(f"/options{pointer}", recognise_misfit(message)) from error
    check_bots(wanted.bots, wanted.seats)
    check_reserved(wanted)
    return OpenMatch(
        game=game.name,
        edition=edition,
        seats=wanted.seats,
        options=msgspec.to_builtins(options),
        bots=wanted.bots,
        laws=LAWS_TODAY,
        rated=settle_rated(wanted),
        reserved=wanted.reserved,
        rematch_of=wanted.rematch_of,
        edition_digest=game.editions.imprint(edition).digest,
        **terms_of(wanted),
    )


def refuse_edition(game: Game[Any], offered: Sequence[str]) -> Invalid:
    return invalid("/edition", Detail("editions_of_game", {"game": game.name, "editions": list(offered)}))


def settle_fork(parent: Match, origin: Parent, wanted: Forking) -> OpenMatch:
    """Return the command that opens a fork.

    Never rated: its players may have seen how the parent went on (GB-25).
    """
    check_bots(wanted.bots, len(parent.seats))
    return OpenMatch(
        game=parent.game,
        edition=parent.edition,
        seats=len(parent.seats),
        options=msgspec.to_builtins(parent.table.options),
        bots=wanted.bots,
        parent=origin,
        laws=LAWS_TODAY,
        rated=False,
        edition_digest=parent.rules.editions.imprint(parent.edition).digest,
        **(terms_of(parent) | terms_of(wanted)),
    )


def check_bots(bots: tuple[SeatedBot, ...], seats: int) -> None:
    numbers = [seated.seat for seated in bots]
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(range(seats)):
        raise invalid("/bots", Detail("bots_need_seats", {"last": seats - 1}))


def settle_rated(wanted: Opening) -> bool:
    """GB-25, GB-31, GB-34: return whether the match is rated."""
    can_be_rated = (wanted.visibility, wanted.renewal, wanted.advice) == ("public", "vouched", "off")
    if wanted.rated and not can_be_rated:
        raise invalid("/rated", Detail("rated_is_public"))
    return can_be_rated if wanted.rated is None else wanted.rated


def check_reserved(wanted: Opening) -> None:
    """GB-32: require ascending order, so that the same reservations make the same book."""
    bots = {seated.seat for seated in wanted.bots}
    open_to_people = set(range(wanted.seats)) - bots
    if list(wanted.reserved) != sorted(set(wanted.reserved)) or not set(wanted.reserved) <= open_to_people:
        raise invalid("/reserved", Detail("reserved_seats"))


def invalid(pointer: str, detail: Detail) -> Invalid:
    return Invalid(detail, violations=[{"pointer": pointer, "detail": detail}])


class Rematch(Command, frozen=True, gc=False):
    """Opens another match; no book holds it."""


def rematch_id(secret: bytes, match: str) -> str:
    """Return the id of a rematch, derived from that of the match: each has at most one."""
    return match_id(secret, f"rematch of {match}")


def require_rematch(live: CurrentMatch, token: str | None) -> Actor:
    """Return the caller, or raise: only the host and those who sat there, and only after the end."""
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
    """Return whether `require_rematch` lets the caller pass, for a match that was not imported."""
    return has_part(caller) and match.seed is not None and not match.free_seats()


def has_part(caller: Actor) -> bool:
    return caller == HOST or caller.is_person


def rematch_seat(live: CurrentMatch, seat: int) -> int:
    return (seat - 1) % len(live.match.seats)


def rematch_opening(live: CurrentMatch) -> Opening:
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
        bots=tuple(sorted(bots, key=lambda seated: seated.seat)),
        rated=match.is_rated,
        reserved=tuple(sorted(rematch_seat(live, seat) for seat in people if seat is not None)),
        rematch_of=match.id,
        **terms_of(match),
    )


def invite_again(live: CurrentMatch) -> dict[str, Actor]:
    """Return invitations by token: that of a seat is good for taking the seat in the rematch."""
    return {
        token: Actor.invited(rematch_seat(live, actor.seat))
        for token, actor in live.tokens.items()
        if actor.is_person and actor.seat is not None
    }


def keep_for_players(live: CurrentMatch, people: Mapping[int, Person]) -> dict[int, str]:
    """Return the players for whom a client vouches, by their seats in the rematch: they need no token."""
    return {
        rematch_seat(live, seat): person.vouched_player
        for seat, person in people.items()
        if person.vouched_player is not None
    }

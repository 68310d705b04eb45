"""Open matches: on terms, as a fork of a version, or as a rematch (GB-33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from events.seeds import commitment
from events.store import Store
from games.catalogue import GAMES
from games.kernel import Command, Game, Table
from games.kernel.pointers import locate_misfit
from games.match.actor import HOST, WATCH, Actor
from games.match.commands import OpenMatch, SeatedBot
from games.match.play import open_match as decide_opening
from games.match.reasons import MATCH_IS_OVER, NOT_OVER, NOT_STARTED, PLAYED_ELSEWHERE
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
from service.matches.authorization import require_reader, require_right_to_show, require_token
from service.matches.folding import read_opening
from service.matches.handler import Matches, ReadyEntry, Request, Written, match_after, seal_entry
from service.matches.records.descriptions import NO_DESCRIPTION, MatchDescription, post_description
from service.matches.records.people import PEOPLE, Person, RecordChanges, remember_match
from service.matches.refusals import because
from service.matches.repository import CurrentMatch, fold_match_at
from service.problem_detail import Detail
from service.problems import (
    Imported,
    Invalid,
    NotNow,
    NotPermitted,
    TooBusy,
    UnknownEntry,
    UnknownGame,
    UnknownMatch,
)
from service.tokens import hash_token, match_id, new_token
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


@dataclass(frozen=True, slots=True)
class Beside:
    """What is kept of a new match beside its book."""

    description: MatchDescription = NO_DESCRIPTION
    codes: tuple[int, ...] = ()  # seats that are reserved for anyone who shows an invitation code
    players: Mapping[int, str] = field(default_factory=dict)  # and those that are for a player of a client
    invited: Mapping[str, Actor] = field(default_factory=dict)  # by hashes of tokens they have


NOTHING_BESIDE: Final = Beside()


@dataclass(frozen=True, slots=True)
class Opened:
    """A new match and its tokens."""

    written: Written
    match: str
    commitment: str
    host_token: str
    watch_token: str | None
    codes: Mapping[int, str]  # invitation codes by their seats


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


# --- opened


def open_new(matches: Matches, wanted: Opening, request: Request, beside: Beside = NOTHING_BESIDE) -> Opened:
    """Open a match on the terms asked for, or raise a Problem."""
    return _open(matches, settle_opening(settle_edition(matches.store, wanted)), request, beside)


def has_opened(matches: Matches, request: Request) -> bool:
    """Return whether the same request opened a match before, and would only be answered again."""
    if request.cause is None:
        return False
    return matches.store.cause(match_id(matches.secret, request.cause), request.cause) is not None


def open_rematch(matches: Matches, live: CurrentMatch, request: Request) -> Opened:
    """Open the rematch, or raise TooBusy if somebody else opens it at the same time."""
    people = PEOPLE.all(matches.store, live.match.id)
    beside = Beside(players=keep_for_players(live, people), invited=invite_again(live))
    wanted = settle_opening(rematch_opening(live))
    return _open(matches, wanted, request, beside, called=rematch_id(matches.secret, live.match.id))


def find_rematch(matches: Matches, match: str) -> str | None:
    """GB-33"""
    found = rematch_id(matches.secret, match)
    return None if matches.store.head(found) is None else found


def open_fork(matches: Matches, match: str, version: int, wanted: Forking, request: Request) -> Opened:
    """Open a match that goes on from a version of another, with a seed of its own."""
    live = matches.repository.fresh(match)
    if live is None:
        raise UnknownMatch(Detail("no_such_match", {"match": match}))
    caller = require_reader(live, request.token)
    if not 1 <= version <= live.version:
        raise UnknownEntry(Detail("versions_of_match", {"newest": live.version}), version=live.version)
    then = fold_match_at(matches.store, match, version)
    parent = then.match
    if parent.status != "running":
        reason = NOT_STARTED if parent.status == "open" else MATCH_IS_OVER
        raise NotNow(Detail("fork_at_question"), **because(reason, parent))
    command = settle_fork(parent, Parent(find_id_in_book(matches, live), version, then.hash), wanted)
    require_right_to_show(caller, parent, command.visibility, _visibility_above(matches, parent))
    return _open(matches, command, request, NOTHING_BESIDE, table=parent.table)


def find_id_in_book(matches: Matches, live: CurrentMatch) -> str:
    """Return the id that an import keeps in its book; others look for it under that."""
    if not live.imported:
        return live.match.id
    return read_opening(matches.store.entries(live.match.id, limit=1)[0]).match


def _visibility_above(matches: Matches, match: Match) -> Visibility:
    """What the host of a match may show of it: of a fork, only what is shown of its own parent."""
    if match.parent is None:
        return "public"
    above = matches.repository.get(match.parent.match)
    return match.visibility if above is None else above.match.visibility


def _open(  # noqa: PLR0913  what is written with the first entry
    matches: Matches,
    command: OpenMatch,
    request: Request,
    beside: Beside,
    *,
    table: Table | None = None,
    called: str | None = None,
) -> Opened:
    if matches.time_to_start:
        until = matches.clock() + matches.time_to_start
        command = msgspec.structs.replace(command, gathers_until=until)
    match = called or match_id(matches.secret, request.cause)
    seed = matches.seeds()
    host = new_token(matches.secret, match, str(HOST), request.cause)
    watch = new_token(matches.secret, match, str(WATCH), request.cause)
    codes = {
        seat: new_token(matches.secret, match, str(Actor.invited(seat)), request.cause)
        for seat in beside.codes
    }
    invited = {hash_token(code): Actor.invited(seat) for seat, code in codes.items()}
    tokens = {hash_token(host): HOST, hash_token(watch): WATCH, **invited, **beside.invited}
    changes = RecordChanges(seed=seed, tokens=tokens, reservations=beside.players, opener=request.opener)
    decided = decide_opening(match, command, commitment(seed), table)
    _record_beside(matches, match, beside)
    entry = seal_entry(None, HOST, command, decided, cause=request.cause, at=matches.clock())
    after = match_after(None, entry, decided.match, changes)
    opened = matches.append([ReadyEntry(None, HOST, decided, entry, changes, after)], request)
    if opened is None:
        raise TooBusy(Detail("id_given_twice"))
    written = opened[0]
    first = read_opening(written.entry)
    private = command.visibility == "private"
    return Opened(written, match, first.commitment, host, watch if private else None, codes)


def _record_beside(matches: Matches, match: str, beside: Beside) -> None:
    """Before the match is opened: whom it names can be forgotten from the first moment on."""
    host = beside.description.host
    named = {*beside.players.values(), *([host.player] if host and host.player else [])}
    for player in sorted(named):
        remember_match(matches.store, player, match)
    post_description(matches.store, match, beside.description)

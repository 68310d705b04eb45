"""What a new match is to be, checked: only what its game knows gets into a book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from events.store import Store
from games.catalogue import GAMES
from games.kernel import Game
from games.kernel.pointers import locate_misfit
from games.match.commands import OpenMatch, SeatedBot
from games.match.state import (
    LAWS_TODAY,
    Advising,
    Clock,
    Match,
    Parent,
    Renewal,
    Resigning,
    UndoPolicy,
    Visibility,
)
from service.editions.known import choose_edition, offered_editions
from service.problem_detail import Detail
from service.problems import Invalid, UnknownGame
from service.wording import recognise_misfit


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to play."""

    game: str
    seats: int
    edition: str | None = None
    options: dict[str, Any] = {}
    visibility: Visibility = "public"
    resigning: Resigning = "bot"
    undo: UndoPolicy = "consent"
    clock: Clock | None = None
    bots: tuple[SeatedBot, ...] = ()
    rated: bool | None = None  # None: if it is public and only those who vouch renew tokens
    renewal: Renewal = "vouched"
    reserved: tuple[int, ...] = ()
    rematch_of: str | None = None
    advice: Advising = "off"


class Forking(msgspec.Struct, frozen=True, kw_only=True):
    """How a fork is to be played; anything not said is as in its parent."""

    visibility: Visibility | None = None
    resigning: Resigning | None = None
    undo: UndoPolicy | None = None
    clock: Clock | msgspec.UnsetType | None = msgspec.UNSET  # null: without
    advice: Advising | None = None
    bots: tuple[SeatedBot, ...] = ()


def known_game(name: str) -> Game[Any]:
    if name not in GAMES:
        raise UnknownGame(Detail("no_such_game", {"game": name, "games": list(GAMES)}))
    return GAMES[name]


def settle_edition(store: Store, wanted: Opening) -> Opening:
    """One of those that this house offers; Invalid for another."""
    if wanted.edition is None:
        return wanted
    game = known_game(wanted.game)
    offered = offered_editions(store, game)
    chosen = choose_edition(store, game, wanted.edition)
    if chosen not in offered:
        raise refuse_edition(game, offered)
    return msgspec.structs.replace(wanted, edition=chosen)


def checked_opening(wanted: Opening) -> OpenMatch:
    """Only what the game knows gets into a book."""
    game = known_game(wanted.game)
    edition = wanted.edition or game.editions.default
    check_edition(game, edition, wanted.seats)
    options = read_options(game, wanted.options)
    check_bots(wanted.bots, wanted.seats)
    check_reserved(wanted)
    return OpenMatch(
        game=game.name,
        edition=edition,
        seats=wanted.seats,
        options=msgspec.to_builtins(options),
        visibility=wanted.visibility,
        resigning=wanted.resigning,
        undo=wanted.undo,
        clock=wanted.clock,
        bots=wanted.bots,
        laws=LAWS_TODAY,
        rated=settle_rated(wanted),
        renewal=wanted.renewal,
        reserved=wanted.reserved,
        rematch_of=wanted.rematch_of,
        advice=wanted.advice,
        edition_digest=game.editions.imprint(edition).digest,
    )


def check_edition(game: Game[Any], edition: str, seats: int) -> None:
    if seats not in game.seats:
        raise invalid("/seats", Detail("seats_of_game", {"game": game.name, "seats": list(game.seats)}))
    if edition not in game.editions:
        raise refuse_edition(game, (game.editions.default,))


def refuse_edition(game: Game[Any], offered: Sequence[str]) -> Invalid:
    return invalid("/edition", Detail("editions_of_game", {"game": game.name, "editions": list(offered)}))


def read_options(game: Game[Any], options: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(options, game.options)
    except msgspec.ValidationError as error:
        pointer, message = locate_misfit(error)
        raise invalid(f"/options{pointer}", recognise_misfit(message)) from error


def forking(parent: Match, origin: Parent, wanted: Forking) -> OpenMatch:
    """Never rated: its players may know how the parent went on (GB-25)."""
    check_bots(wanted.bots, len(parent.seats))
    return OpenMatch(
        game=parent.game,
        edition=parent.edition,
        seats=len(parent.seats),
        options=msgspec.to_builtins(parent.table.options),
        visibility=wanted.visibility or parent.visibility,
        resigning=wanted.resigning or parent.resigning,
        undo=wanted.undo or parent.undo,
        clock=parent.clock if wanted.clock is msgspec.UNSET else wanted.clock,
        bots=wanted.bots,
        parent=origin,
        laws=LAWS_TODAY,
        rated=False,
        renewal=parent.renewal,
        advice=wanted.advice or parent.advice,
        edition_digest=parent.rules.editions.imprint(parent.edition).digest,
    )


def check_bots(bots: tuple[SeatedBot, ...], seats: int) -> None:
    numbers = [seated.seat for seated in bots]
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(range(seats)):
        raise invalid("/bots", Detail("bots_need_seats", {"last": seats - 1}))


def settle_rated(wanted: Opening) -> bool:
    """GB-25, GB-31, GB-34"""
    can_be_rated = (wanted.visibility, wanted.renewal, wanted.advice) == ("public", "vouched", "off")
    if wanted.rated and not can_be_rated:
        raise invalid("/rated", Detail("rated_is_public"))
    return can_be_rated if wanted.rated is None else wanted.rated


def check_reserved(wanted: Opening) -> None:
    """GB-32: in ascending order, so that the same reservations make the same book."""
    bots = {seated.seat for seated in wanted.bots}
    open_to_people = set(range(wanted.seats)) - bots
    if list(wanted.reserved) != sorted(set(wanted.reserved)) or not set(wanted.reserved) <= open_to_people:
        raise invalid("/reserved", Detail("reserved_seats"))


def invalid(pointer: str, detail: Detail) -> Invalid:
    return Invalid(detail, violations=[{"pointer": pointer, "detail": detail}])

"""One command of either kind, decided; one event of either kind, folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Union

import msgspec

from games.catalogue import GAMES
from games.kernel import Breach, Command, Event, Game, GameIsOver, LawBroken, NotOffered, Reason, Table
from games.kernel.copying import clone
from games.kernel.laws import SEATS, follow_event, read_table, seats_at
from games.kernel.play import check
from games.match.actor import Actor
from games.match.agenda import GatherPlayers
from games.match.batch import Batch
from games.match.commands import BEFORE_START, COMMANDS, OpenMatch
from games.match.events import EVENTS, BotSeated, LuckDrawn, MatchAsked, MatchOpened
from games.match.luck import SealedLuck
from games.match.past import Past
from games.match.permits import is_permitted, reason_not_permitted
from games.match.reasons import MATCH_IS_PAUSED, TIME_IS_UP, VOTE_IS_OPEN
from games.match.refusals import NotPermitted, NotRunning
from games.match.rulebook import object_to
from games.match.rules import RULES
from games.match.state import Match, Seat

TIMELESS: Final = Past()
_MATCH_EVENTS: Final = frozenset(EVENTS)
_MATCH_COMMANDS: Final = frozenset(COMMANDS)


class Decided(msgspec.Struct, frozen=True):
    """What follows from a command, and the match as it then stands."""

    events: list[Event]
    match: Match
    went_back: bool = False  # or forward again: earlier entries count differently from now on


def open_match(match: str, wanted: OpenMatch, commitment: str, table: Table | None = None) -> Decided:
    """A new match; a fork is handed the table it goes on from."""
    event = MatchOpened(
        match=match,
        game=wanted.game,
        edition=wanted.edition,
        seats=wanted.seats,
        options=wanted.options,
        visibility=wanted.visibility,
        resigning=wanted.resigning,
        undo=wanted.undo,
        clock=wanted.clock,
        parent=wanted.parent,
        laws=wanted.laws,
        rated=wanted.rated,
        gathers_until=wanted.gathers_until,
        renewal=wanted.renewal,
        reserved=wanted.reserved,
        rematch_of=wanted.rematch_of,
        advice=wanted.advice,
        edition_digest=wanted.edition_digest,
        table=None if table is None else msgspec.to_builtins(table, str_keys=True),
        commitment=commitment,
    )
    events: list[Event] = [event, *(BotSeated(seated.seat, seated.bot) for seated in wanted.bots)]
    events.append(MatchAsked((GatherPlayers(),)))
    return Decided(events, fold(events))


def begin_match(event: MatchOpened) -> Match:
    """Every fold begins here: nobody seated, the table empty or as the parent of a fork left it."""
    table = first_table(event)  # a number of seats is looked at before there are so many
    return Match(
        id=event.match,
        game=event.game,
        edition=event.edition,
        visibility=event.visibility,
        resigning=event.resigning,
        undo=event.undo,
        clock=event.clock,
        parent=event.parent,
        laws=event.laws,
        rated=event.rated,
        gathers_until=event.gathers_until,
        renewal=event.renewal,
        reserved=event.reserved,
        rematch_of=event.rematch_of,
        advice=event.advice,
        commitment=event.commitment,
        seats=[Seat() for _ in range(event.seats)],
        table=table,
    )


def first_table(event: MatchOpened) -> Table:
    """A fork's comes from elsewhere: it is looked at before anything is computed from it."""
    game: Game[Table] = GAMES[event.game]
    require_playable(game, event)
    if event.table is not None:
        table = read_table(game, event.table)
        require_same_match(game, table, event)
        return table
    return game.blank(event.seats, event.edition, msgspec.convert(event.options, game.options))


def require_playable(game: Game[Table], event: MatchOpened) -> None:
    if event.edition not in game.editions:
        raise LawBroken(Breach("edition", "/edition", f"no edition is called {event.edition!r}"))
    if event.edition_digest != digest_to_name(game, event):
        raise LawBroken(Breach("edition", "/edition_digest", "that is another edition"))
    if event.seats not in game.seats:
        raise LawBroken(Breach(SEATS, "/seats", f"no match has {event.seats} seats"))


def digest_to_name(game: Game[Table], event: MatchOpened) -> str | None:
    """Older books name none, and mean the board that is built in."""
    if event.edition == game.editions.default and event.edition_digest is None:
        return None
    return game.editions.imprint(event.edition).digest


def require_same_match(game: Game[Table], table: Table, event: MatchOpened) -> None:
    """Its edition, seats and options are those of the match."""
    options = msgspec.to_builtins(getattr(table, "options", None))
    for name, here, wanted in (
        ("edition", table.edition, event.edition),
        ("players", seats_at(game, table), event.seats),
        ("options", options, event.options),
    ):
        if here != wanted:
            raise LawBroken(Breach("same_match", f"/{name}", "the match has another"))


def decide(match: Match, actor: Actor, command: Command, seed: bytes, past: Past = TIMELESS) -> Decided:
    """What follows from a command, and the match after it; the match handed in stays as it is."""
    return decide_with(SealedLuck(seed, match.id, match.words(), match.draws), match, actor, command, past)


def decide_with(
    luck: SealedLuck, match: Match, actor: Actor, command: Command, past: Past = TIMELESS
) -> Decided:
    """The same with luck of the caller's choice."""
    if not is_permitted(match, actor, command):
        raise NotPermitted(None, command, reason_not_permitted(match, command))
    of_match = type(command) in _MATCH_COMMANDS
    if of_match:
        check_match(match, actor, command, past)
    else:
        check_game(match, actor, command)
    going = Batch(copy_match(match), actor, luck, past)
    if of_match:
        going.answer(command)
    else:
        going.play_game(command)
        if not going.agenda:
            going.happens(MatchAsked(()))
    return Decided(going.events, going.game, going.went_back)


def check_match(match: Match, actor: Actor, command: Command, past: Past) -> None:
    """GB-4"""
    if match.status == "open" and not isinstance(command, BEFORE_START):
        raise NotRunning(None, command)
    check(RULES, match, None, command)
    reason = object_to(match, actor, past, command)
    if reason is not None:
        raise NotOffered(match.agenda[0], command, reason)


def check_game(match: Match, actor: Actor, command: Command) -> None:
    if match.status == "open":
        raise NotRunning(None, command)
    if match.status != "running":
        raise GameIsOver(None, command)
    reason = kept_waiting(match, actor)
    if reason is not None:
        raise NotOffered(match.agenda[0], command, reason)
    check(match.rules.rules, match.table, actor.seat, command)


def kept_waiting(match: Match, actor: Actor) -> Reason | None:
    """Why the game takes no answer at all now."""
    if match.vote is not None:
        return VOTE_IS_OPEN
    if match.paused:
        return MATCH_IS_PAUSED
    return TIME_IS_UP if actor.is_person and actor.seat == match.stand_in else None


def evolve(match: Match, event: Event) -> None:
    """Events of the match change the match, events of the game its table."""
    event.apply(match if type(event) in _MATCH_EVENTS else match.table)


def evolve_foreign(match: Match, event: Event, pointer: str = "") -> None:
    """An event that others have written: nothing it names may be missing. At the end of its entry the
    laws are asked, `games.kernel.laws.require_lawful`."""
    if type(event) in _MATCH_EVENTS:
        event.apply(match)
    else:
        follow_event(match.rules, match.table, event, pointer)


def evolve_struck(match: Match, event: Event) -> None:
    """Of a struck entry, only what concerns the match itself still counts."""
    if type(event) in _MATCH_EVENTS and not isinstance(event, LuckDrawn):
        event.apply(match)


def evolve_game(match: Match, event: Event) -> None:
    """Apply what `evolve_struck` leaves out."""
    if type(event) not in _MATCH_EVENTS or isinstance(event, LuckDrawn):
        evolve(match, event)


def fold(events: list[Event]) -> Match:
    """A match from its first event on."""
    match = begin_match(opening_in(events))
    for event in events[1:]:
        evolve(match, event)
    return match


def opening_in(events: Sequence[Event]) -> MatchOpened:
    """Raises TypeError for events that begin no book."""
    match events:
        case [MatchOpened() as opening, *_]:
            return opening
    raise TypeError("it does not open a match")


def copy_match(match: Match) -> Match:
    return msgspec.structs.replace(match, seats=list(map(clone, match.seats)), table=clone(match.table))


def event_type(game: Game[Any]) -> Any:
    """Everything that can stand in the entries of a match of this game."""
    return Union[(*EVENTS, *game.events)]


def command_type(game: Game[Any]) -> Any:
    return Union[(*COMMANDS, *game.commands)]

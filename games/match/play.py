"""One command of either kind, decided; one event of either kind, folded."""

from __future__ import annotations

from typing import Any, Final, Union

import msgspec

from games.catalogue import GAMES
from games.kernel import Command, Event, Game, GameIsOver, Play
from games.kernel.play import check, clone
from games.match.agenda import GatherPlayers
from games.match.commands import COMMANDS, OpenMatch
from games.match.events import EVENTS, BotSeated, MatchAsked, MatchOpened
from games.match.luck import SealedLuck
from games.match.permits import permitted, seat_of
from games.match.refusals import NotPermitted, NotRunning
from games.match.rules import RULES, play_game
from games.match.state import Match, Seat

MATCH_COMMANDS: Final = COMMANDS
_MATCH_EVENTS: Final = frozenset(EVENTS)


class Decided(msgspec.Struct, frozen=True):
    """What follows from a command, and the match as it then stands."""

    events: list[Event]
    match: Match


def open_match(match: str, wanted: OpenMatch, commitment: str) -> Decided:
    event = MatchOpened(
        match=match,
        game=wanted.game,
        edition=wanted.edition,
        seats=wanted.seats,
        options=wanted.options,
        visibility=wanted.visibility,
        resigning=wanted.resigning,
        commitment=commitment,
    )
    events: list[Event] = [event, *(BotSeated(seated.seat, seated.bot) for seated in wanted.bots)]
    events.append(MatchAsked((GatherPlayers(),)))
    return Decided(events, fold(events))


def opened(event: MatchOpened) -> Match:
    """Every fold begins here: an empty table of that edition, nobody seated."""
    game = GAMES[event.game]
    options = msgspec.convert(event.options, game.options)
    return Match(
        id=event.match,
        game=event.game,
        edition=event.edition,
        visibility=event.visibility,
        resigning=event.resigning,
        commitment=event.commitment,
        seats=[Seat() for _ in range(event.seats)],
        table=game.blank(event.seats, event.edition, options),
    )


def decide(match: Match, actor: str, command: Command, seed: bytes) -> Decided:
    """What follows from a command; the match handed in stays as it is."""
    if not permitted(match, actor, command):
        raise NotPermitted(None, command)
    if isinstance(command, MATCH_COMMANDS):
        check(RULES, match, None, command)
    else:
        check_game(match, actor, command)
    play = Play(RULES, copied(match), SealedLuck(seed, match.id, match.words(), match.draws))
    if isinstance(command, MATCH_COMMANDS):
        play.answer(command)
    else:
        play_game(play, command)
        if not play.agenda:
            play.happens(MatchAsked(()))
    return Decided(play.events, play.game)


def check_game(match: Match, actor: str, command: Command) -> None:
    if match.status == "open":
        raise NotRunning(None, command)
    if match.status != "running":
        raise GameIsOver(None, command)
    check(match.rules.rules, match.table, seat_of(actor), command)


def evolve(match: Match, event: Event) -> None:
    """Events of the match change the match, events of the game its table."""
    event.apply(match if type(event) in _MATCH_EVENTS else match.table)


def fold(events: list[Event]) -> Match:
    """A match from its first event on."""
    first, *others = events
    assert isinstance(first, MatchOpened)  # noqa: S101  every book begins like this
    match = opened(first)
    for event in others:
        evolve(match, event)
    return match


def copied(match: Match) -> Match:
    seats = [msgspec.structs.replace(seat) for seat in match.seats]
    return msgspec.structs.replace(match, seats=seats, table=clone(match.table))


def event_type(game: Game[Any]) -> Any:
    """Everything that can stand in the entries of a match of this game."""
    return Union[(*EVENTS, *game.events)]


def command_type(game: Game[Any]) -> Any:
    return Union[(*COMMANDS, *game.commands)]

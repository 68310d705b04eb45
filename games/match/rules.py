"""Options and answers of a match.

GB-1 one player per seat · GB-2 who sat down may leave before the start · GB-3 a bot takes a free seat or
another bot's · GB-4 a match starts with every seat taken · GB-5 a person may resign; a bot plays on or the
match ends
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.kernel import Barred, Command, Item, Play, Rulebook, offer
from games.match.agenda import GatherPlayers, PlayOn
from games.match.commands import LeaveSeat, Resign, SeatBot, StartMatch, TakeSeat
from games.match.events import (
    BotSeated,
    LuckDrawn,
    MatchAsked,
    MatchEnded,
    MatchStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeedDisclosed,
)
from games.match.luck import SealedLuck
from games.match.reasons import (
    A_BOT_SITS_HERE,
    A_PERSON_SITS_HERE,
    SEAT_IS_FREE,
    SEAT_IS_TAKEN,
    SEATS_ARE_FREE,
)
from games.match.state import STAND_IN, Match

RULES: Final[Rulebook[Match]] = Rulebook(MatchAsked)
Offers = Iterator[Command | Barred]


@RULES.options(GatherPlayers)
def seats_to_take(match: Match, _: GatherPlayers) -> Offers:
    """GB-1"""
    for number, seat in enumerate(match.seats):
        yield offer(TakeSeat(number), SEAT_IS_TAKEN if seat.taken else None)


@RULES.answer(GatherPlayers, TakeSeat)
def take_seat(play: Play[Match], gather: GatherPlayers, command: TakeSeat) -> None:
    play.happens(SeatTaken(command.seat, command.words))
    play.first(gather)


@RULES.options(GatherPlayers)
def seats_to_leave(match: Match, _: GatherPlayers) -> Offers:
    """GB-2: whoever sits there, person or bot."""
    for number, seat in enumerate(match.seats):
        yield offer(LeaveSeat(number), None if seat.taken else SEAT_IS_FREE)


@RULES.answer(GatherPlayers, LeaveSeat)
def leave_seat(play: Play[Match], gather: GatherPlayers, command: LeaveSeat) -> None:
    play.happens(SeatLeft(command.seat))
    play.first(gather)


@RULES.options(GatherPlayers)
def seats_for_bots(match: Match, _: GatherPlayers) -> Offers:
    """GB-3"""
    for number, seat in enumerate(match.seats):
        yield offer(SeatBot(number), A_PERSON_SITS_HERE if seat.taken and seat.bot is None else None)


@RULES.answer(GatherPlayers, SeatBot)
def seat_bot(play: Play[Match], gather: GatherPlayers, command: SeatBot) -> None:
    play.happens(BotSeated(command.seat, command.bot))
    play.first(gather)


@RULES.options(GatherPlayers)
def start(match: Match, _: GatherPlayers) -> Offers:
    """GB-4"""
    yield offer(StartMatch(), SEATS_ARE_FREE if match.free_seats() else None)


@RULES.answer(GatherPlayers, StartMatch)
def start_match(play: Play[Match], _: GatherPlayers, __: StartMatch) -> None:
    """The game is laid out and asks its first question in the same entry."""
    play.happens(MatchStarted())
    play.first(PlayOn())
    play_game(play, opening=play.game.rules.opening)


@RULES.options(PlayOn)
def people_who_may_resign(match: Match, _: PlayOn) -> Offers:
    """GB-5"""
    for number, seat in enumerate(match.seats):
        yield offer(Resign(number), None if seat.bot is None else A_BOT_SITS_HERE)


@RULES.answer(PlayOn, Resign)
def resign(play: Play[Match], play_on: PlayOn, command: Resign) -> None:
    goes_on = play.game.resigning == "bot"
    play.happens(SeatResigned(command.seat, STAND_IN if goes_on else None))
    play.first(play_on)
    if not goes_on:
        end(play, MatchEnded("resigned"))


def play_game(play: Play[Match], command: Command | None = None, opening: tuple[Item, ...] = ()) -> None:
    """Lets the game itself go on, with a command to its open question or from its first step."""
    luck = sealed_luck(play)
    game = Play(play.game.rules.rules, play.game.table, luck)
    game.first(*opening)
    if command is None:
        game.run()
    else:
        game.answer(command)
    play.events += game.events
    if luck.drawn:
        play.happens(LuckDrawn(luck.first, tuple(luck.drawn)))
    if not game.agenda:
        end(play, MatchEnded("played_out"))


def end(play: Play[Match], ended: MatchEnded) -> None:
    """Whatever ends a match discloses its seed."""
    play.happens(ended, SeedDisclosed(sealed_luck(play).seed.hex()))
    play.agenda.clear()


def sealed_luck(play: Play[Match]) -> SealedLuck:
    assert isinstance(play.chance, SealedLuck)  # noqa: S101  nothing else ever comes in by `play.decide`
    return play.chance

"""Options and answers of a match; going back has a file of its own.

GB-1 one player per seat · GB-2 who sat down may leave before the start · GB-3 a bot takes a free seat or
another bot's · GB-4 a match starts with every seat taken · GB-5 a person may resign; a bot plays on or the
match ends · GB-17 the same when time runs out, or the bot answers · GB-24 a match that nobody starts ends
GB-31 the token of a person's seat is renewed at any time before the end
GB-32 a reserved seat is for those invited to it
GB-34 whoever is asked may have advice, where the match allows it; that they asked is written down
"""

from __future__ import annotations

from games.kernel import Reason, Standing, offer
from games.match.actor import Actor
from games.match.agenda import AgreeToUndo, AwaitResume, GatherPlayers, PlayOn
from games.match.batch import Batch
from games.match.clock import seat_asked, stop
from games.match.commands import (
    AskAdvice,
    CancelMatch,
    ExpireClock,
    ExpireGathering,
    LeaveSeat,
    RenewToken,
    Resign,
    SeatBot,
    StartMatch,
    TakeSeat,
)
from games.match.events import (
    AdviceAsked,
    BotSeated,
    MatchEnded,
    MatchStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    TimeRanOut,
)
from games.match.past import Past
from games.match.pausing import count_pause, end_pause_without_people
from games.match.reasons import (
    A_BOT_SITS_HERE,
    A_PERSON_SITS_HERE,
    ADVICE_IS_OFF,
    GATHERS_FOR_EVER,
    NO_CLOCK_RUNS,
    SEAT_IS_ASKED,
    SEAT_IS_FREE,
    SEAT_IS_RESERVED,
    SEAT_IS_TAKEN,
    SEATS_ARE_FREE,
    TIME_IS_LEFT,
    TIME_IS_UP,
    TIME_TO_START_IS_LEFT,
)
from games.match.rulebook import RULES, Offers, answer, objection, options
from games.match.seating import TokenRenewed
from games.match.state import STAND_IN, Match
from games.match.undo import count_votes

__all__ = ["RULES"]  # with all that is said here, and in the files named above


@options(GatherPlayers)
def seats_to_take(match: Match, _: GatherPlayers) -> Offers:
    """GB-1"""
    for number, seat in enumerate(match.seats):
        yield offer(TakeSeat(number), SEAT_IS_TAKEN if seat.taken else None)


@objection(TakeSeat)
def kept_for_somebody_else(match: Match, actor: Actor, _: Past, command: TakeSeat) -> Reason | None:
    """GB-32"""
    invited = actor.is_invited and actor.seat == command.seat
    return SEAT_IS_RESERVED if command.seat in match.reserved and not invited else None


@answer(GatherPlayers, TakeSeat)
def take_seat(going: Batch, gather: GatherPlayers, command: TakeSeat) -> None:
    going.happens(SeatTaken(command.seat, command.words))
    going.first(gather)


@options(GatherPlayers)
def seats_to_leave(match: Match, _: GatherPlayers) -> Offers:
    """GB-2: the person or bot in the seat."""
    for number, seat in enumerate(match.seats):
        yield offer(LeaveSeat(number), None if seat.taken else SEAT_IS_FREE)


@answer(GatherPlayers, LeaveSeat)
def leave_seat(going: Batch, gather: GatherPlayers, command: LeaveSeat) -> None:
    going.happens(SeatLeft(command.seat))
    going.first(gather)


@options(GatherPlayers)
def seats_for_bots(match: Match, _: GatherPlayers) -> Offers:
    """GB-3"""
    for number, seat in enumerate(match.seats):
        yield offer(SeatBot(number), A_PERSON_SITS_HERE if seat.taken and seat.bot is None else None)


@answer(GatherPlayers, SeatBot)
def seat_bot(going: Batch, gather: GatherPlayers, command: SeatBot) -> None:
    going.happens(BotSeated(command.seat, command.bot))
    going.first(gather)


@options(GatherPlayers)
def start(match: Match, _: GatherPlayers) -> Offers:
    """GB-4"""
    yield offer(StartMatch(), SEATS_ARE_FREE if match.free_seats() else None)


@answer(GatherPlayers, StartMatch)
def start_match(going: Batch, _: GatherPlayers, __: StartMatch) -> None:
    """The game is laid out and asks its first question in the same entry; a fork lies there already."""
    going.happens(MatchStarted())
    going.first(PlayOn())
    going.play_game(opening=() if going.game.parent else going.game.rules.opening)


@options(GatherPlayers)
def ends_before_the_start(match: Match, _: GatherPlayers) -> Offers:
    """GB-24"""
    yield CancelMatch()
    yield offer(ExpireGathering(), GATHERS_FOR_EVER if match.gathers_until is None else None)


@answer(GatherPlayers, CancelMatch)
def cancel_match(going: Batch, _: GatherPlayers, __: CancelMatch) -> None:
    """GB-24"""
    going.end(MatchEnded("cancelled"))


@objection(ExpireGathering)
def before_the_last_moment_to_start(match: Match, _: Actor, past: Past, __: ExpireGathering) -> Reason | None:
    """GB-24"""
    return TIME_TO_START_IS_LEFT if past.now < (match.gathers_until or 0) else None


@answer(GatherPlayers, ExpireGathering)
def expire_gathering(going: Batch, _: GatherPlayers, __: ExpireGathering) -> None:
    """GB-24"""
    going.end(MatchEnded("never_started"))


def people_who_may_resign(match: Match, _: PlayOn | AgreeToUndo | AwaitResume) -> Offers:
    """GB-5"""
    for number, seat in enumerate(match.seats):
        yield offer(Resign(number), None if seat.bot is None else A_BOT_SITS_HERE)


def resign(going: Batch, waiting: PlayOn | AgreeToUndo | AwaitResume, command: Resign) -> None:
    """GB-5; those who have gone no longer have a say in an undo."""
    goes_on = going.game.resigning == "bot"
    going.happens(SeatResigned(command.seat, STAND_IN if goes_on else None))
    going.first(waiting)
    if goes_on:
        count_votes(going, command)
        count_pause(going)
        end_pause_without_people(going, command.seat)
    else:
        going.end(MatchEnded("resigned"))


# A person may leave at any time, even during a vote on an undo.
options(PlayOn)(people_who_may_resign)
options(AgreeToUndo)(people_who_may_resign)
options(AwaitResume)(people_who_may_resign)
answer(PlayOn, Resign)(resign)
answer(AgreeToUndo, Resign)(resign)
answer(AwaitResume, Resign)(resign)


def tokens_to_renew(match: Match, _: Standing) -> Offers:
    """GB-31: of people, who alone have one."""
    for number, seat in enumerate(match.seats):
        without = SEAT_IS_FREE if not seat.taken else A_BOT_SITS_HERE if seat.bot else None
        yield offer(RenewToken(number), without)


def renew_token(going: Batch, waiting: Standing, command: RenewToken) -> None:
    """GB-31: nothing else changes, whatever the match waits for."""
    going.happens(TokenRenewed(command.seat))
    going.first(waiting)


for moment in (GatherPlayers, PlayOn, AgreeToUndo, AwaitResume):
    options(moment)(tokens_to_renew)
    answer(moment, RenewToken)(renew_token)


@options(PlayOn)
def clock_that_may_run_out(match: Match, _: PlayOn) -> Offers:
    """GB-15"""
    yield offer(ExpireClock(), None if match.ticking else NO_CLOCK_RUNS)


@objection(ExpireClock)
def before_the_deadline(match: Match, _: Actor, past: Past, __: ExpireClock) -> Reason | None:
    """GB-16"""
    ticking, _clock = match.running_clock
    return TIME_IS_LEFT if past.now < ticking.until else None


@answer(PlayOn, ExpireClock)
def expire_clock(going: Batch, play_on: PlayOn, _: ExpireClock) -> None:
    """GB-16, GB-17"""
    ticking, clock = going.game.running_clock
    stop(going, ticking, clock, answered=True)
    takes_over = clock.on_expiry == "bot_takes_over"
    going.happens(TimeRanOut(ticking.seat, clock.on_expiry, STAND_IN if takes_over else None))
    if clock.on_expiry == "match_ends":
        going.end(MatchEnded("out_of_time"))
    else:
        going.first(play_on)
        count_pause(going)


@options(PlayOn)
def advice_to_ask_for(match: Match, _: PlayOn) -> Offers:
    """GB-34"""
    yield offer(AskAdvice(), ADVICE_IS_OFF if match.advice == "off" else None)


@objection(AskAdvice)
def not_the_one_asked(match: Match, actor: Actor, _: Past, __: AskAdvice) -> Reason | None:
    """GB-34"""
    if seat_asked(match) != actor.seat:
        return SEAT_IS_ASKED
    return TIME_IS_UP if match.stand_in == actor.seat else None


@answer(PlayOn, AskAdvice)
def ask_advice(going: Batch, play_on: PlayOn, command: AskAdvice) -> None:
    """GB-34"""
    going.first(play_on)
    going.happens(AdviceAsked(going.speaker(command)))

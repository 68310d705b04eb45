"""Pausing the clock.

GB-18 a person may ask for a pause; it begins when every other person has agreed, until then the game goes on
GB-19 in a pause nobody plays and no clock runs; any person ends it
GB-27 the last person who leaves ends it as well
"""

from __future__ import annotations

from games.kernel import Reason, offer
from games.match.actor import Actor
from games.match.agenda import AwaitResume, PlayOn
from games.match.batch import Batch
from games.match.commands import AnswerPause, Pause, Resume
from games.match.events import MatchPaused, MatchResumed, PauseAgreed, PauseDeclined, PauseRequested
from games.match.past import Past
from games.match.reasons import (
    ALREADY_AGREED_TO_PAUSE,
    NO_CLOCK_TO_PAUSE,
    NO_PAUSE_IS_ASKED_FOR,
    PAUSE_IS_ASKED_FOR,
    PAUSE_IS_REFUSED,
)
from games.match.rulebook import Offers, answer, objection, options
from games.match.state import Match
from games.match.undo import others


@options(PlayOn)
def pause_to_ask_for(match: Match, _: PlayOn) -> Offers:
    """GB-18"""
    barred = NO_CLOCK_TO_PAUSE if match.clock is None else PAUSE_IS_ASKED_FOR if match.pause else None
    yield offer(Pause(), barred)


@objection(Pause)
def refused_a_pause(match: Match, actor: Actor, _: Past, __: Pause) -> Reason | None:
    """GB-18: a refused asker may ask again once another question is open."""
    return PAUSE_IS_REFUSED if actor.seat in match.pause_refused else None


@answer(PlayOn, Pause)
def ask_for_pause(going: Batch, play_on: PlayOn, command: Pause) -> None:
    """GB-18"""
    seat = going.speaker(command)
    going.first(play_on)
    going.happens(PauseRequested(seat))
    count_pause(going)


@options(PlayOn)
def answers_to_a_pause(match: Match, _: PlayOn) -> Offers:
    """GB-18"""
    for agree in (True, False):
        yield offer(AnswerPause(agree), None if match.pause else NO_PAUSE_IS_ASKED_FOR)


@objection(AnswerPause)
def agreed_to_a_pause(match: Match, actor: Actor, _: Past, command: AnswerPause) -> Reason | None:
    """GB-18: whoever asked has agreed."""
    wish = match.open_pause_wish
    once_more = command.agree and actor.seat in (wish.seat, *wish.agreed)
    return ALREADY_AGREED_TO_PAUSE if once_more else None


@answer(PlayOn, AnswerPause)
def answer_pause(going: Batch, play_on: PlayOn, command: AnswerPause) -> None:
    """GB-18"""
    seat, wish = going.speaker(command), going.game.open_pause_wish
    going.first(play_on)
    if not command.agree:
        going.happens(PauseDeclined(wish.seat, "withdrawn" if seat == wish.seat else "refused"))
        return
    going.happens(PauseAgreed(seat))
    count_pause(going)


def count_pause(going: Batch) -> None:
    """Begins the pause once everyone has agreed; called whenever the voters may have changed."""
    wish = going.game.pause
    if wish is None:
        return
    if going.game.seats[wish.seat].bot is not None:
        going.happens(PauseDeclined(wish.seat, "withdrawn"))
    elif not others(going.game, wish.seat) - set(wish.agreed):
        going.happens(MatchPaused(wish.seat))
        going.first(AwaitResume())


@options(AwaitResume)
def way_out_of_a_pause(_: Match, __: AwaitResume) -> Offers:
    """GB-19"""
    yield Resume()


@answer(AwaitResume, Resume)
def resume(going: Batch, _: AwaitResume, command: Resume) -> None:
    """GB-19"""
    going.happens(MatchResumed(going.speaker(command)))


def end_pause_without_people(going: Batch, last: int) -> None:
    """GB-27: bots cannot end it. Under the first laws it lasted for ever (GB-29)."""
    match = going.game
    if match.laws > 1 and match.paused and not match.people():
        going.happens(MatchResumed(last))
        going.agenda = [item for item in going.agenda if not isinstance(item, AwaitResume)]

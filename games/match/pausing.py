"""Pausing the clock.

GB-18 a person may ask for a pause; it begins when every other person has agreed, until then the game goes on
GB-19 in a pause nobody plays and no clock runs; any person ends it
"""

from __future__ import annotations

from games.kernel import Play, offer
from games.match.agenda import Paused, PlayOn
from games.match.batch import batch
from games.match.commands import AnswerPause, Pause, Resume
from games.match.events import MatchPaused, MatchResumed, PauseAgreed, PauseDeclined, PauseRequested
from games.match.reasons import (
    ALREADY_AGREED_TO_PAUSE,
    NO_CLOCK_TO_PAUSE,
    NO_PAUSE_IS_ASKED_FOR,
    PAUSE_IS_ASKED_FOR,
    PAUSE_IS_REFUSED,
)
from games.match.rulebook import Offers, answer, options
from games.match.state import Match
from games.match.undo import known_seat, others, refuse


@options(PlayOn)
def pause_to_ask_for(match: Match, _: PlayOn) -> Offers:
    """GB-18"""
    barred = NO_CLOCK_TO_PAUSE if match.clock is None else PAUSE_IS_ASKED_FOR if match.pause else None
    yield offer(Pause(), barred)


@answer(PlayOn, Pause)
def ask_for_pause(play: Play[Match], play_on: PlayOn, command: Pause) -> None:
    """GB-18: a refused asker may ask again once another question is open."""
    seat = known_seat(batch(play))
    refuse(batch(play), command, PAUSE_IS_REFUSED if seat in play.game.pause_refused else None)
    play.first(play_on)
    play.happens(PauseRequested(seat))
    count_pause(play)


@options(PlayOn)
def answers_to_a_pause(match: Match, _: PlayOn) -> Offers:
    """GB-18"""
    for agree in (True, False):
        yield offer(AnswerPause(agree), None if match.pause else NO_PAUSE_IS_ASKED_FOR)


@answer(PlayOn, AnswerPause)
def answer_pause(play: Play[Match], play_on: PlayOn, command: AnswerPause) -> None:
    """GB-18"""
    going, wish = batch(play), play.game.pause
    assert wish is not None  # noqa: S101  else it is not offered
    seat = known_seat(going)
    play.first(play_on)
    if not command.agree:
        play.happens(PauseDeclined(wish.seat, "withdrawn" if seat == wish.seat else "refused"))
        return
    refuse(going, command, ALREADY_AGREED_TO_PAUSE if seat in (wish.seat, *wish.agreed) else None)
    play.happens(PauseAgreed(seat))
    count_pause(play)


def count_pause(play: Play[Match]) -> None:
    """Begins the pause once everyone has agreed; called whenever the voters may have changed."""
    wish = play.game.pause
    if wish is None:
        return
    if play.game.seats[wish.seat].bot is not None:
        play.happens(PauseDeclined(wish.seat, "withdrawn"))
    elif not others(play.game, wish.seat) - set(wish.agreed):
        play.happens(MatchPaused(wish.seat))
        play.first(Paused())


@options(Paused)
def way_out_of_a_pause(_: Match, __: Paused) -> Offers:
    """GB-19"""
    yield Resume()


@answer(Paused, Resume)
def resume(play: Play[Match], _: Paused, __: Resume) -> None:
    """GB-19"""
    play.happens(MatchResumed(known_seat(batch(play))))

"""Undo and redo.

GB-8 a match says whether it may be undone: not at all, one's own answers, or anything by consent
GB-9 free within the barrier: one's own answers, no luck drawn, and still one's own turn
GB-10 only to a version after the start at which the game stood, as it would stand again
GB-11 beyond the barrier every other person must agree; until they have answered the game waits
GB-12 a refusal, the asker or the clock ends the request; no new one before somebody has played
GB-13 the player who went back may redo it, as long as nothing new was played
"""

from __future__ import annotations

from games.kernel import Command, NotOffered, Play, Reason, offer
from games.match.agenda import AgreeToUndo, PlayOn
from games.match.batch import Batch, batch
from games.match.clock import asked
from games.match.commands import AnswerUndo, ExpireUndo, Redo, Undo
from games.match.events import Restored, Rewound, UndoAgreed, UndoDeclined, UndoRequested
from games.match.past import VOTING_TIME, Past, within_barrier
from games.match.reasons import (
    ALREADY_AGREED,
    ALREADY_REFUSED,
    ALREADY_STRUCK,
    BEYOND_THE_BARRIER,
    NO_SUCH_POSITION,
    NOT_EXPIRED_YET,
    NOT_YOURS_TO_REDO,
    NOTHING_TO_REDO,
    NOTHING_TO_UNDO,
    UNDO_IS_OFF,
)
from games.match.rulebook import Offers, answer, options
from games.match.state import Match, Vote


@options(PlayOn)
def ways_back(match: Match, _: PlayOn) -> Offers:
    """GB-8; which version is free to go to, the answer looks up in the past."""
    yield offer(Undo(), UNDO_IS_OFF if match.undo == "off" else None)


@options(PlayOn)
def way_forward(match: Match, _: PlayOn) -> Offers:
    """GB-13"""
    yield offer(Redo(), None if match.struck else NOTHING_TO_REDO)


@answer(PlayOn, Undo)
def undo(play: Play[Match], play_on: PlayOn, command: Undo) -> None:
    """GB-9 .. GB-12"""
    going = batch(play)
    past, seat = known_past(going), known_seat(going)
    refuse(going, command, position_barred(past))
    play.first(play_on)
    if within_barrier(past, seat, asked(play.game)):
        rewind(going, seat, command.to)
        return
    refuse(going, command, request_barred(play.game, seat))
    if others(play.game, seat):
        play.happens(UndoRequested(seat, command.to, past.now + VOTING_TIME))
        play.first(AgreeToUndo())
    else:
        rewind(going, seat, command.to)


def position_barred(past: Past) -> Reason | None:
    """GB-10"""
    if past.struck:
        return ALREADY_STRUCK
    if not past.stood:
        return NO_SUCH_POSITION
    return None if past.since else NOTHING_TO_UNDO


def request_barred(match: Match, seat: int) -> Reason | None:
    if match.undo == "own":
        return BEYOND_THE_BARRIER
    return ALREADY_REFUSED if seat in match.refused else None


@answer(PlayOn, Redo)
def redo(play: Play[Match], play_on: PlayOn, command: Redo) -> None:
    """GB-13"""
    last = play.game.struck[-1]
    refuse(batch(play), command, None if last.seat == batch(play).seat else NOT_YOURS_TO_REDO)
    play.happens(Restored(last.seat, last.versions, last.asked))
    play.first(play_on)


@options(AgreeToUndo)
def answers_to_a_request(match: Match, _: AgreeToUndo) -> Offers:
    """GB-11"""
    yield AnswerUndo(agree=True)
    yield AnswerUndo(agree=False)
    yield ExpireUndo()


@answer(AgreeToUndo, AnswerUndo)
def answer_undo(play: Play[Match], agree: AgreeToUndo, command: AnswerUndo) -> None:
    """GB-11, GB-12"""
    going, vote = batch(play), known_vote(play.game)
    seat = known_seat(going)
    if not command.agree:
        play.happens(UndoDeclined(vote.seat, "withdrawn" if seat == vote.seat else "refused"))
        return
    refuse(going, command, ALREADY_AGREED if seat in (vote.seat, *vote.agreed) else None)
    play.happens(UndoAgreed(seat))
    play.first(agree)
    count_votes(play)


@answer(AgreeToUndo, ExpireUndo)
def expire_undo(play: Play[Match], _: AgreeToUndo, command: ExpireUndo) -> None:
    """GB-12"""
    going, vote = batch(play), known_vote(play.game)
    refuse(going, command, NOT_EXPIRED_YET if known_past(going).now < vote.until else None)
    play.happens(UndoDeclined(vote.seat, "expired"))


def count_votes(play: Play[Match]) -> None:
    """Goes back once everyone has agreed; called whenever the voters may have changed."""
    vote = play.game.vote
    if vote is None:
        return
    if play.game.seats[vote.seat].bot is not None:
        play.happens(UndoDeclined(vote.seat, "withdrawn"))
    elif not others(play.game, vote.seat) - set(vote.agreed):
        rewind(batch(play), vote.seat, vote.to)
    else:
        return
    play.agenda = [item for item in play.agenda if not isinstance(item, AgreeToUndo)]


def rewind(going: Batch, seat: int, to: int) -> None:
    struck = tuple(turn.version for turn in known_past(going).since)
    going.happens(Rewound(seat, to, struck, asked(going.game)))


def others(match: Match, seat: int) -> set[int]:
    """The other people: bots agree to everything."""
    return set(match.people()) - {seat}


def refuse(going: Batch, command: Command, reason: Reason | None) -> None:
    """What only the past can tell is refused like any other option that is barred."""
    if reason is not None:
        raise NotOffered(going.game.agenda[0], command, reason)


def known_past(going: Batch) -> Past:
    assert going.past is not None  # noqa: S101  the desk looks it up for these commands
    return going.past


def known_seat(going: Batch) -> int:
    assert going.seat is not None  # noqa: S101  permits let nobody else through
    return going.seat


def known_vote(match: Match) -> Vote:
    assert match.vote is not None  # noqa: S101  nothing else puts the question
    return match.vote

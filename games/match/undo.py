"""Undo and redo.

GB-8 a match says whether it may be undone: not at all, one's own answers, or anything by consent
GB-9 free within the barrier: one's own answers, no luck drawn, and still one's own turn
GB-10 only to a version after the start at which the game stood, as it would stand again
GB-11 beyond the barrier every other person must agree; until they have answered the game waits
GB-12 a refusal, the asker or the clock ends the request; no new one before somebody has played
GB-13 the player who went back may redo it, as long as nothing new was played
GB-25 in a rated match nobody goes back past luck: who knows what is drawn would play on with it
GB-26 the asker's clock runs until the others have answered
"""

from __future__ import annotations

from games.kernel import Command, NotOffered, Reason, offer
from games.match.agenda import AgreeToUndo, PlayOn
from games.match.batch import Batch
from games.match.clock import seat_asked
from games.match.commands import AnswerUndo, ExpireUndo, Redo, Undo
from games.match.events import Restored, Rewound, UndoAgreed, UndoDeclined, UndoRequested
from games.match.past import VOTING_TIME, WayBack, within_barrier
from games.match.reasons import (
    ALREADY_AGREED,
    ALREADY_REFUSED,
    ALREADY_STRUCK,
    BEYOND_THE_BARRIER,
    LUCK_COUNTS,
    NOT_EXPIRED_YET,
    NOT_YOURS_TO_REDO,
    NOTHING_TO_REDO,
    NOTHING_TO_UNDO,
    UNDO_IS_OFF,
)
from games.match.rulebook import Offers, answer, options
from games.match.state import Match


@options(PlayOn)
def ways_back(match: Match, _: PlayOn) -> Offers:
    """GB-8; which version is free to go to, the answer looks up in the past."""
    yield offer(Undo(), UNDO_IS_OFF if match.undo == "off" else None)


@options(PlayOn)
def way_forward(match: Match, _: PlayOn) -> Offers:
    """GB-13"""
    yield offer(Redo(), None if match.struck else NOTHING_TO_REDO)


@answer(PlayOn, Undo)
def undo(going: Batch, play_on: PlayOn, command: Undo) -> None:
    """GB-9 .. GB-12"""
    seat, way = going.speaker(command), going.way_back(command.to, command)
    refuse(going, command, position_barred(way))
    going.first(play_on)
    if within_barrier(way, seat, seat_asked(going.game)):
        rewind(going, seat, command.to, way)
        return
    refuse(going, command, luck_barred(going.game, way) or request_barred(going.game, seat))
    if others(going.game, seat):
        going.happens(UndoRequested(seat, command.to, going.past.now + VOTING_TIME))
        going.first(AgreeToUndo())
    else:
        rewind(going, seat, command.to, way)


def position_barred(way: WayBack) -> Reason | None:
    """GB-10"""
    if way.struck:
        return ALREADY_STRUCK
    return None if way.since else NOTHING_TO_UNDO


def luck_barred(match: Match, way: WayBack) -> Reason | None:
    """GB-25; GB-29: under the first laws no match says that it is rated.

    A bot that is asked anew chooses with other luck of its own, so its answers stand like dice.
    """
    stands = any(turn.drew or turn.bot for turn in way.since)
    return LUCK_COUNTS if match.rated and stands else None


def request_barred(match: Match, seat: int) -> Reason | None:
    if match.undo == "own":
        return BEYOND_THE_BARRIER
    return ALREADY_REFUSED if seat in match.refused else None


@answer(PlayOn, Redo)
def redo(going: Batch, play_on: PlayOn, command: Redo) -> None:
    """GB-13"""
    last = going.game.struck[-1]
    refuse(going, command, None if last.seat == going.speaker(command) else NOT_YOURS_TO_REDO)
    way = going.way_back(last.versions[-1], command)  # all that followed was struck out, or is of the match
    going.happens(Restored(last.seat, last.versions, last.asked))
    going.go(way)
    going.first(play_on)


@options(AgreeToUndo)
def answers_to_a_request(match: Match, _: AgreeToUndo) -> Offers:
    """GB-11"""
    yield AnswerUndo(agree=True)
    yield AnswerUndo(agree=False)
    yield ExpireUndo()


@answer(AgreeToUndo, AnswerUndo)
def answer_undo(going: Batch, agree: AgreeToUndo, command: AnswerUndo) -> None:
    """GB-11, GB-12"""
    seat, vote = going.speaker(command), going.game.open_vote
    if not command.agree:
        going.happens(UndoDeclined(vote.seat, "withdrawn" if seat == vote.seat else "refused"))
        return
    refuse(going, command, ALREADY_AGREED if seat in (vote.seat, *vote.agreed) else None)
    going.happens(UndoAgreed(seat))
    going.first(agree)
    count_votes(going, command)


@answer(AgreeToUndo, ExpireUndo)
def expire_undo(going: Batch, _: AgreeToUndo, command: ExpireUndo) -> None:
    """GB-12, GB-26"""
    vote = going.game.open_vote
    refuse(going, command, NOT_EXPIRED_YET if going.past.now < going.game.vote_expires_at else None)
    going.happens(UndoDeclined(vote.seat, "expired"))


def count_votes(going: Batch, command: Command) -> None:
    """Goes back once everyone has agreed; called whenever the voters may have changed."""
    vote = going.game.vote
    if vote is None:
        return
    if going.game.seats[vote.seat].bot is not None:
        going.happens(UndoDeclined(vote.seat, "withdrawn"))
    elif not others(going.game, vote.seat) - set(vote.agreed):
        rewind(going, vote.seat, vote.to, going.way_back(vote.to, command))
    else:
        return
    going.agenda = [item for item in going.agenda if not isinstance(item, AgreeToUndo)]


def rewind(going: Batch, seat: int, to: int, way: WayBack) -> None:
    struck = tuple(turn.version for turn in way.since)
    going.happens(Rewound(seat, to, struck, seat_asked(going.game)))
    going.go(way)


def others(match: Match, seat: int) -> set[int]:
    """The other people: bots agree to everything."""
    return set(match.people()) - {seat}


def refuse(going: Batch, command: Command, reason: Reason | None) -> None:
    """What only the past can tell is refused like any other option that is barred."""
    if reason is not None:
        raise NotOffered(going.game.agenda[0], command, reason)

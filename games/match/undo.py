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

from games.kernel import Command, Reason, offer
from games.match.actor import Actor
from games.match.agenda import AgreeToUndo, PlayOn
from games.match.batch import Batch
from games.match.clock import seat_asked
from games.match.commands import AnswerUndo, ExpireUndo, Redo, Undo
from games.match.events import Restored, Rewound, UndoAgreed, UndoDeclined, UndoRequested
from games.match.past import VOTING_TIME, Past, WayBack, within_barrier
from games.match.reasons import (
    ALREADY_AGREED,
    ALREADY_REFUSED,
    ALREADY_STRUCK,
    BEYOND_THE_BARRIER,
    LUCK_COUNTS,
    NO_SUCH_POSITION,
    NOT_EXPIRED_YET,
    NOT_YOURS_TO_REDO,
    NOTHING_TO_REDO,
    NOTHING_TO_UNDO,
    UNDO_IS_OFF,
)
from games.match.rulebook import Offers, answer, objection, options
from games.match.state import Match


@options(PlayOn)
def ways_back(match: Match, _: PlayOn) -> Offers:
    """GB-8; which version is free to go to, the answer looks up in the past."""
    yield offer(Undo(), UNDO_IS_OFF if match.undo == "off" else None)


@options(PlayOn)
def way_forward(match: Match, _: PlayOn) -> Offers:
    """GB-13"""
    yield offer(Redo(), None if match.struck else NOTHING_TO_REDO)


@objection(Undo)
def way_barred(match: Match, actor: Actor, past: Past, command: Undo) -> Reason | None:
    """GB-9 .. GB-12"""
    way, seat = past.way_back(command.to), actor.seat
    barred = position_barred(way)
    if barred or way is None or seat is None or within_barrier(way, seat, seat_asked(match)):
        return barred
    return luck_barred(match, way) or request_barred(match, seat)


@answer(PlayOn, Undo)
def undo(going: Batch, play_on: PlayOn, command: Undo) -> None:
    """GB-9, GB-11"""
    seat, way = going.speaker(command), going.way_back(command.to, command)
    going.first(play_on)
    if voters(going.game, seat, way):
        going.happens(UndoRequested(seat, command.to, going.past.now + VOTING_TIME))
        going.first(AgreeToUndo())
    else:
        rewind(going, seat, command.to, way)


def voters(match: Match, seat: int, way: WayBack) -> set[int]:
    """GB-9, GB-11: who must agree before a seat goes this way back."""
    return set() if within_barrier(way, seat, seat_asked(match)) else others(match, seat)


def position_barred(way: WayBack | None) -> Reason | None:
    """GB-10"""
    if way is None:
        return NO_SUCH_POSITION
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


@objection(Redo)
def struck_by_another(match: Match, actor: Actor, _: Past, __: Redo) -> Reason | None:
    """GB-13"""
    return None if match.struck[-1].seat == actor.seat else NOT_YOURS_TO_REDO


@answer(PlayOn, Redo)
def redo(going: Batch, play_on: PlayOn, command: Redo) -> None:
    """GB-13"""
    last = going.game.struck[-1]
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


@objection(AnswerUndo)
def agreed_to_undo(match: Match, actor: Actor, _: Past, command: AnswerUndo) -> Reason | None:
    """GB-11: whoever asked has agreed."""
    vote = match.open_vote
    return ALREADY_AGREED if command.agree and actor.seat in (vote.seat, *vote.agreed) else None


@answer(AgreeToUndo, AnswerUndo)
def answer_undo(going: Batch, agree: AgreeToUndo, command: AnswerUndo) -> None:
    """GB-11, GB-12"""
    seat, vote = going.speaker(command), going.game.open_vote
    if not command.agree:
        going.happens(UndoDeclined(vote.seat, "withdrawn" if seat == vote.seat else "refused"))
        return
    going.happens(UndoAgreed(seat))
    going.first(agree)
    count_votes(going, command)


@objection(ExpireUndo)
def before_the_end_of_the_vote(match: Match, _: Actor, past: Past, __: ExpireUndo) -> Reason | None:
    """GB-12, GB-26"""
    return NOT_EXPIRED_YET if past.now < match.vote_expires_at else None


@answer(AgreeToUndo, ExpireUndo)
def expire_undo(going: Batch, _: AgreeToUndo, __: ExpireUndo) -> None:
    """GB-12, GB-26"""
    going.happens(UndoDeclined(going.game.open_vote.seat, "expired"))


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

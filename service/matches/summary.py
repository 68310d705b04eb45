"""What is read of a match without its book: its summary in listings, the metadata of an entry in the feed."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from events.store import Head
from games.kernel import Event, Question
from games.kernel.quantities import doc
from games.match.actor import Actor
from games.match.events import AdviceAsked
from games.match.state import Clock, Match, Parent, UndoPolicy
from service.matches.fields import EditionId, GameId, MatchRound, SeatOnTurn

log = logging.getLogger(__name__)


def question_of(match: Match) -> Question | None:
    """The question of the game while it runs and does not wait for an undo or the end of a pause."""
    if match.status != "running" or match.vote is not None or match.paused:
        return None
    first = match.table.agenda[0]
    return first if isinstance(first, Question) else None


def turn_of(match: Match) -> int | None:
    question = question_of(match)
    return question.seat if question else None


class EventMetadata(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Travels in the feed: enough for the workers to see whether there is work, without opening the book."""

    game: str
    status: str
    by: str  # the actor who gave the command
    round_before: int  # the entry; rounds from here up to `round` have ended with it
    round: int
    turn: int | None  # the seat that is asked
    asked_before: int | None = None  # and that was asked before the entry
    mind: str | None  # of the bot in that seat
    thinks: int = 0  # milliseconds that its answer may take
    rewound: bool = False  # by this entry, or brought back
    imported: bool = False  # played elsewhere: no bot is called here
    public: bool = False
    rated: bool = True
    alone: bool = False  # bots among themselves, for whom no person waits
    advised: bool = False  # its actor asks for advice on the question
    undo_by: int | None = None  # the seat that asks for an undo with this entry
    opener: str | None = None  # of a match whose bot is asked: to whose account it thinks


def make_metadata(  # noqa: PLR0913  what an entry changes, and by whom
    match: Match,
    by: Actor,
    round_before: int,
    *,
    asked_before: int | None = None,
    rewound: bool = False,
    imported: bool = False,
    opener: str | None = None,
) -> EventMetadata:
    question = question_of(match)
    bot = match.bot_for(question.seat) if question else None
    return EventMetadata(
        game=match.game,
        status=match.status,
        by=str(by),
        round_before=round_before,
        round=match.table.round,
        turn=question.seat if question else None,
        asked_before=asked_before,
        mind=bot.mind if bot and not imported else None,
        thinks=bot.thinks if bot else 0,
        rewound=rewound,
        imported=imported,
        public=match.visibility == "public",
        rated=match.is_rated,
        alone=not match.people(),
        undo_by=match.vote.seat if match.vote and by == Actor.person(match.vote.seat) else None,
        opener=opener if bot else None,
    )


def mark_advised(said: EventMetadata, events: Iterable[Event]) -> EventMetadata:
    """GB-34: whether these events of its entry ask for advice."""
    return msgspec.structs.replace(said, advised=True) if AdviceAsked in map(type, events) else said


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What listings say of a match."""

    game: GameId
    edition: EditionId
    status: Annotated[str, doc("How far the match is: `open`, `running`, `finished` or `abandoned`.")]
    visibility: Annotated[str, doc("Who may look on; listings show `public` matches.")]
    round: MatchRound
    turn: SeatOnTurn
    seats: Annotated[list[str], doc("Each seat: `free`, `reserved`, `person`, or the mind of its bot.")]
    imported: Annotated[bool, doc("Whether it was played elsewhere: it can be read, but not joined.")] = False


class HeadSummary(Summary, frozen=True, kw_only=True):
    """Kept in the head; no listing shows who opened the match. Earlier versions said nothing of its terms."""

    opener: str | msgspec.UnsetType = msgspec.UNSET
    rated: bool | None = None
    undo: UndoPolicy | None = None
    clock: Clock | None = None
    options: dict[str, Any] = {}
    parent: Parent | msgspec.UnsetType = msgspec.UNSET


def read_summary(head: Head) -> HeadSummary | None:
    """What a head says; None, and a line in the log, where that is spoilt."""
    try:
        return msgspec.json.decode(head.summary, type=HeadSummary)
    except ValueError as failure:
        log.warning("match %s: its summary cannot be read, it is not listed: %s", head.match, failure)
        return None


class _Opener(msgspec.Struct):
    opener: str | None = None


def read_opener(summary_of_head: bytes) -> str | None:
    """None: opened on this machine or by an older version, or the summary is spoilt."""
    try:
        return msgspec.json.decode(summary_of_head, type=_Opener).opener
    except msgspec.MsgspecError as failure:
        log.warning("a summary cannot be read, so the match counts for nobody: %s", failure)
        return None


def summary(match: Match, *, imported: bool = False, opener: str | None = None) -> HeadSummary:
    question = question_of(match)
    return HeadSummary(
        game=match.game,
        edition=match.edition,
        status=match.status,
        visibility=match.visibility,
        round=match.table.round,
        turn=question.seat if question else None,
        seats=[word_seat(match, seat) for seat in range(len(match.seats))],
        imported=imported,
        opener=opener or msgspec.UNSET,
        rated=match.is_rated,
        undo=match.undo,
        clock=match.clock,
        options=msgspec.to_builtins(match.table.options),
        parent=match.parent or msgspec.UNSET,
    )


def word_seat(match: Match, number: int) -> str:
    seat = match.seats[number]
    if not seat.taken:
        return "reserved" if number in match.reserved else "free"
    return seat.bot.mind if seat.bot else "person"

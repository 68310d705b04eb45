"""What a match is, without its table."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.match.state import (
    Bot,
    Clock,
    Match,
    Parent,
    PauseWish,
    Resigning,
    Status,
    UndoPolicy,
    Visibility,
    Vote,
)
from service.matches.live import Live
from service.matches.records.people import Person
from service.matches.summary import question_of
from service.reading.game_types import AnyOptions, QuestionOrNone
from service.reading.names import name_person


class SeatOverview(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    state: Literal["free", "person", "bot"]
    name: str
    player: str | None
    bot: Bot | None
    left: int | None  # milliseconds to think, as of the last time its clock stopped; null without a clock


class ClockOverview(msgspec.Struct, frozen=True, kw_only=True):
    agreed: Clock
    running: int | None  # the seat whose time runs
    since: int | None
    until: int | None
    pause: PauseWish | None  # while the others are asked
    paused: bool


class UndoOverview(msgspec.Struct, frozen=True, kw_only=True):
    policy: UndoPolicy
    vote: Vote | None  # while the others are asked
    redo: int | None  # the seat that may bring back what it undid


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    version: int
    hash: str
    game: str
    edition: str
    rules: str
    options: AnyOptions
    visibility: Visibility
    resigning: Resigning
    rated: bool
    undo: UndoOverview
    clock: ClockOverview | None
    deadline: int | None  # UTC milliseconds: of the start, the open question or the request for an undo
    parent: Parent | None  # of a fork
    status: Status
    round: int
    turn: int | None
    question: QuestionOrNone
    seats: list[SeatOverview]
    opened_at: int
    touched_at: int
    commitment: str
    seed: str | None
    imported: bool  # played elsewhere: to be read, not to be played on


def make_overview(live: Live, known: dict[int, Person], lang: str) -> Overview:
    match = live.match
    question = question_of(match)
    return Overview(
        match=match.id,
        version=live.version,
        hash=live.hash,
        game=match.game,
        edition=match.edition,
        rules=match.rules.rules_name,
        options=match.table.options,
        visibility=match.visibility,
        resigning=match.resigning,
        rated=match.is_rated,
        undo=describe_undo(match),
        clock=describe_clock(match, match.clock) if match.clock else None,
        deadline=match.deadline,
        parent=match.parent,
        status=match.status,
        round=match.table.round,
        turn=question.seat if question else None,
        question=question,
        seats=[describe_seat(match, seat, known.get(seat), lang) for seat in range(len(match.seats))],
        opened_at=live.opened_at,
        touched_at=live.touched_at,
        commitment=match.commitment,
        seed=match.seed,
        imported=live.imported,
    )


def describe_undo(match: Match) -> UndoOverview:
    """Once a match is over nothing can be brought back, and nobody is asked."""
    if match.status != "running":
        return UndoOverview(policy=match.undo, vote=None, redo=None)
    last = match.struck[-1].seat if match.struck else None
    return UndoOverview(policy=match.undo, vote=match.vote, redo=last)


def describe_clock(match: Match, agreed: Clock) -> ClockOverview:
    ticking = match.ticking
    return ClockOverview(
        agreed=agreed,
        running=ticking.seat if ticking else None,
        since=ticking.since if ticking else None,
        until=ticking.until if ticking else None,
        pause=match.pause,
        paused=match.paused,
    )


def describe_seat(match: Match, number: int, person: Person | None, lang: str) -> SeatOverview:
    seat = match.seats[number]
    return SeatOverview(
        seat=number,
        state="bot" if seat.bot else "person" if seat.taken else "free",
        name=name_person(person, number, lang),
        player=person.player if person else None,
        bot=seat.bot,
        left=seat.left if match.clock and not seat.bot else None,
    )

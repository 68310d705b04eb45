"""Describe a match: its terms, its seats by the names of their players, and its table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from games.kernel.quantities import doc
from games.match.state import Bot, Clock, Match, Parent, PauseWish, Resigning, UndoPolicy, Visibility, Vote
from service.matches.fields import (
    AnyOptions,
    AnyTable,
    EditionId,
    GameId,
    MatchId,
    MatchRound,
    MatchStatus,
    MatchVersion,
    OpenedAt,
    OpenQuestion,
    RulesName,
    SeatOnTurn,
    SeedCommitment,
    TouchedAt,
    VersionHash,
    ViewOrNone,
)
from service.matches.index import question_of
from service.matches.records.people import Person
from service.matches.repository import CurrentMatch
from service.players.names import SEAT_NAMES
from service.queries.positions import Position


def count_forgotten(known: dict[int, Person]) -> int:
    """Return how many names that were shown before are no longer shown."""
    return sum(person.forgotten for person in known.values())


def name_seats(match: Match, known: dict[int, Person], lang: str) -> list[str]:
    """Return the name of each seat; a nameless one is called by its number."""
    return [name_person(known.get(seat), seat, lang) for seat in range(len(match.seats))]


def name_person(person: Person | None, seat: int, lang: str) -> str:
    return (person.name if person else None) or SEAT_NAMES[lang].format(seat + 1)


def seat_named(thing: msgspec.Struct, seats: list[str]) -> dict[str, Any]:
    """Return what a text needs to name the seat of a question, command or event."""
    seat = getattr(thing, "seat", None)
    return {} if seat is None else {"seat": seats[seat]}


class SeatOverview(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who sits in it."""

    seat: Annotated[int, doc("The number of the seat, counted from 0.")]
    state: Annotated[
        Literal["free", "reserved", "person", "bot"],
        doc("Whether a person or a bot sits there, or nobody; `reserved` seats wait for somebody (GB-32)."),
    ]
    name: Annotated[
        str, doc("The name of whoever sits there; the nameless are called by the number of their seat.")
    ]
    player: Annotated[
        str | None, doc("The player's id, `client/player` or `guest/player`; null if none was given.")
    ]
    bot: Annotated[Bot | None, doc("The bot in the seat; null for a person and for a free seat.")]
    left: Annotated[
        int | None,
        doc("Milliseconds left to think, as of when its clock last stopped; null without a clock."),
    ]


class ClockOverview(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of the match: what was agreed and how it stands."""

    agreed: Annotated[Clock, doc("How long people may think, and what happens when their time runs out.")]
    running: Annotated[int | None, doc("The seat whose time runs; null while the clock stands still.")]
    since: Annotated[
        int | None, doc("Since when that time runs, UTC milliseconds; null while the clock stands still.")
    ]
    until: Annotated[
        int | None, doc("When that time runs out, UTC milliseconds; null while the clock stands still.")
    ]
    pause: Annotated[
        PauseWish | None, doc("The request for a pause while the others are asked; null without one.")
    ]
    paused: Annotated[bool, doc("Whether the clock was stopped by agreement.")]


class UndoOverview(msgspec.Struct, frozen=True, kw_only=True):
    """How far answers can be taken back."""

    policy: Annotated[
        UndoPolicy, doc("Whether nothing, one's own answers or what the others agree to can be taken back.")
    ]
    vote: Annotated[Vote | None, doc("The request for an undo while the others are asked; null without one.")]
    redo: Annotated[int | None, doc("The seat that may bring back what it undid; null if nobody may.")]


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """A match without its table."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    game: GameId
    edition: EditionId
    rules: RulesName
    options: Annotated[AnyOptions, doc("What was chosen when the match was opened.")]
    visibility: Annotated[
        Visibility, doc("Whether it is listed, found by its id alone, or shown to bearers of a token only.")
    ]
    resigning: Annotated[Resigning, doc("Whether a bot plays on for whoever resigns, or the match ends.")]
    rated: Annotated[bool, doc("Whether the result counts for ratings.")]
    undo: Annotated[UndoOverview, doc("How far answers can be taken back.")]
    clock: Annotated[ClockOverview | None, doc("The clock; null if people may think as long as they like.")]
    deadline: Annotated[
        int | None,
        doc(
            "When the start, the question or the request for an undo expires, UTC milliseconds; null: never."
        ),
    ]
    parent: Annotated[
        Parent | None, doc("The version of another match from which this one goes on; null if it is no fork.")
    ]
    status: MatchStatus
    round: MatchRound
    turn: SeatOnTurn
    question: OpenQuestion
    seats: Annotated[list[SeatOverview], doc("Every seat, in order.")]
    opened_at: OpenedAt
    touched_at: TouchedAt
    commitment: SeedCommitment
    seed: Annotated[
        str | None, doc("The seed of all luck, disclosed when the match is over; null until then.")
    ]
    imported: Annotated[bool, doc("Whether it was played elsewhere: it can be read, but not played on.")]


def make_overview(live: CurrentMatch, known: dict[int, Person], lang: str) -> Overview:
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
    """Describe what can be undone; once a match is over nothing can, and nobody is asked."""
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
    empty: Literal["free", "reserved"] = "reserved" if number in match.reserved else "free"  # GB-32
    return SeatOverview(
        seat=number,
        state="bot" if seat.bot else "person" if seat.taken else empty,
        name=name_person(person, number, lang),
        player=person.player if person else None,
        bot=seat.bot,
        left=seat.left if match.clock and not seat.bot else None,
    )


class TableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The position: the table of the game, and what a client needs to draw it without rules."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    game: GameId
    status: MatchStatus
    turn: SeatOnTurn
    deadline: Annotated[
        int | None,
        doc("When the question or the request for an undo expires, UTC milliseconds; null: never."),
    ]
    question: OpenQuestion
    table: Annotated[AnyTable, doc("What lies on the table.")]
    view: Annotated[
        ViewOrNone, doc("What follows from the table; null before the start, when nothing is laid out yet.")
    ]


def describe_table(position: Position) -> TableAnswer:
    match = position.match
    question = question_of(match)
    return TableAnswer(
        match=match.id,
        version=position.version,
        hash=position.hash,
        game=match.game,
        status=match.status,
        turn=question.seat if question else None,
        deadline=match.deadline,
        question=question,
        table=match.table,
        view=match.rules.view(match.table) if match.status != "open" else None,
    )

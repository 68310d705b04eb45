"""A match in numbers: answers, time, luck and points, read off the entries."""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, Final

import msgspec

from events.entry import Entry, command_tag
from events.snapshots import read_entries
from events.store import Store
from games.kernel import Event, Line, tag_of
from games.kernel.quantities import doc
from games.kernel.score import totals
from games.match.events import LuckDrawn, TimeRanOut, TimeTaken
from games.match.past import Turn
from games.match.state import Match
from service.matches.fields import (
    MatchId,
    MatchRound,
    MatchStatus,
    MatchVersion,
    OpenedAt,
    TouchedAt,
    VersionHash,
)
from service.matches.folding import events_of, turn_in
from service.matches.repository import course_at
from service.queries.positions import Position


class SeatStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has done."""

    seat: Annotated[int, doc("The number of the seat, counted from 0.")]
    answers: Annotated[int, doc("Answers that count.")]
    answers_of_bots: Annotated[int, doc("Those among them that a bot gave.")]
    answers_taken_back: Annotated[int, doc("Answers that an undo struck out.")]
    milliseconds: Annotated[int, doc("Time used while its clock ran; 0 without a clock.")]
    times_run_out: Annotated[int, doc("How often its time ran out.")]
    draws: Annotated[int, doc("Draws of luck in its answers.")]
    commands: Annotated[dict[str, int], doc("How often each type of command was given.")]
    points: Annotated[int, doc("The points so far.")]
    categories: Annotated[dict[str, int], doc("The points so far, by category of the score sheet.")]


class StatisticsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A match in numbers."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    status: MatchStatus
    round: MatchRound
    entries: Annotated[int, doc("How many entries the book has, those of undone answers included.")]
    draws: Annotated[int, doc("How often luck was drawn, not counting what an undo struck out.")]
    draws_by_bound: Annotated[
        dict[str, list[int]],
        doc('How often each number was drawn below a bound: `"6"` has the counts of 0 to 5.'),
    ]
    opened_at: OpenedAt
    touched_at: TouchedAt
    seats: Annotated[list[SeatStatistics], doc("What each seat has done.")]


_TOLD: Final = re.compile(
    b'"type":"(?:%s)"' % "|".join([tag_of(kind) for kind in (LuckDrawn, TimeRanOut, TimeTaken)]).encode()
)
LARGEST_BOUND = 100  # a draw below more than that is no die and no bag worth counting


class Tally:
    """The statistics of one match, counted entry by entry."""

    def __init__(self, seats: int) -> None:
        self.answers: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.of_bots, self.back, self.used, self.run_out, self.luck = (Counter[int]() for _ in range(5))
        self.drawn: Counter[tuple[int, int]] = Counter()

    def take(self, entry: Entry, events: list[Event], *, counts: bool) -> None:
        self.clock(events)
        turn = turn_in(entry)
        if counts:
            self.draw(events, turn)
        if turn is None:
            return
        if counts:
            self.answers[turn.seat][command_tag(entry)] += 1
            self.of_bots[turn.seat] += turn.bot
        else:
            self.back[turn.seat] += 1

    def clock(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, TimeTaken):
                self.used[event.seat] += event.used
            elif isinstance(event, TimeRanOut):
                self.run_out[event.seat] += 1

    def draw(self, events: list[Event], turn: Turn | None) -> None:
        for event in events:
            if isinstance(event, LuckDrawn):
                self.drawn.update(event.draws)
                if turn is not None:
                    self.luck[turn.seat] += len(event.draws)


def gather_statistics(store: Store, seen: Position) -> StatisticsAnswer:
    match, course = seen.match, course_at(store, seen.match.id, seen.version)
    tally, moments = Tally(len(match.seats)), list[int]()
    for entry in read_entries(store, match.id, 0, seen.version):
        tally.take(entry, told_events(entry, match.game), counts=course.counts(entry))
        moments.append(entry.at)
    lines = match.rules.score(match.table) if match.status != "open" else []
    return StatisticsAnswer(
        match=match.id,
        version=seen.version,
        hash=seen.hash,
        status=match.status,
        round=match.table.round,
        entries=len(moments),
        draws=sum(tally.drawn.values()),
        draws_by_bound=draws_by_bound(tally.drawn),
        opened_at=moments[0],
        touched_at=moments[-1],
        seats=[seat_statistics(match, tally, lines, seat) for seat in range(len(match.seats))],
    )


def told_events(entry: Entry, game: str) -> list[Event]:
    """Return the events of an entry that has some of time or luck; its bytes show whether it does."""
    return events_of(entry, game) if _TOLD.search(entry.events) else []


def seat_statistics(match: Match, tally: Tally, lines: list[Line], seat: int) -> SeatStatistics:
    points: Counter[str] = Counter()
    for line in lines:
        if line.seat == seat:
            points[line.category] += line.points
    return SeatStatistics(
        seat=seat,
        answers=tally.answers[seat].total(),
        answers_of_bots=tally.of_bots[seat],
        answers_taken_back=tally.back[seat],
        milliseconds=tally.used[seat],
        times_run_out=tally.run_out[seat],
        draws=tally.luck[seat],
        commands=dict(sorted(tally.answers[seat].items())),
        points=totals(lines, len(match.seats))[seat],
        categories=dict(points),
    )


def draws_by_bound(drawn: Counter[tuple[int, int]]) -> dict[str, list[int]]:
    bounds = sorted({bound for bound, _ in drawn if bound <= LARGEST_BOUND})
    return {str(bound): [drawn[bound, value] for value in range(bound)] for bound in bounds}

"""A match in numbers: answers, time, luck and points, read off the entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from events.entry import Entry
from events.history import struck
from events.store import Store
from games.kernel import Line
from games.kernel.score import totals
from games.match.actor import Actor
from games.match.play import MATCH_COMMANDS
from games.match.state import Match, Status
from service.reading.positions import Position


class SeatStatistics(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    answers: int  # that count
    answers_of_bots: int  # of these
    answers_taken_back: int
    milliseconds: int  # used while its clock ran; 0 without a clock
    times_run_out: int
    draws: int  # of luck, in its answers
    commands: dict[str, int]  # type -> how often
    points: int
    categories: dict[str, int]  # of the score sheet -> points


class StatisticsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    version: int
    hash: str
    status: Status
    round: int
    entries: int
    draws: int
    draws_by_bound: dict[str, list[int]]  # "6": how often 0, 1, … 5 was drawn
    opened_at: int
    touched_at: int
    seats: list[SeatStatistics]


class _Fact(msgspec.Struct):
    type: str
    seat: int | None = None
    used: int = 0
    draws: tuple[tuple[int, int], ...] = ()


class _Command(msgspec.Struct):
    type: str


_facts = msgspec.json.Decoder(list[_Fact])
_command = msgspec.json.Decoder(_Command)
_OF_THE_MATCH = frozenset(command.__struct_config__.tag for command in MATCH_COMMANDS)
LARGEST_BOUND = 100  # a draw below more than that is no die and no bag worth counting


class Tally:
    """Of one match, entry by entry."""

    def __init__(self, seats: int) -> None:
        self.answers: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.of_bots, self.back, self.used, self.run_out, self.luck = (Counter[int]() for _ in range(5))
        self.drawn: Counter[tuple[int, int]] = Counter()

    def take(self, entry: Entry, *, counts: bool) -> None:
        actor, facts = Actor.parse(entry.actor), _facts.decode(entry.events)
        self.clock(facts)
        kind = _command.decode(entry.command).type
        seat = None if kind in _OF_THE_MATCH else actor.seat
        if counts:
            self.draw(facts, seat)
        if seat is None:
            return
        if counts:
            self.answers[seat][kind] += 1
            self.of_bots[seat] += actor.is_bot
        else:
            self.back[seat] += 1

    def clock(self, facts: Iterable[_Fact]) -> None:
        for fact in facts:
            if fact.type == "time_taken" and fact.seat is not None:
                self.used[fact.seat] += fact.used
            if fact.type == "time_ran_out" and fact.seat is not None:
                self.run_out[fact.seat] += 1

    def draw(self, facts: Iterable[_Fact], seat: int | None) -> None:
        for fact in facts:
            if fact.type == "luck_drawn":
                self.drawn.update(fact.draws)
                if seat is not None:
                    self.luck[seat] += len(fact.draws)


def gather_statistics(store: Store, seen: Position) -> StatisticsAnswer:
    match, entries = seen.match, store.entries(seen.match.id, limit=seen.version)
    gone, tally = struck(entries), Tally(len(match.seats))
    for entry in entries:
        tally.take(entry, counts=entry.version not in gone)
    lines = match.rules.score(match.table) if match.status != "open" else []
    return StatisticsAnswer(
        match=match.id,
        version=seen.version,
        hash=seen.hash,
        status=match.status,
        round=match.table.round,
        entries=len(entries),
        draws=sum(tally.drawn.values()),
        draws_by_bound=draws_by_bound(tally.drawn),
        opened_at=entries[0].at,
        touched_at=entries[-1].at,
        seats=[seat_statistics(match, tally, lines, seat) for seat in range(len(match.seats))],
    )


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

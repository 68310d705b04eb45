"""Commands for many matches at once: each decided as if it came alone, all appended in one round trip.

Those of one match are decided one after the other, each in view of the one before, although that one is not
written yet. If somebody else was first, they are decided once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple

from events.store import Append, Outcome, StoreUnavailable
from games.kernel import Command
from service.matches.handler import MOST_TRIES, Matches, ReadyEntry, Request, Written, refuse_busy
from service.matches.repository import CurrentMatch, UnseenEntries
from service.problems import Problem

AnswerToWish = Written | Exception  # what was written, or why nothing was


class Wish(NamedTuple):
    """A command with what its call carries besides."""

    match: str
    command: Command
    request: Request


@dataclass(slots=True)
class _View:
    """A match as its next command meets it within a round."""

    live: CurrentMatch
    is_newest: bool = False  # the book was asked
    attempt: int | None = None  # that leads to it, if it is written

    @property
    def may_be_old(self) -> bool:
        return self.attempt is None and not self.is_newest


class _Attempt(NamedTuple):
    """A decision that waits to be written."""

    place: int
    steps: list[ReadyEntry]
    append: Append


class _Refusal(NamedTuple):
    """It counts if the attempt was written in whose view it was made."""

    place: int
    problem: Problem
    attempt: int | None


def handle_each(matches: Matches, wishes: Sequence[Wish]) -> list[AnswerToWish]:
    """Return an answer to each command, in order; a refused one stops no other."""
    answers: dict[int, AnswerToWish] = {}
    waiting: Sequence[int] = range(len(wishes))
    moved_on = set[str]()
    for _ in range(max(MOST_TRIES, len(wishes))):  # every round answers one, unless others write
        if not waiting:
            break
        this = _Round(matches, wishes, moved_on)
        answers |= this.carry_out(waiting)
        moved_on = this.moved_on
        waiting = [place for place in waiting if place not in answers]
    return [answers.get(place) or refuse_busy() for place in range(len(wishes))]


class _Round:
    """Decides and appends once all that wait; those of a match that moves on meanwhile wait for the next.

    A refusal counts only in view of the newest entry. So before anything is written, one query returns what
    is new in all matches where something was refused, and these are decided again.
    """

    def __init__(self, matches: Matches, wishes: Sequence[Wish], moved_on: Iterable[str]) -> None:
        self._matches = matches
        self._wishes = wishes
        self.moved_on: set[str] = set()  # while they were appended to
        self._views: dict[str, _View] = {}
        self._doubtful: dict[str, list[int]] = {match: [] for match in moved_on}  # who waits for its news
        self._attempts: list[_Attempt] = []
        self._refusals: list[_Refusal] = []
        self._answers: dict[int, AnswerToWish] = {}
        self._written: set[int] = set()

    def carry_out(self, waiting: Sequence[int]) -> dict[int, AnswerToWish]:
        """Return the answers to those that could be settled."""
        for place in waiting:
            self._guard(place, partial(self._decide, place))
        if self._doubtful:
            self._decide_again()
        for attempt, outcome in zip(self._attempts, self._append(), strict=True):
            self._guard(attempt.place, partial(self._settle, attempt, outcome))
        for refusal in self._refusals:
            if refusal.attempt is None or refusal.attempt in self._written:
                self._guard(refusal.place, partial(self._refuse, refusal))
        return self._answers

    def _guard(self, place: int, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as failure:  # noqa: BLE001  whatever goes wrong at one stops no other
            self._answers[place] = failure
        self._matches.give_way()

    def _decide(self, place: int) -> None:
        match, command, request = self._wishes[place]
        if match in self._doubtful:
            self._doubtful[match].append(place)
            return
        view = self._views.get(match)
        if view is None:
            view = self._views[match] = _View(self._matches.load(match))
        try:
            steps = self._matches.decide(view.live, (command,), request, listed=False)
        except Problem as problem:
            if view.may_be_old:
                self._doubtful[match] = [place]
            else:
                self._refusals.append(_Refusal(place, problem, view.attempt))
            return
        self._attempts.append(_Attempt(place, steps, self._matches.make_append(steps, request)))
        view.live, view.attempt = steps[-1].after, place

    def _decide_again(self) -> None:
        doubtful, self._doubtful = self._doubtful, {}
        try:
            news = self._matches.repository.find_news(doubtful)
        except StoreUnavailable as failure:
            self._answers |= dict.fromkeys(chain(*doubtful.values()), failure)
            return
        for match, places in doubtful.items():
            for place in places:
                self._guard(place, partial(self._decide_in_newest_view, place, news.get(match)))

    def _decide_in_newest_view(self, place: int, news: UnseenEntries | None) -> None:
        match = self._wishes[place].match
        view = self._views.get(match)
        if view is None or not view.is_newest:
            self._matches.repository.refresh(match, news)
            self._views[match] = _View(self._matches.load(match), is_newest=True)
        self._decide(place)

    def _append(self) -> Sequence[Outcome | StoreUnavailable]:
        try:
            return self._matches.store.append_all([attempt.append for attempt in self._attempts])
        except StoreUnavailable as failure:
            return [failure] * len(self._attempts)

    def _settle(self, attempt: _Attempt, outcome: Outcome | StoreUnavailable) -> None:
        if isinstance(outcome, StoreUnavailable):
            raise outcome
        written = self._matches.settle(attempt.steps, outcome)
        if written is None:
            self.moved_on.add(self._wishes[attempt.place].match)
            return
        self._answers[attempt.place] = written[0]
        if not written[0].replayed:
            self._written.add(attempt.place)

    def _refuse(self, refusal: _Refusal) -> None:
        match, _, request = self._wishes[refusal.place]
        replayed = self._matches.find_replay(match, request, 1)
        self._answers[refusal.place] = replayed[0] if replayed else refusal.problem

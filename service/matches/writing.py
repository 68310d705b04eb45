"""From a command to an entry of the book: decide, seal, append, and again if somebody else was first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from events.codec import encode
from events.entry import FIRST_PREV, Entry, seal
from events.store import Append, Appended, Closed, Conflict, Misused, Outcome, Replayed, Store
from games.kernel import Command, Refused
from games.match.actor import Actor
from games.match.past import WayBack, look_back
from games.match.play import Decided, decide
from games.match.reasons import PLAYED_ELSEWHERE
from games.match.state import Match
from service.clock import now_ms
from service.matches.folding import way_back
from service.matches.history import turns_back
from service.matches.live import Live, Lives
from service.matches.records.changes import RecordChanges
from service.matches.records.people import People, Person
from service.matches.refusals import as_problem, because
from service.matches.summary import Note, labels, note, player_labels, summary, turn_of
from service.problems import IdempotencyKeyReused, Imported, Problem, TooBusy, UnknownMatch, VersionConflict

MOST_TRIES: Final = 100  # against others who write to the same match at the same time


@dataclass(frozen=True, slots=True)
class Request:
    """What a call brings along besides its own matter."""

    token: str | None = None
    cause: str | None = None  # made of the client's Idempotency-Key, see `matches.cause_of`
    fingerprint: str = ""
    if_match: tuple[int, str] | None = None  # the version and the first digits of its hash


@dataclass(frozen=True, slots=True)
class Written:
    """The answer to a command: its entry, the same however often the request is repeated."""

    entry: Entry
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants of a match, in view of how the match stands."""

    actor: Actor
    command: Command
    changes: RecordChanges | None = None  # beside the book
    before: Callable[[], None] | None = None  # it is written, as soon as nothing speaks against it


@dataclass(frozen=True, slots=True)
class Step:
    """One entry that is ready to be written."""

    append: Append
    after: Live


Wishing = Callable[[Live], Wish]
WriteAttempt = Callable[[Live], Written | None]  # None if somebody else was first


class Writer:
    """Appends to one store. A stale view of a match costs a second try, never a wrong answer."""

    def __init__(self, store: Store, lives: Lives, clock: Callable[[], int] = now_ms) -> None:
        self._store = store
        self._lives = lives
        self._clock = clock

    def begin(self, wish: Wish, decided: Decided, request: Request) -> Written:
        """The first entry of a match."""
        entry = self._sealed(None, wish, decided, request, self._clock())
        append = self._append(None, entry, decided.match, wish, request)
        written = self.put(append, self._after(None, entry, decided.match, wish))
        if written is None:
            raise TooBusy("Another match was given the same id; nothing was written. Ask again.")
        return written

    def write(self, match: str, wishing: Wishing, request: Request) -> Written:
        return self.insist(match, lambda live: self._attempt(live, wishing, request), request)

    def insist(self, match: str, attempt: WriteAttempt, request: Request) -> Written:
        """Again and again, while others are quicker."""
        live = self._lives.get(match)
        for _ in range(MOST_TRIES):
            if live is None:
                raise UnknownMatch(f"No match has the id {match!r}.")
            if live.imported:
                raise Imported(
                    "The match was played elsewhere and brought in: read it, or go on in a fork.",
                    **because(PLAYED_ELSEWHERE, live.match),
                )
            try:
                written = attempt(live)
            except (Refused, Problem) as refusal:
                fresh = self._lives.refresh(match)  # a refusal counts only in view of the newest entry
                if fresh is None or fresh.hash == live.hash:
                    return self._first_answer(live, request, refusal)
            else:
                if written:
                    return written
                fresh = self._lives.refresh(match)
            live = fresh
        raise TooBusy("Others kept writing to this match; nothing was written. Ask again.")

    def _attempt(self, live: Live, wishing: Wishing, request: Request) -> Written | None:
        """None if somebody else was first."""
        wish = wishing(live)
        check_pinned_version(live, request)
        step = self.step(live, wish, request)
        if wish.before is not None:
            wish.before()
        return self.put(step.append, step.after)

    def step(self, live: Live, wish: Wish, request: Request) -> Step:
        """What is to be written, and what the match is then; nothing is written yet."""
        now = max(self._clock(), live.touched_at)  # time in a book never runs backwards
        past = look_back(live.match, wish.command, live.version, now, self._way_back_from(live))
        decided = decide(live.match, wish.actor, wish.command, live.seed, past)
        entry = self._sealed(live, wish, decided, request, now)
        after = self._after(live, entry, decided.match, wish)
        return Step(self._append(live, entry, decided.match, wish, request), after)

    def put(self, append: Append, after: Live) -> Written | None:
        """None if somebody else was first."""
        outcome = self._store.append(append)
        if isinstance(outcome, Appended):
            self._lives.put(after)
        return self._written(append.match, append.entry, outcome)

    def _first_answer(self, live: Live, request: Request, refusal: Exception) -> Written:
        """What is refused now may have been accepted when it was asked first."""
        written = self.replay(live.match.id, request)
        if written is None:
            raise as_problem(refusal, live) from refusal
        return written

    def replay(self, match: str, request: Request) -> Written | None:
        """What the request was answered the first time; None if this is the first time."""
        known = self._store.cause(match, request.cause) if request.cause else None
        if known is None:
            return None
        fingerprint, version = known
        if fingerprint != request.fingerprint:
            raise refuse_reuse(version)
        return self._entry(match, version)

    def _written(self, match: str, entry: Entry, outcome: Outcome) -> Written | None:
        """None if somebody else was first."""
        match outcome:
            case Appended():
                return Written(entry)
            case Replayed(version=version):
                return self._entry(match, version)
            case Misused(version=version):
                raise refuse_reuse(version)
            case Conflict() | Closed():
                return None

    def _entry(self, match: str, version: int) -> Written:
        return Written(self._store.entries(match, after=version - 1, limit=1)[0], replayed=True)

    def _way_back_from(self, live: Live) -> Callable[[int], WayBack | None]:
        return lambda to: way_back(self._store, live.match.id, to, live.version)

    def _sealed(self, live: Live | None, wish: Wish, decided: Decided, request: Request, at: int) -> Entry:
        return seal(
            version=live.version + 1 if live else 1,
            at=at,
            actor=str(wish.actor),
            command=encode(wish.command),
            events=encode(decided.events),
            rules=decided.match.rules.rules_name,
            cause=request.cause,
            prev=live.hash if live else FIRST_PREV,
        )

    def _labels(self, live: Live | None, then: Match, wish: Wish) -> tuple[set[str], set[str]]:
        """Before and after; who sits there is looked up only when that, or the status, changes."""
        before = labels(live.match) if live else set()
        after = labels(then)
        changed = wish.changes.people if wish.changes else {}
        if live is None or (before == after and not changed):
            return before, after
        sat = People(self._store).of_match(then.id)
        sits = {**sat, **changed}
        before |= player_labels(live.match, players(sat.values()))
        return before, after | player_labels(then, players(sits.values()))

    def _append(self, live: Live | None, entry: Entry, then: Match, wish: Wish, request: Request) -> Append:
        before, after = self._labels(live, then, wish)
        return Append(
            match=then.id,
            entry=entry,
            fingerprint=request.fingerprint,
            closes=then.seed is not None,
            summary=encode(summary(then)),
            note=encode(make_note(live, entry, then, wish.actor)),
            labels_added=tuple(sorted(after - before)),
            labels_dropped=tuple(sorted(before - after)),
            deadline=then.deadline,
            drawers=wish.changes.drawers() if wish.changes else {},
        )

    def _after(self, live: Live | None, entry: Entry, then: Match, wish: Wish) -> Live:
        changes = wish.changes or RecordChanges()
        tokens = {**(live.tokens if live else {}), **changes.tokens}
        seed = live.seed if live else changes.seed
        return Live(
            match=then,
            version=entry.version,
            hash=entry.hash,
            opened_at=live.opened_at if live else entry.at,
            touched_at=entry.at,
            tokens={token: role for token, role in tokens.items() if role is not None},
            seed=seed or b"",
        )


def make_note(live: Live | None, entry: Entry, then: Match, by: Actor) -> Note:
    if live is None:
        return note(then, by, 0)
    before = live.match
    return note(then, by, before.table.round, asked_before=turn_of(before), rewound=turns_back(entry))


def check_pinned_version(live: Live, request: Request) -> None:
    """Whoever names a version wants to answer that position and no other."""
    if request.if_match is None:
        return
    version, digits = request.if_match
    if version != live.version or not live.hash.startswith(digits):
        raise VersionConflict(
            f"The match is at version {live.version}, the request was meant for version {version}.",
            version=live.version,
            seen=version,
        )


def refuse_reuse(version: int) -> IdempotencyKeyReused:
    return IdempotencyKeyReused(
        "The Idempotency-Key came with another request before; a new request needs a new key.",
        version=version,
    )


def players(people: Iterable[Person | None]) -> set[str]:
    """The ids under which their matches are listed; most people have none."""
    return {person.player for person in people if person and person.player}

"""A write, from top to bottom: load the match, decide, append; and once more if somebody else was first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from events.codec import encode
from events.entry import FIRST_PREV, Entry, seal
from events.store import Append, Appended, Closed, Conflict, Misused, Outcome, Replayed, Store
from games.kernel import Command, Refused
from games.match.actor import CLOCK, HOST, Actor
from games.match.commands import OpenMatch
from games.match.past import Past
from games.match.play import Decided, decide
from games.match.reasons import PLAYED_ELSEWHERE
from games.match.seating import ABOUT_SEATS, settle_seat
from service.clock import deadline_by_clock, now_ms, time_in_book, was_set_back
from service.matches.batches import join_appends
from service.matches.callers import read_actor
from service.matches.claims import read_speaker
from service.matches.folding import recall_way_back
from service.matches.listings import list_labels
from service.matches.live import Live, MatchRepository, live_after
from service.matches.records.changes import Newcomer, RecordChanges, changes_by
from service.matches.records.people import People
from service.matches.records.whereabouts import Whereabouts
from service.matches.refusals import because, problem_of
from service.matches.summary import EventMetadata, make_metadata, mark_advised, summary, turn_of
from service.problem_detail import Detail
from service.problems import IdempotencyKeyReused, Imported, Problem, TooBusy, UnknownMatch, VersionConflict

MOST_TRIES: Final = 100  # against others who write to the same match at the same time


@dataclass(frozen=True, slots=True)
class Request:
    """What a call carries besides the command itself."""

    token: str | None = None
    cause: str | None = None  # made of the client's Idempotency-Key, see `api/call.py`
    fingerprint: str = ""
    if_match: tuple[int, str] | None = None  # the version and the first digits of its hash
    actor: Actor | None = None  # in whose name, if not in that of the token's bearer
    newcomer: Newcomer | None = None  # who takes a seat
    opener: str | None = None  # who opens a match, for the count of those that are open
    client: str | None = None  # the application whose key the call shows
    renewed: str | None = None  # the hash of the token that a seat is given in place of its old one


@dataclass(frozen=True, slots=True)
class Written:
    """The answer to a command: its entry, the same however often the request is repeated."""

    entry: Entry
    replayed: bool = False


class ReadyEntry(NamedTuple):
    """One entry that is ready to be written."""

    before: Live | None  # None: the match begins with it
    actor: Actor
    decided: Decided
    entry: Entry
    changes: RecordChanges | None  # beside the book
    after: Live


def go_on() -> None:
    """Wait for nobody."""


class Writer:
    """Appends to one store. A stale view of a match costs a second try, never a wrong answer."""

    def __init__(
        self,
        store: Store,
        repository: MatchRepository,
        clock: Callable[[], int] = now_ms,
        give_way: Callable[[], None] = go_on,
    ) -> None:
        self._store = store
        self._repository = repository
        self._clock = clock
        self.give_way = give_way

    def write(self, match: str, command: Command, request: Request) -> Written:
        return self._write(match, (command,), request, listed=False)[0]

    def write_all(self, match: str, commands: Sequence[Command], request: Request) -> list[Written]:
        """An entry each, in one breath or not at all; a refusal says which of them it was."""
        return self._write(match, commands, request, listed=True)

    def open(self, command: OpenMatch, decided: Decided, request: Request, changes: RecordChanges) -> Written:
        """The first entry of a match."""
        entry = seal_entry(None, HOST, command, decided, cause=request.cause, at=self._clock())
        after = live_after(None, entry, decided.match, changes)
        written = self._append([ReadyEntry(None, HOST, decided, entry, changes, after)], request)
        if written is None:
            raise TooBusy(Detail("id_given_twice"))
        return written[0]

    def _write(
        self, match: str, commands: Sequence[Command], request: Request, *, listed: bool
    ) -> list[Written]:
        for _ in range(MOST_TRIES):
            live = self.load(match)
            try:
                steps = self.decide(live, commands, request, listed=listed)
            except Problem:
                if self.has_moved_on(live):
                    continue
                replayed = self.find_replay(match, request, len(commands))
                if replayed is None:
                    raise
                return replayed
            written = self._append(steps, request)
            if written is not None:
                return written
            self._repository.refresh(match)
        raise refuse_busy()

    # --- load

    def load(self, match: str) -> Live:
        live = self._repository.get(match)
        if live is None:
            raise UnknownMatch(Detail("no_such_match", {"match": match}))
        if live.imported:
            raise Imported(
                Detail("brought_in"),
                **because(PLAYED_ELSEWHERE, live.match),
            )
        return live

    # --- decide

    def has_moved_on(self, live: Live) -> bool:
        """A refusal counts only in view of the newest entry."""
        fresh = self._repository.refresh(live.match.id)
        return fresh is not None and fresh.hash != live.hash

    def decide(
        self, live: Live, commands: Sequence[Command], request: Request, *, listed: bool
    ) -> list[ReadyEntry]:
        """An entry for each command, in view of those before it; nothing is written yet."""
        actor, view, steps = self._read_speaker(live, commands[0], request), live, list[ReadyEntry]()
        for place, command in enumerate(commands):
            if steps:
                self.give_way()
                view, request = steps[-1].after, replace(request, cause=None, if_match=None)
            try:
                steps.append(self._decide_one(view, actor, command, request))
            except Refused as refusal:
                raise problem_of(refusal, live, place if listed else None) from refusal
        return steps

    def _read_speaker(self, live: Live, command: Command, request: Request) -> Actor:
        if type(command) in ABOUT_SEATS:
            return read_speaker(self._store, live, command, request)
        return read_actor(live, request.token, request.actor)

    def _decide_one(self, live: Live, actor: Actor, command: Command, request: Request) -> ReadyEntry:
        about_seats = type(command) in ABOUT_SEATS
        if about_seats:
            command = settle_seat(live.match, actor, command)
        check_pinned_version(live, request)
        now = self._time_of_next(live, actor)
        ways_back = partial(recall_way_back, {}, self._store, live.match.id, live.version)
        past = Past(now=now, way_back=ways_back)
        decided = decide(live.match, actor, command, live.seed, past)
        if request.newcomer is not None and live.match.is_rated:
            People(self._store).require_one_seat(live.match.id, request.newcomer.person)
        entry = seal_entry(live, actor, command, decided, cause=request.cause, at=now)
        changes = None
        if about_seats:
            changes = changes_by(command, live.tokens, request.newcomer, request.renewed)
        return ReadyEntry(
            live, actor, decided, entry, changes, live_after(live, entry, decided.match, changes)
        )

    def _time_of_next(self, live: Live, actor: Actor) -> int:
        """Asks the store only for a strike of the clock, or if the clock was set back."""
        now, deadline, due = self._clock(), live.match.deadline, None
        if deadline is not None and (actor == CLOCK or was_set_back(now, live.touched_at)):
            due = self._store.deadline_of(live.match.id)
        return time_in_book(now, live.touched_at, deadline, due)

    # --- append

    def _append(self, steps: Sequence[ReadyEntry], request: Request) -> list[Written] | None:
        """None if somebody else was first."""
        newcomer = request.newcomer
        if newcomer is not None and newcomer.person.player is not None:
            Whereabouts(self._store).remember(newcomer.person.player, steps[0].after.match.id)
        return self.settle(steps, self._store.append(self.make_append(steps, request)))

    def make_append(self, steps: Sequence[ReadyEntry], request: Request) -> Append:
        appends = [self._append_of(step, request.fingerprint) for step in steps]
        return appends[0] if len(appends) == 1 else join_appends(appends)

    def settle(self, steps: Sequence[ReadyEntry], outcome: Outcome) -> list[Written] | None:
        """None if somebody else was first."""
        match outcome:
            case Appended():
                self._repository.put_written(steps[-1].after, [step.entry for step in steps])
                return [Written(step.entry) for step in steps]
            case Replayed(version=version):
                return self._read_again(steps[0].after.match.id, version, len(steps))
            case Misused(version=version):
                raise refuse_reuse(version)
            case Conflict() | Closed():
                return None

    def _append_of(self, step: ReadyEntry, fingerprint: str) -> Append:
        then = step.decided.match
        left, joined = set[str](), set[str]()
        if step.before is None or step.changes or not step.after.is_listed_like(step.before):
            left, joined = list_labels(self._store, step.before, step.after, step.changes)
        return Append(
            match=then.id,
            entry=step.entry,
            fingerprint=fingerprint,
            closes=then.seed is not None,
            summary=encode(summary(then, opener=step.after.opener)),
            metadata=encode(make_note(step)),
            labels_added=tuple(sorted(joined - left)),
            labels_dropped=tuple(sorted(left - joined)),
            deadline=deadline_by_clock(then.deadline, step.entry.at, self._clock()),
            documents=step.changes.documents() if step.changes else {},
        )

    # --- a request that is repeated

    def find_replay(self, match: str, request: Request, count: int) -> list[Written] | None:
        """What the request was answered the first time; None if this is the first time.

        What is refused now may have been accepted then.
        """
        known = self._store.cause(match, request.cause) if request.cause else None
        if known is None:
            return None
        fingerprint, version = known
        if fingerprint != request.fingerprint:
            raise refuse_reuse(version)
        return self._read_again(match, version, count)

    def _read_again(self, match: str, version: int, count: int) -> list[Written]:
        """A repetition has as many commands, so it finds as many entries from the first one on."""
        entries = self._store.entries(match, after=version - 1, limit=count)
        return [Written(entry, replayed=True) for entry in entries]


def refuse_busy() -> TooBusy:
    return TooBusy(Detail("others_write"))


def check_pinned_version(live: Live, request: Request) -> None:
    """Anyone who names a version wants to answer that position and no other."""
    if request.if_match is None:
        return
    version, digits = request.if_match
    if version != live.version or not live.hash.startswith(digits):
        raise VersionConflict(
            Detail("moved_on", {"version": live.version, "seen": version}),
            version=live.version,
            seen=version,
        )


def seal_entry(  # noqa: PLR0913  what an entry is made of
    live: Live | None, actor: Actor, command: Command, decided: Decided, *, cause: str | None, at: int
) -> Entry:
    return seal(
        version=live.version + 1 if live else 1,
        at=at,
        actor=str(actor),
        command=encode(command),
        events=encode(decided.events),
        rules=decided.match.rules.rules_name,
        cause=cause,
        prev=live.hash if live else FIRST_PREV,
    )


def make_note(step: ReadyEntry) -> EventMetadata:
    before = step.before.match if step.before else None
    made = make_metadata(
        step.after.match,
        step.actor,
        before.table.round if before else 0,
        asked_before=turn_of(before) if before else None,
        rewound=step.decided.went_back,
        opener=step.after.opener,
    )
    return mark_advised(made, step.decided.events)


def refuse_reuse(version: int) -> IdempotencyKeyReused:
    return IdempotencyKeyReused(
        Detail("idempotency_key_of_other"),
        version=version,
    )

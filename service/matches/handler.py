"""Handle commands: load the match, authorize, decide, append; and once more if somebody else was first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import msgspec

from events.codec import encode
from events.entry import FIRST_PREV, Entry, seal
from events.seeds import new_seed
from events.store import Append, Appended, Closed, Conflict, FollowingEntry, Misused, Outcome, Replayed, Store
from games.kernel import Command, Refused
from games.match.actor import CLOCK, GUEST, Actor
from games.match.commands import RenewToken, TakeSeat
from games.match.events import AdviceAsked, SeatTaken
from games.match.past import Past, WayBack
from games.match.play import Decided, decide
from games.match.reasons import PLAYED_ELSEWHERE
from games.match.seating import ABOUT_SEATS, TakeAnySeat, settle_seat
from games.match.state import Match
from service.clock import deadline_by_clock, now_ms, time_in_book, was_set_back
from service.matches.authorization import read_speaker
from service.matches.folding import events_of
from service.matches.index import list_labels, make_metadata, make_summary, turn_of
from service.matches.records.people import (
    Newcomer,
    Person,
    RecordChanges,
    changes_by,
    remember_match,
    require_one_seat,
)
from service.matches.refusals import because, problem_of
from service.matches.repository import CurrentMatch, MatchRepository, way_back
from service.matches.shared_entry_cache import SharedEntryCache
from service.problem_detail import Detail
from service.problems import (
    IdempotencyKeyReused,
    Imported,
    Problem,
    TooBusy,
    UnknownMatch,
    VersionConflict,
)
from service.tokens import hash_token, new_token

MOST_TRIES: Final = 100  # against others who write to the same match at the same time
TIME_TO_START: Final = 7 * 24 * 3600 * 1000  # milliseconds


@dataclass(frozen=True, slots=True)
class Request:
    """What a call carries besides the command itself."""

    token: str | None = None
    cause: str | None = None  # made of the client's Idempotency-Key, see `service/api/context.py`
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


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that was taken and the token to play with."""

    written: Written
    seat: int
    seat_token: str


class ReadyEntry(NamedTuple):
    """One entry that is ready to be written."""

    before: CurrentMatch | None  # None: the match begins with it
    actor: Actor
    decided: Decided
    entry: Entry
    changes: RecordChanges | None  # beside the book
    after: CurrentMatch


def go_on() -> None:
    """Wait for nobody."""


class Matches:
    """The matches of one store, for commands; one instance a process.

    A stale view of a match costs a second try, never a wrong answer.
    """

    def __init__(  # noqa: PLR0913  what the server decides of its matches
        self,
        store: Store,
        secret: bytes,
        clock: Callable[[], int] = now_ms,
        seeds: Callable[[], bytes] = new_seed,
        *,
        time_to_start: int = TIME_TO_START,
        shared_entries: SharedEntryCache | None = None,
        give_way: Callable[[], None] = go_on,
    ) -> None:
        """`time_to_start` in milliseconds; 0: a new match waits for its start without end.

        `give_way` is called between the commands of one request, for others that wait.
        """
        self.store = store
        self.repository = MatchRepository(store, shared_entries=shared_entries)
        self.secret = secret
        self.clock = clock
        self.give_way = give_way
        self.seeds = seeds
        self.time_to_start = time_to_start

    def handle(self, match: str, command: Command, request: Request) -> Written:
        """Carry out a command and return its entry, or raise a Problem.

        The token's bearer gives it, unless the request names an actor: a guest, a bot, the clock.
        """
        return self._handle(match, (command,), request, listed=False)[0]

    def handle_all(self, match: str, commands: Sequence[Command], request: Request) -> list[Written]:
        """Carry out several commands, all or none, an entry each; a refusal names the one that is refused."""
        return self._handle(match, commands, request, listed=True)

    def _handle(
        self, match: str, commands: Sequence[Command], request: Request, *, listed: bool
    ) -> list[Written]:
        for _ in range(MOST_TRIES):
            live = self.load(match)
            try:
                steps = self.decide(live, commands, request, listed=listed)
            except Problem:
                if self._has_moved_on(live):
                    continue
                replayed = self.find_replay(match, request, len(commands))
                if replayed is None:
                    raise
                return replayed
            written = self.append(steps, request)
            if written is not None:
                return written
            self.repository.refresh(match)
        raise refuse_busy()

    # --- load

    def load(self, match: str) -> CurrentMatch:
        """Return a match that can be written to, perhaps stale, or raise UnknownMatch or Imported."""
        live = self.repository.get(match)
        if live is None:
            raise UnknownMatch(Detail("no_such_match", {"match": match}))
        if live.imported:
            raise Imported(Detail("brought_in"), **because(PLAYED_ELSEWHERE, live.match))
        return live

    def game_of(self, match: str) -> str:
        """Return the name of its game, which never changes, so a stale match is good enough."""
        live = self.repository.seen(match)
        if live is None:
            raise UnknownMatch(Detail("no_such_match", {"match": match}))
        return live.match.game

    # --- decide

    def _has_moved_on(self, live: CurrentMatch) -> bool:
        """A refusal counts only in view of the newest entry."""
        fresh = self.repository.refresh(live.match.id)
        return fresh is not None and fresh.hash != live.hash

    def decide(
        self, live: CurrentMatch, commands: Sequence[Command], request: Request, *, listed: bool
    ) -> list[ReadyEntry]:
        """Return an entry for each command, in view of those before it; nothing is written yet."""
        actor, view = read_speaker(self.store, live, commands[0], request), live
        steps = list[ReadyEntry]()
        for place, command in enumerate(commands):
            if steps:
                self.give_way()
                view, request = steps[-1].after, replace(request, cause=None, if_match=None)
            try:
                steps.append(self._decide_one(view, actor, command, request))
            except Refused as refusal:
                raise problem_of(refusal, live, place if listed else None) from refusal
        return steps

    def _decide_one(self, live: CurrentMatch, actor: Actor, command: Command, request: Request) -> ReadyEntry:
        about_seats = type(command) in ABOUT_SEATS
        if about_seats:
            command = settle_seat(live.match, actor, command)
        check_pinned_version(live, request)
        now = self._time_of_next(live, actor)
        past = Past(now=now, way_back=partial(self._way_back, {}, live))
        decided = decide(live.match, actor, command, live.seed, past)
        if request.newcomer is not None and live.match.is_rated:
            require_one_seat(self.store, live.match.id, request.newcomer.person)
        entry = seal_entry(live, actor, command, decided, cause=request.cause, at=now)
        changes = None
        if about_seats:
            changes = changes_by(command, live.tokens, request.newcomer, request.renewed)
        after = match_after(live, entry, decided.match, changes)
        return ReadyEntry(live, actor, decided, entry, changes, after)

    def _way_back(self, known: dict[int, WayBack | None], live: CurrentMatch, to: int) -> WayBack | None:
        """Only a command that goes back or forward asks for a way, then more than once."""
        if to not in known:
            known[to] = way_back(self.store, live.match.id, to, live.version)
        return known[to]

    def _time_of_next(self, live: CurrentMatch, actor: Actor) -> int:
        """Asks the store only for a strike of the clock, or if the clock was set back."""
        now, deadline, due = self.clock(), live.match.deadline, None
        if deadline is not None and (actor == CLOCK or was_set_back(now, live.touched_at)):
            due = self.store.deadline_of(live.match.id)
        return time_in_book(now, live.touched_at, deadline, due)

    # --- append

    def append(self, steps: Sequence[ReadyEntry], request: Request) -> list[Written] | None:
        """Return what was written, or None if somebody else was first."""
        newcomer = request.newcomer
        if newcomer is not None and newcomer.person.player is not None:
            remember_match(self.store, newcomer.person.player, steps[0].after.match.id)
        return self.settle(steps, self.store.append(self.make_append(steps, request)))

    def make_append(self, steps: Sequence[ReadyEntry], request: Request) -> Append:
        """Return what is to be written; the cause of the first entry names them all."""
        appends = [self._append_of(step, request.fingerprint) for step in steps]
        return appends[0] if len(appends) == 1 else join_appends(appends)

    def _append_of(self, step: ReadyEntry, fingerprint: str) -> Append:
        before, then, opener = step.before, step.decided.match, step.after.opener
        left, joined = set[str](), set[str]()
        if before is None or step.changes or not step.after.is_listed_like(before):
            left, joined = list_labels(self.store, before, step.after, step.changes)
        metadata = make_metadata(
            then,
            step.actor,
            before.match.table.round if before else 0,
            asked_before=turn_of(before.match) if before else None,
            rewound=step.decided.went_back,
            opener=opener,
            advised=AdviceAsked in map(type, step.decided.events),
        )
        return Append(
            match=then.id,
            entry=step.entry,
            fingerprint=fingerprint,
            closes=then.seed is not None,
            summary=encode(make_summary(then, opener=opener)),
            metadata=encode(metadata),
            labels_added=tuple(sorted(joined - left)),
            labels_dropped=tuple(sorted(left - joined)),
            deadline=deadline_by_clock(then.deadline, step.entry.at, self.clock()),
            documents=step.changes.documents() if step.changes else {},
        )

    def settle(self, steps: Sequence[ReadyEntry], outcome: Outcome) -> list[Written] | None:
        """Return what was written, now or by an earlier try, or None if somebody else was first."""
        match outcome:
            case Appended():
                self.repository.put_written(steps[-1].after, [step.entry for step in steps])
                return [Written(step.entry) for step in steps]
            case Replayed(version=version):
                return self._read_again(steps[0].after.match.id, version, len(steps))
            case Misused(version=version):
                raise refuse_reuse(version)
            case Conflict() | Closed():
                return None

    # --- a request that is repeated

    def find_replay(self, match: str, request: Request, count: int) -> list[Written] | None:
        """Return what the request was answered the first time, or None if this is the first time.

        What is refused now may have been accepted then.
        """
        known = self.store.cause(match, request.cause) if request.cause else None
        if known is None:
            return None
        fingerprint, version = known
        if fingerprint != request.fingerprint:
            raise refuse_reuse(version)
        return self._read_again(match, version, count)

    def _read_again(self, match: str, version: int, count: int) -> list[Written]:
        """A repetition has as many commands, so it finds as many entries from the first one on."""
        entries = self.store.entries(match, after=version - 1, limit=count)
        return [Written(entry, replayed=True) for entry in entries]

    # --- seats

    def sit_down(self, match: str, seat: int | None, words: str, person: Person, request: Request) -> Seated:
        """Take the seat asked for, or the first free one. Only those invited get into a private match."""
        token = new_token(self.secret, match, "seat", request.cause)
        command = TakeAnySeat(words) if seat is None else TakeSeat(seat, words)
        newcomer = Newcomer(person, hash_token(token))
        written = self.handle(match, command, replace(request, actor=GUEST, newcomer=newcomer))
        events = events_of(written.entry, self.game_of(match))
        return Seated(written, next(event.seat for event in events if isinstance(event, SeatTaken)), token)

    def renew_token(self, match: str, seat: int, client: str | None, request: Request) -> Seated:
        """GB-31: give a seat a new token; the old one is void. `client`: whose key the call shows."""
        token = new_token(self.secret, match, "seat", request.cause)
        renewing = replace(request, client=client, renewed=hash_token(token))
        return Seated(self.handle(match, RenewToken(seat), renewing), seat, token)


def check_pinned_version(live: CurrentMatch, request: Request) -> None:
    """Raise VersionConflict: anyone who names a version wants to answer that position and no other."""
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
    live: CurrentMatch | None,
    actor: Actor,
    command: Command,
    decided: Decided,
    *,
    cause: str | None,
    at: int,
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


def match_after(
    before: CurrentMatch | None, entry: Entry, then: Match, changes: RecordChanges | None
) -> CurrentMatch:
    """Return the match as it is once the entry is written."""
    tokens, seed, opener = (before.tokens, before.seed, before.opener) if before else ({}, b"", None)
    if changes is not None:
        changed = {**tokens, **changes.tokens}
        tokens = {token: actor for token, actor in changed.items() if actor is not None}
        seed, opener = changes.seed or seed, changes.opener or opener
    return CurrentMatch(
        match=then,
        version=entry.version,
        hash=entry.hash,
        opened_at=before.opened_at if before else entry.at,
        touched_at=entry.at,
        tokens=tokens,
        seed=seed,
        opener=opener,
    )


def join_appends(appends: Sequence[Append]) -> Append:
    """Return one append of several entries: what is said of the match is true after the last of them."""
    last = appends[-1]
    added, dropped = set[str](), set[str]()  # the listings that are joined and left by all of them together
    for append in appends:
        added = (added | set(append.labels_added)) - set(append.labels_dropped)
        dropped = (dropped | set(append.labels_dropped)) - set(append.labels_added)
    return msgspec.structs.replace(
        appends[0],
        following=tuple(FollowingEntry(append.entry, append.metadata) for append in appends[1:]),
        closes=last.closes,
        summary=last.summary,
        deadline=last.deadline,
        labels_added=tuple(sorted(added)),
        labels_dropped=tuple(sorted(dropped)),
    )


def refuse_busy() -> TooBusy:
    return TooBusy(Detail("others_write"))


def refuse_reuse(version: int) -> IdempotencyKeyReused:
    return IdempotencyKeyReused(Detail("idempotency_key_of_other"), version=version)

"""Load matches: the newest from memory or the store, or at a version, folded from the nearest snapshot."""

from __future__ import annotations

import hashlib
import logging
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from events.codec import decode, encode
from events.entry import Entry, UnreadableEntry
from events.snapshots import BEYOND, Snapshot, find_base, list_snapshots
from events.store import Store
from games.catalogue import GAMES
from games.match.actor import Actor
from games.match.past import Stand, WayBack
from games.match.play import copy_match, evolve_game, evolve_struck
from games.match.state import Match
from service.editions.stored import know_edition, know_edition_of
from service.matches.folding import (
    Course,
    course_of,
    events_of,
    fold_entries,
    fold_on,
    renews_token,
    turn_in,
    turned_versions,
    turns_after,
    turns_back,
)
from service.matches.index import read_opener
from service.matches.records.people import TOKENS, seed_of
from service.matches.shared_entry_cache import SharedEntryCache

MOST_RECENT_ENTRIES: Final = 24  # that are looked at for the ways back that are offered
MOST_WAYS: Final = 8  # back, that are offered

log = logging.getLogger(__name__)


@dataclass(slots=True)
class MatchAt:
    """A match at a version of its book. Never changed in place by a decision: `decide` works on a copy."""

    match: Match
    version: int
    hash: str
    opened_at: int  # UTC ms of the first entry
    touched_at: int  # of this one


@dataclass(slots=True)
class FoldedMatch(MatchAt):
    """A match folded from its book, and which of its answers count."""

    course: Course


@dataclass(slots=True)
class CurrentMatch(MatchAt):
    """A match at the newest version that this process has seen, and who may do what in it."""

    tokens: dict[str, Actor] = field(default_factory=dict)  # by the hash of the token
    seed: bytes = b""
    opener: str | None = None  # to whose account it is open

    @property
    def imported(self) -> bool:
        """Return whether it was played elsewhere and is only read here: without a seed nothing is drawn."""
        return not self.seed

    @property
    def gathering(self) -> bool:
        """Return whether seats still change hands; later a token changes only where an entry says so."""
        return self.match.status == "open"

    @property
    def over(self) -> bool:
        return is_over(self.match, imported=self.imported)

    def is_listed_like(self, before: CurrentMatch) -> bool:
        """Return False where the listings may differ: once a game has begun, only where the match ends."""
        return before.match.status == self.match.status != "open"


def is_over(match: Match, *, imported: bool) -> bool:
    """Return whether nobody plays on in it here: it has ended, or was imported, finished or not."""
    return match.seed is not None or imported


# --- a match at a version, from the store


def fold_match(
    store: Store, match: str, until: int = BEYOND, kept: Sequence[int] | None = None
) -> FoldedMatch | None:
    """Return a match at a version, folded from the nearest snapshot on, or None if there is no such match.

    `kept`: the versions of the snapshots that may be used; None: of all.
    """
    if kept is None:
        kept = list_snapshots(store, match)
    snapshot, entries = find_base(store, match, until, SHAPES, kept)
    found = None
    try:
        if snapshot:
            state, course = state_of(snapshot)
            know_edition(store, state.game, state.edition)
            found = FoldedMatch(
                state, snapshot.version, snapshot.hash, snapshot.opened, snapshot.touched, course
            )
            found = _fold_after(store, match, found, entries, kept)
    except UnreadableEntry:
        raise
    except ValueError:
        log.exception("match %s: its snapshot cannot be read, the book is read from the first entry", match)
        found, entries = None, find_base(store, match, until, (), ()).entries
    if found is None and entries:
        know_edition_of(store, entries[0])
        first, last = entries[0], entries[-1]
        state, course = fold_entries(entries), course_of(entries)
        found = FoldedMatch(state, last.version, last.hash, first.at, last.at, course)
    if found is not None:
        found.match.id = match  # an import gives itself another one in its book
    return found


def fold_match_at(store: Store, match: str, version: int) -> FoldedMatch:
    """Return the match at one of its versions."""
    then = fold_match(store, match, version)
    if then is None:
        raise LookupError(f"{match} has no version {version}")
    return then


def _fold_after(
    store: Store, match: str, then: FoldedMatch, entries: Sequence[Entry], kept: Sequence[int]
) -> FoldedMatch:
    """Apply later entries to a folded match, in place."""
    if not entries:
        return then
    last, course = entries[-1], Course(then.course.begun, list(then.course.answers))
    for entry in entries:
        course.take(entry)
    if any(map(turns_back, entries)):
        for entry in entries:
            for event in events_of(entry, then.match.game):
                evolve_struck(then.match, event)
        _turn_game(store, match, then, course, kept)
    else:
        fold_on(then.match, entries)
    return FoldedMatch(then.match, last.version, last.hash, then.opened_at, last.at, course)


def _turn_game(store: Store, match: str, then: FoldedMatch, course: Course, kept: Sequence[int]) -> None:
    """Let the game of a match stand as after another course; changes the match.

    What counts no longer cannot be taken off a table, and much may have come back. So the table is laid out
    as it was after the newest answer that counts and has a snapshot, or as the game began.
    """
    state, begun, played = then.match, then.course.begun, len(then.course.answers)
    base = max(set(kept).intersection(course.answers), default=course.begun)
    if course.answers[:played] != then.course.answers or bisect_right(course.answers, base) > played:
        stood = fold_match(store, match, base, kept)
        assert stood is not None  # noqa: S101  it is part of the same book
        state.table, state.draws = stood.match.table, stood.match.draws
        begun, played = base, bisect_right(course.answers, base)
    versions = [] if begun or not course.begun else [course.begun]
    for entry in read_chosen(store, match, versions + course.answers[played:]):
        for event in events_of(entry, state.game):
            evolve_game(state, event)


def read_chosen(store: Store, match: str, versions: Sequence[int]) -> Iterator[Entry]:
    """Yield the entries of these versions, in order; those next to each other are read in one go."""
    first = 0
    for place, version in enumerate(versions, 1):
        if place == len(versions) or versions[place] != version + 1:
            yield from store.entries(match, after=versions[first] - 1, limit=place - first)
            first = place


# --- snapshots


class _Kept(msgspec.Struct, frozen=True):
    """Kept apart, because only the game knows the type of its table."""

    match: Match
    table: msgspec.Raw
    course: Course


class _KeptCourse(msgspec.Struct, frozen=True):
    """Enough of it for those who need no table."""

    course: Course


@cache
def shape_of(game: str) -> str:
    """Return the shape of a game's snapshots.

    It changes as soon as a field, a type or the rules of the game do, but not with a description.
    """
    types = (Match, GAMES[game].table, Course)
    schemas = encode([without_descriptions(msgspec.json.schema(kind)) for kind in types])
    return f"{GAMES[game].rules_name} {hashlib.sha256(schemas).hexdigest()[:16]}"


def without_descriptions(schema: Any) -> Any:
    """Return a JSON schema without its texts; a field that is called `description` stays."""
    if isinstance(schema, dict):
        return {
            name: without_descriptions(part)
            for name, part in schema.items()
            if not (name == "description" and isinstance(part, str))
        }
    return [without_descriptions(part) for part in schema] if isinstance(schema, list) else schema


class _Shapes:
    """Every shape that this process can read."""

    def __contains__(self, shape: object) -> bool:
        return any(shape_of(game) == shape for game in GAMES)


SHAPES: Final = _Shapes()


def pack_snapshot(then: FoldedMatch) -> Snapshot:
    bare = msgspec.structs.replace(then.match, table=None)
    kept = _Kept(bare, msgspec.Raw(encode(then.match.table)), then.course)
    return Snapshot(
        shape=shape_of(then.match.game),
        version=then.version,
        hash=then.hash,
        opened=then.opened_at,
        touched=then.touched_at,
        state=msgspec.Raw(encode(kept)),
    )


def state_of(snapshot: Snapshot) -> tuple[Match, Course]:
    """Return what a snapshot holds, or raise ValueError."""
    kept = decode(snapshot.state, _Kept)
    table: Any = decode(kept.table, kept.match.rules.table)
    return msgspec.structs.replace(kept.match, table=table), kept.course


# --- the way back to an earlier version


def course_at(store: Store, match: str, version: int) -> Course:
    """Return which answers counted at a version; costs no fold."""
    snapshot, entries = find_base(store, match, version, SHAPES)
    course = Course()
    try:
        if snapshot:
            course = decode(snapshot.state, _KeptCourse).course
    except ValueError:
        log.exception("match %s: its snapshot cannot be read, the book is read from the first entry", match)
        entries = find_base(store, match, version, (), ()).entries
    for entry in entries:
        course.take(entry)
    return course


def way_back(store: Store, match: str, to: int, newest: int) -> WayBack | None:
    """Return the way from the newest version to an earlier one, or None if the game was not running then."""
    if not 0 < to <= newest:
        return None
    then, now = course_at(store, match, to), course_at(store, match, newest)
    if not then.begun:
        return None
    common = bisect_right(now.answers, to)
    since = map(turn_in, read_chosen(store, match, now.answers[common:]))
    return WayBack(
        since=tuple(turn for turn in since if turn),
        struck=then.answers != now.answers[:common],
        stand=lambda: _stand_at(store, match, to),
    )


def _stand_at(store: Store, match: str, version: int) -> Stand:
    then = fold_match_at(store, match, version).match
    return Stand(then.table, then.draws)


class RecentAnswers:
    """The last answers of a match and the ways back over them, read from the book in one go."""

    def __init__(self, store: Store, match: str, newest: int) -> None:
        self._store = store
        self._match = match
        after = max(newest - MOST_RECENT_ENTRIES, 0)
        self.entries: list[Entry] = store.entries(match, after=after, limit=MOST_RECENT_ENTRIES)
        self._turns = turns_after(self.entries)
        self._turning = [entry for entry in self.entries if turns_back(entry)]

    def list_ways(self) -> list[int]:
        """Return the versions before each of the last answers that count, the nearest first."""
        return [turn.version - 1 for turn in reversed(self._turns[-MOST_WAYS:])]

    def way_back(self, to: int) -> WayBack:
        """Return the same as the function `way_back`, for one of the listed versions."""
        turned = turned_versions(entry for entry in self._turning if entry.version > to)
        return WayBack(
            since=tuple(turn for turn in self._turns if turn.version > to),
            struck=any(version <= to for version in turned),
            stand=lambda: _stand_at(self._store, self._match, to),
        )


# --- the newest version, in memory


class UnseenEntries(NamedTuple):
    """Entries written after a match as this process knew it."""

    known: CurrentMatch | None
    entries: list[Entry]


class MatchRepository:
    """The matches of one store; the most recently used ones stay in memory, up to a number of them."""

    def __init__(
        self, store: Store, capacity: int = 10_000, shared_entries: SharedEntryCache | None = None
    ) -> None:
        """`shared_entries`: None where one process serves alone."""
        self._store = store
        self._capacity = capacity
        self._shared_entries = shared_entries
        self._cached: OrderedDict[str, CurrentMatch] = OrderedDict()

    def get(self, match: str) -> CurrentMatch | None:
        """Return a match as this process last saw it, perhaps stale, or None if there is no such match."""
        return self._newest_at_hand(match) or self.refresh(match)

    def seen(self, match: str) -> CurrentMatch | None:
        """Return a match as this process has it: for what never changes."""
        return self._cached.get(match) or self.refresh(match)

    def fresh(self, match: str) -> CurrentMatch | None:
        """Return a match as the store has it now: one look at the head, and more only if it has moved on."""
        live, head = self._newest_at_hand(match), self._store.head(match)
        if live is not None and head is not None and (live.version, live.hash) == (head.version, head.hash):
            return live
        return self.refresh(match) if head is not None else None

    def _newest_at_hand(self, match: str) -> CurrentMatch | None:
        """Return the cached match with what other processes of the server have shared since."""
        live = self._cached.get(match)
        if live is None:
            return None
        self._cached.move_to_end(match)
        if self._shared_entries is None:
            return live
        entries = list(self._shared_entries.find_following(live.hash))
        return self.refresh(match, UnseenEntries(live, entries)) if entries else live

    def find_news(self, matches: Iterable[str]) -> dict[str, UnseenEntries]:
        """Return what is new, for `refresh`, of as many matches as one query covers."""
        known = {match: live for match in matches if (live := self._cached.get(match))}
        found = self._store.new_entries({match: live.version for match, live in known.items()})
        return {match: UnseenEntries(known[match], entries) for match, entries in found.items()}

    def refresh(self, match: str, news: UnseenEntries | None = None) -> CurrentMatch | None:
        """Take in the entries that this process has not seen yet: the news, where they are at hand."""
        if news is None:
            cached = self._cached.get(match)
            unseen = self._store.entries(match, after=cached.version) if cached else []
            news = UnseenEntries(cached, unseen)
        known, entries = news
        if known and not entries:
            return self._unless_lost(known)
        same_tokens = known and not known.gathering and not any(renews_token(entry) for entry in entries)
        tokens = known.tokens if known and same_tokens else None
        if known and entries[0].prev == known.hash and not any(map(turns_back, entries)):
            return self.put(self._go_on(known, entries, tokens))
        then = fold_match(self._store, match)
        return None if then is None else self.put(self._complete(then, known, tokens))

    def _go_on(
        self, known: CurrentMatch, entries: list[Entry], tokens: dict[str, Actor] | None
    ) -> CurrentMatch:
        last = entries[-1]
        return replace(
            known,
            match=fold_on(copy_match(known.match), entries),
            version=last.version,
            hash=last.hash,
            touched_at=last.at,
            tokens=TOKENS.all(self._store, known.match.id) if tokens is None else tokens,
        )

    def _unless_lost(self, known: CurrentMatch) -> CurrentMatch | None:
        """Return the match, or an earlier version: a server that took over may lack the newest entries."""
        match, head = known.match.id, self._store.head(known.match.id)
        if head is None or head.version > known.version or head.hash == known.hash:
            return known
        self.forget(match)
        if self._shared_entries is not None:
            self._shared_entries.discard_after(head.hash)
        return self.refresh(match)

    def _complete(
        self, then: FoldedMatch, known: CurrentMatch | None, tokens: dict[str, Actor] | None
    ) -> CurrentMatch:
        """Return a folded match with what is kept beside its book."""
        match, opener = then.match.id, known.opener if known else None
        if known is None and (head := self._store.head(match)):
            opener = read_opener(head.summary)
        return CurrentMatch(
            match=then.match,
            version=then.version,
            hash=then.hash,
            opened_at=then.opened_at,
            touched_at=then.touched_at,
            tokens=TOKENS.all(self._store, match) if tokens is None else tokens,
            seed=known.seed if known else seed_of(self._store, match),
            opener=opener,
        )

    def put(self, live: CurrentMatch) -> CurrentMatch:
        """Keep a match and return it, or the newer one that is kept already."""
        known = self._cached.get(live.match.id)
        if known is not None and known.version > live.version:
            return known
        self._cached[live.match.id] = live
        self._cached.move_to_end(live.match.id)
        while len(self._cached) > self._capacity:
            self._cached.popitem(last=False)
        return live

    def put_written(self, live: CurrentMatch, entries: Iterable[Entry]) -> None:
        """Keep a match after entries of this process, and share them with the other processes."""
        self.put(live)
        if self._shared_entries is not None:
            for entry in entries:
                self._shared_entries.put(entry)

    def forget(self, match: str) -> None:
        self._cached.pop(match, None)

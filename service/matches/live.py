"""Matches held in memory, as of the last entry this process has seen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from events.entry import Entry
from events.store import Store
from games.match.actor import Actor
from games.match.play import copy_match
from games.match.state import Match
from service.matches.folding import Folded, fold_match, fold_on
from service.matches.history import renews_token, turns_back
from service.matches.records.changes import RecordChanges
from service.matches.records.seeds import Seeds
from service.matches.records.tokens import Tokens
from service.matches.shared_entry_cache import SharedEntryCache
from service.matches.summary import read_opener


def is_over(match: Match, *, imported: bool) -> bool:
    """Nobody plays on in it here: it has ended, or was imported, finished or not."""
    return match.seed is not None or imported


@dataclass(slots=True)
class Live:
    """A match at a version. Never changed in place by a decision: `decide` works on a copy."""

    match: Match
    version: int
    hash: str
    opened_at: int
    touched_at: int
    tokens: dict[str, Actor] = field(default_factory=dict)  # by the hash of the token
    seed: bytes = b""
    opener: str | None = None  # to whose account it is open

    @property
    def imported(self) -> bool:
        """Played elsewhere and only read here: nothing can be drawn without a seed."""
        return not self.seed

    @property
    def gathering(self) -> bool:
        """Seats change hands only before the start; later a token changes only where an entry says so."""
        return self.match.status == "open"

    @property
    def over(self) -> bool:
        return is_over(self.match, imported=self.imported)

    def is_listed_like(self, before: Live) -> bool:
        """Once a game has begun a match changes its listings only where it ends."""
        return before.match.status == self.match.status != "open"


def live_after(before: Live | None, entry: Entry, then: Match, changes: RecordChanges | None) -> Live:
    """The match as it is once the entry is written."""
    tokens, seed, opener = (before.tokens, before.seed, before.opener) if before else ({}, b"", None)
    if changes is not None:
        changed = {**tokens, **changes.tokens}
        tokens = {token: actor for token, actor in changed.items() if actor is not None}
        seed, opener = changes.seed or seed, changes.opener or opener
    return Live(
        match=then,
        version=entry.version,
        hash=entry.hash,
        opened_at=before.opened_at if before else entry.at,
        touched_at=entry.at,
        tokens=tokens,
        seed=seed,
        opener=opener,
    )


class UnseenEntries(NamedTuple):
    """What was written after a match as this process knew it."""

    known: Live | None
    entries: list[Entry]


class MatchRepository:
    """The most recently used matches, up to a number of them."""

    def __init__(
        self, store: Store, capacity: int = 10_000, shared_entries: SharedEntryCache | None = None
    ) -> None:
        """`shared_entries`: None where one process serves alone."""
        self._store = store
        self._capacity = capacity
        self._shared_entries = shared_entries
        self._cached: OrderedDict[str, Live] = OrderedDict()

    def get(self, match: str) -> Live | None:
        """As this process last saw it: perhaps stale; None if there is no such match."""
        return self._newest_at_hand(match) or self.refresh(match)

    def seen(self, match: str) -> Live | None:
        """As this process has it: for what never changes."""
        return self._cached.get(match) or self.refresh(match)

    def fresh(self, match: str) -> Live | None:
        """As the book has it now: one look at the head, and more only if it has moved on."""
        live, head = self._newest_at_hand(match), self._store.head(match)
        if live is not None and head is not None and (live.version, live.hash) == (head.version, head.hash):
            return live
        return self.refresh(match) if head is not None else None

    def _newest_at_hand(self, match: str) -> Live | None:
        """With what other processes of the desk have left since."""
        live = self._cached.get(match)
        if live is None:
            return None
        self._cached.move_to_end(match)
        if self._shared_entries is None:
            return live
        entries = list(self._shared_entries.find_following(live.hash))
        return self.refresh(match, UnseenEntries(live, entries)) if entries else live

    def find_news(self, matches: Iterable[str]) -> dict[str, UnseenEntries]:
        """For `refresh`, of as many matches as one look tells of; see `Store.news`."""
        known = {match: live for match in matches if (live := self._cached.get(match))}
        found = self._store.news({match: live.version for match, live in known.items()})
        return {match: UnseenEntries(known[match], entries) for match, entries in found.items()}

    def refresh(self, match: str, news: UnseenEntries | None = None) -> Live | None:
        """Takes in the entries this process has not seen yet: the news, where they are at hand."""
        known, entries = news or self._read_news(match)
        if known and not entries:
            return self._unless_lost(known)
        same_tokens = known and not known.gathering and not any(renews_token(entry) for entry in entries)
        tokens = known.tokens if known and same_tokens else None
        if known and entries[0].prev == known.hash and not any(map(turns_back, entries)):
            return self.put(self._go_on(known, entries, tokens))
        then = fold_match(self._store, match)
        return None if then is None else self.put(self._live(then, known, tokens))

    def _go_on(self, known: Live, entries: list[Entry], tokens: dict[str, Actor] | None) -> Live:
        last = entries[-1]
        return replace(
            known,
            match=fold_on(copy_match(known.match), entries),
            version=last.version,
            hash=last.hash,
            touched_at=last.at,
            tokens=Tokens(self._store).of_match(known.match.id) if tokens is None else tokens,
        )

    def _unless_lost(self, known: Live) -> Live | None:
        """A server that took over may not have got the newest entries: then they are nowhere any more."""
        match, head = known.match.id, self._store.head(known.match.id)
        if head is None or head.version > known.version or head.hash == known.hash:
            return known
        self.forget(match)
        if self._shared_entries is not None:
            self._shared_entries.discard_after(head.hash)
        return self.refresh(match)

    def _read_news(self, match: str) -> UnseenEntries:
        known = self._cached.get(match)
        return UnseenEntries(known, self._store.entries(match, after=known.version) if known else [])

    def _live(self, then: Folded, known: Live | None, tokens: dict[str, Actor] | None) -> Live:
        match = then.match.id
        return Live(
            match=then.match,
            version=then.version,
            hash=then.hash,
            opened_at=then.opened,
            touched_at=then.touched,
            tokens=Tokens(self._store).of_match(match) if tokens is None else tokens,
            seed=known.seed if known else Seeds(self._store).of_match(match),
            opener=known.opener if known else self._opener_of(match),
        )

    def _opener_of(self, match: str) -> str | None:
        head = self._store.head(match)
        return read_opener(head.summary) if head else None

    def put(self, live: Live) -> Live:
        """A slower reader does not replace what is newer."""
        known = self._cached.get(live.match.id)
        if known is not None and known.version > live.version:
            return known
        self._cached[live.match.id] = live
        self._cached.move_to_end(live.match.id)
        while len(self._cached) > self._capacity:
            self._cached.popitem(last=False)
        return live

    def put_written(self, live: Live, entries: Iterable[Entry]) -> None:
        """A match after entries of this process, which the others may meet next."""
        self.put(live)
        if self._shared_entries is not None:
            for entry in entries:
                self._shared_entries.put(entry)

    def forget(self, match: str) -> None:
        self._cached.pop(match, None)

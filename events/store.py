"""What a store must do: append at an expected version and head, read, list, follow."""

from __future__ import annotations

import base64
import binascii
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple, Protocol

import msgspec

from events.entry import Entry
from events.names import SERVER_MARK, check_match, check_server_scope

NONCE_BYTES: Final = 4  # it only tells apart those who write the same bytes at the same version

_unlike: Final = Random()  # noqa: S311  no secret; asking the system for each costs 3 µs of an append
os.register_at_fork(after_in_child=_unlike.seed)
new_nonce: Final[Callable[[], bytes]] = partial(_unlike.randbytes, NONCE_BYTES)

DocumentChanges = dict[str, dict[str, bytes | None]]  # by name; None deletes a field


class ServerScope(msgspec.Struct, frozen=True):
    """A scope of documents of the server's own. It is no match, and no id of a match leads there."""

    name: str

    def __str__(self) -> str:
        return f"{SERVER_MARK}{self.name}"


Scope = str | ServerScope  # a match by its id, or a scope of the server's own


def read_scope(text: str) -> Scope:
    """Return a scope from its text, as it stands in a record, a name or a job."""
    return ServerScope(text.removeprefix(SERVER_MARK)) if text.startswith(SERVER_MARK) else text


def check_scope(scope: Scope) -> None:
    """Raise ValueError unless something may be written there."""
    if isinstance(scope, ServerScope):
        check_server_scope(scope.name)
    else:
        check_match(scope)


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a match without reading its book. `summary` is JSON of the caller."""

    match: str
    version: int
    hash: str
    opened: int  # UTC milliseconds of the first entry
    touched: int  # of the newest
    closed: bool
    summary: bytes


class FollowingEntry(msgspec.Struct, frozen=True):
    """A further entry at the same time, written in the same step."""

    entry: Entry
    metadata: bytes


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """One entry and all that must be written together with it, or not at all.

    The entry's `version - 1` and `prev` are the version and head the caller expects to find. Where others
    follow it, what is said of the match is true after the last of them; the cause names the first.

    The nonce makes it this append and no other. Sent again because its answer was lost, it gets that answer;
    an entry of the same bytes from somebody else is a conflict. It is kept beside the hashed book.
    """

    match: str
    entry: Entry
    fingerprint: str = ""  # of the request behind `entry.cause`: same cause, other fingerprint -> Misused
    closes: bool = False  # nothing can be appended after this entry
    summary: bytes = b"{}"  # kept in the head
    metadata: bytes = b"{}"  # travels in the feed
    labels_added: tuple[str, ...] = ()  # listings the match now appears in, e.g. "status=open"
    labels_dropped: tuple[str, ...] = ()
    following: tuple[FollowingEntry, ...] = ()
    deadline: int | None = None  # UTC ms when somebody must have answered; None or `closes` clears it
    documents: DocumentChanges = {}  # beside the hashed book
    nonce: bytes = msgspec.field(default_factory=new_nonce)

    @property
    def last(self) -> Entry:
        return self.following[-1].entry if self.following else self.entry


class Appended(msgspec.Struct, frozen=True):
    feed_number: int


class Replayed(msgspec.Struct, frozen=True):
    """The cause is known with the same fingerprint: nothing written, this version was its answer."""

    version: int


class Misused(msgspec.Struct, frozen=True):
    """The cause is known with another fingerprint."""

    version: int


class Conflict(msgspec.Struct, frozen=True):
    """Somebody else was first; this is the head now (version 0 and FIRST_PREV if there is no match)."""

    version: int
    hash: str


class Closed(msgspec.Struct, frozen=True):
    version: int


Outcome = Appended | Replayed | Misused | Conflict | Closed


class FeedItem(msgspec.Struct, frozen=True):
    number: int  # gapless per partition
    match: str
    version: int
    metadata: bytes


class Page(msgspec.Struct, frozen=True):
    heads: list[Head]  # newest first
    next: str | None  # cursor


class Belongings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a store holds of a match besides its head and its place in listings."""

    entries: list[Entry]
    numbers: list[int]  # of each in the feed
    causes: dict[str, tuple[str, int]]  # -> fingerprint and version
    documents: dict[str, dict[str, bytes]]
    nonce: bytes = b""  # of the append that wrote the last entry, whose answer may have been lost


class Guard(NamedTuple):
    """What a document must still hold; None: nothing."""

    document: str
    field: str
    value: bytes | None


class EventLog(Protocol):
    """The books of matches."""

    def append(self, new: Append) -> Outcome: ...

    def append_all(self, new: Sequence[Append]) -> list[Outcome | StoreUnavailable]:
        """Append each for itself and in this order, in one round trip; return an outcome for each.

        Of one match several may follow each other. Where the store fails at one, that is its outcome.
        """
        ...

    def head(self, match: str) -> Head | None: ...

    def entries(self, match: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Return entries from `after + 1` on, oldest first."""
        ...

    def new_entries(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return what was written in each match after a known version, in one round trip.

        A match with more of it, or whose book cannot be read, is left out: ask for its `entries`.
        """
        ...

    def cause(self, match: str, cause: str) -> tuple[str, int] | None:
        """Return the fingerprint and version a cause was written with.

        A cause made by `cause_at_version` may be missing: whoever makes it can find its entry by the version.
        """
        ...


class DocumentStore(Protocol):
    """What is not part of a hashed book, such as the `people` of a match, or a record of the server."""

    def document(self, scope: Scope, name: str) -> dict[str, bytes]: ...

    def fields(self, scope: Scope, name: str) -> list[str]:
        """Return the names of all fields of a document, in no particular order."""
        ...

    def field(self, scope: Scope, name: str, field: str) -> bytes | None:
        """Return one field of a document that may have many."""
        ...

    def chosen(self, scope: Scope, name: str, fields: Sequence[str]) -> dict[str, bytes]:
        """Return those of the named fields that exist, in one round trip."""
        ...

    def put(self, scope: Scope, name: str, fields: dict[str, bytes | None]) -> None:
        """Change a document without an entry (erasing a person); None deletes a field."""
        ...

    def swap(self, scope: Scope, guard: Guard, documents: DocumentChanges) -> bool:
        """Change several documents at once, but only while the guard holds; return whether it did."""
        ...


class MatchIndex(Protocol):
    """Listings of matches by their labels."""

    def listing(self, label: str, *, cursor: str | None = None, limit: int = 50) -> Page:
        """Return matches under a label ("": all), newest first; read heads only. Raise BadCursor."""
        ...

    def count_listed(self, label: str) -> int:
        """Return how many matches are under a label now."""
        ...


class Feed(Protocol):
    """What was written, of all matches of a partition in one order: the transactional outbox."""

    def feed(self, partition: int, *, after: int, limit: int = 100, wait_ms: int = 0) -> list[FeedItem]:
        """Return items from `after + 1` on; wait up to `wait_ms` for the first."""
        ...

    def feed_end(self, partition: int) -> int:
        """Return the number of the newest item; 0 before the first."""
        ...

    def partition_count(self) -> int: ...


class Deadlines(Protocol):
    """When somebody must have answered in a match."""

    def due(self, partition: int, *, before: int, limit: int = 100) -> list[tuple[str, int]]:
        """Return matches whose deadline has passed, with it."""
        ...

    def deadline_of(self, match: str) -> int | None:
        """Return it as `due` would list it."""
        ...

    def move_deadline(self, match: str, before: int, after: int) -> bool:
        """Return False, and do nothing, if it is another one by now."""
        ...


class Store(EventLog, DocumentStore, MatchIndex, Feed, Deadlines, Protocol):
    """All that a store must do."""

    def ping(self) -> None:
        """Raise StoreUnavailable when the store does not answer."""
        ...

    def check_writable(self) -> None:
        """Raise StoreUnavailable where nothing can be written: no answer, no memory, no disk, a replica."""
        ...

    def durability(self) -> str:
        """Return a level of docs/book.md: `fsync-always` is the best; `unknown` where settings are hidden."""
        ...

    def close(self) -> None:
        """Close the store; nothing can be read or written from then on."""
        ...


class StoreUnavailable(Exception):  # noqa: N818  the name says it
    """The server behind the store cannot be reached or does not answer as it should."""


class PartitionsDiffer(ValueError):  # noqa: N818  the name says it
    """The book was begun with another number of partitions; its matches would not be found."""


class OtherLayout(ValueError):  # noqa: N818  the name says it
    """Another program wrote the book: this one does not know where its keys lie."""


class BadCursor(ValueError):  # noqa: N818  the name says it
    """A cursor that this store never gave out."""


_SHAPE = re.compile(r"(0|[1-9][0-9]{0,15})\.([A-Za-z0-9_-]{1,64})")


class ListingPosition(NamedTuple):
    """Listings are ordered by it, newest first; two matches opened in one millisecond by their id."""

    opened: int
    match: str


def cursor_of(position: ListingPosition) -> str:
    return base64.urlsafe_b64encode(f"{position.opened}.{position.match}".encode()).decode().rstrip("=")


def position_of(cursor: str) -> ListingPosition:
    try:
        plain = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        raise BadCursor(f"not a cursor: {cursor[:100]!r}") from None
    shape = _SHAPE.fullmatch(plain)
    position = ListingPosition(int(shape[1]), shape[2]) if shape else None
    # The decoder skips what is not base64; only the very word that was given out comes back.
    if position is None or cursor_of(position) != cursor:
        raise BadCursor(f"not a cursor: {cursor[:100]!r}")
    return position

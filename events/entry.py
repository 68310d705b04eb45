"""The entry: one accepted command with its consequences, chained by its hash to the one before."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


FIRST_PREV: Final = "0" * 64


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What the book holds. `command` and `events` are canonical JSON: the book knows no game."""

    version: Annotated[int, msgspec.Meta(description="The number of the entry, counted from 1 without gaps.")]
    at: Annotated[int, msgspec.Meta(description="When it was written, UTC milliseconds.")]
    actor: Annotated[  # who gave the command, see docs/book.md
        str,
        msgspec.Meta(description="`host`, `guest`, `clock`, `seat:<n>` or `bot:<n>`; seats count from 0."),
    ]
    command: Annotated[msgspec.Raw, msgspec.Meta(description="The command that was accepted.")]
    events: Annotated[msgspec.Raw, msgspec.Meta(description="What came of it, in order.")]
    rules: Annotated[
        str, msgspec.Meta(description="The rules by which it was decided, such as `schiefer/1`.")
    ]
    cause: Annotated[
        str | None,
        msgspec.Meta(
            description="Names the request, so that a repetition is recognised; null without an "
            "`Idempotency-Key`."
        ),
    ]
    prev: Annotated[str, msgspec.Meta(description="The hash of the entry before; 64 zeros for the first.")]
    hash: Annotated[
        str,
        msgspec.Meta(description="SHA-256 of `prev` and the canonical bytes of the entry, in hexadecimal."),
    ]

    def body(self) -> bytes:
        """Return the canonical bytes that are hashed and stored: keys sorted, no white space."""
        return encode_body(self)


class BrokenChain(Exception):  # noqa: N818  the name says it
    """The book is not what was written: the first entry that does not fit, and why."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"entry {version}: {reason}")
        self.version = version
        self.reason = reason


class UnreadableEntry(BrokenChain, ValueError):  # noqa: N818  the name says it
    """Its bytes are an entry, but what they say is nothing that the program knows."""


class _Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    version: int
    at: int
    actor: str
    command: msgspec.Raw
    events: msgspec.Raw
    rules: str
    cause: str | None


class _Typed(msgspec.Struct):
    type: str


_typed = msgspec.json.Decoder(_Typed)
_all_typed = msgspec.json.Decoder(list[_Typed])


def command_tag(entry: Entry) -> str:
    """Return the `type` of its command, which is all that the book knows of a command."""
    return _typed.decode(entry.command).type


def event_tags(entry: Entry) -> set[str]:
    return {event.type for event in _all_typed.decode(entry.events)}


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(_Body)


def encode_body(entry: Entry | _Body) -> bytes:
    return _encoder.encode(
        _Body(
            version=entry.version,
            at=entry.at,
            actor=entry.actor,
            command=entry.command,
            events=entry.events,
            rules=entry.rules,
            cause=entry.cause,
        )
    )


def hash_of(prev: str, body: bytes) -> str:
    """Return SHA-256 over the previous hash (as 64 hex digits) and the canonical bytes."""
    return hashlib.sha256(prev.encode() + body).hexdigest()


def seal(  # noqa: PLR0913  one argument per field of an entry
    *,
    version: int,
    at: int,
    actor: str,
    command: bytes,
    events: bytes,
    rules: str,
    cause: str | None,
    prev: str,
) -> Entry:
    """Return a new entry with its hash; `command` and `events` must be canonical JSON."""
    body = _Body(
        version=version,
        at=at,
        actor=actor,
        command=msgspec.Raw(command),
        events=msgspec.Raw(events),
        rules=rules,
        cause=cause,
    )
    return _entry(body, prev, hash_of(prev, encode_body(body)))


def unseal(body: bytes, prev: str, hash_: str) -> Entry:
    """Return an entry from stored bytes; its hash is trusted here, `verify` checks it."""
    return _entry(_decoder.decode(body), prev, hash_)


def _entry(body: _Body, prev: str, hash_: str) -> Entry:
    return Entry(
        version=body.version,
        at=body.at,
        actor=body.actor,
        command=body.command,
        events=body.events,
        rules=body.rules,
        cause=body.cause,
        prev=prev,
        hash=hash_,
    )


def walk_chain(entries: Iterable[Entry], *, after: int = 0, prev: str = FIRST_PREV) -> Iterator[Entry]:
    """Yield the same entries; raise BrokenChain at the first that does not follow."""
    version = after
    for entry in entries:
        version += 1
        if entry.version != version:
            raise BrokenChain(version, f"entry {entry.version} stands in its place")
        if entry.prev != prev:
            raise BrokenChain(version, "it does not follow from the entry before")
        if entry.hash != hash_of(prev, entry.body()):
            raise BrokenChain(version, "its hash is not that of its bytes")
        prev = entry.hash
        yield entry


CAUSE_DIGITS: Final = 32


def make_cause(scope: str, key: str) -> str:
    """Return a digest: nobody who reads the book can repeat the request with it."""
    return hashlib.sha256(f"{scope}\n{key}".encode()).hexdigest()[:CAUSE_DIGITS]


def cause_at_version(who: str, match: str, version: int) -> str:
    """Return the cause of whoever acts at most once at each version, such as a bot: made of nothing else."""
    return make_cause(f"{who}:{match}", str(version))


def has_cause_at_version(match: str, entry: Entry) -> bool:
    """Return whether its cause is one of these: then it is stored in the entry alone."""
    who = entry.actor.partition(":")[0]
    return entry.cause is not None and entry.cause == cause_at_version(who, match, entry.version - 1)

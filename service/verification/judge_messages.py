"""What the desk and a judge say to each other: frames on a Unix socket, each a length and its bytes.

A judge has no store and no address of one. It asks for what it must see of this house, and hands over what is
to be written.
"""

from __future__ import annotations

import socket
from typing import Final

import msgspec

from events.codec import decode, encode
from events.entry import Entry
from events.export import Header
from events.store import Append, Head
from service.problem_detail import Detail
from service.verification.audit import Checked, Unproven, Verdict

LENGTH_BYTES: Final = 4
ENDED_BY_MEMORY: Final = 77  # the exit code of a judge; any other that is not 0 is a fault of ours


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one judgement may cost; a judge that goes beyond any of them is ended by the system."""

    seconds: int  # of processor time
    memory: int  # MiB, beyond what a judge has before it begins
    patience: int  # seconds by the clock on the wall


class VerifyFile(msgspec.Struct, frozen=True, tag=True):
    """The bytes follow in the next frame."""


class AuditMatch(msgspec.Struct, frozen=True, tag=True):
    """A match of this house, up to a version."""

    match: str
    version: int
    hash: str


class ImportFile(msgspec.Struct, frozen=True, tag=True):
    """The bytes follow in the next frame."""

    now: int  # UTC milliseconds


Task = VerifyFile | AuditMatch | ImportFile


class Brief(msgspec.Struct, frozen=True):
    """The task of a judge: the first frame."""

    task: Task
    limits: Limits


class AskHead(msgspec.Struct, frozen=True, tag=True):
    match: str


class AskEntries(msgspec.Struct, frozen=True, tag=True):
    match: str
    after: int
    limit: int


class FoundEntries(msgspec.Struct, frozen=True):
    """The answer to it: what can be read, and where it ends, if before that."""

    lines: list[bytes]
    broken: tuple[int, str] | None = None  # the entry that cannot be read, and why


class AskImports(msgspec.Struct, frozen=True, tag=True):
    """The heads of imported matches whose books give themselves this id."""

    match: str


class ReadyAppend(msgspec.Struct, frozen=True, kw_only=True):
    """An append of an import, as bytes."""

    match: str
    entry: bytes
    closes: bool
    summary: bytes
    metadata: bytes
    labels_added: tuple[str, ...]
    labels_dropped: tuple[str, ...]
    nonce: bytes


class WriteAppends(msgspec.Struct, frozen=True, tag=True):
    """The desk answers with an empty frame once they are written."""

    appends: list[ReadyAppend]


class AskBoard(msgspec.Struct, frozen=True, tag=True):
    """The canonical form of an edition of this house."""

    game: str
    edition: str


class KeepBoard(msgspec.Struct, frozen=True, tag=True):
    """An edition that came with a file; the desk answers nothing once it is kept."""

    game: str
    canonical: bytes
    match: str  # the import that brought it


class GiveVerdict(msgspec.Struct, frozen=True, tag=True):
    verdict: Verdict


class RefuseBook(msgspec.Struct, frozen=True, tag=True):
    """The problem that an importer is answered with."""

    detail: Detail
    facts: dict[str, str | int | None]


class EndImport(msgspec.Struct, frozen=True, tag=True):
    header: Header
    place: str
    new: bool
    on_trust: list[Checked]
    unproven: list[Unproven]


class EndJudge(msgspec.Struct, frozen=True, tag=True):
    """The last word, and not the judge's own: how its process ended."""

    status: int  # as of `waitpid`
    seconds: float  # of processor time


Questions = AskHead | AskEntries | AskImports | AskBoard | KeepBoard | WriteAppends
FromJudge = Questions | GiveVerdict | RefuseBook | EndImport | EndJudge


def pack_append(new: Append) -> ReadyAppend:
    return ReadyAppend(
        match=new.match,
        entry=encode(new.entry),
        closes=new.closes,
        summary=new.summary,
        metadata=new.metadata,
        labels_added=new.labels_added,
        labels_dropped=new.labels_dropped,
        nonce=new.nonce,
    )


def unpack_append(ready: ReadyAppend) -> Append:
    return Append(
        match=ready.match,
        entry=decode(ready.entry, Entry),
        closes=ready.closes,
        summary=ready.summary,
        metadata=ready.metadata,
        labels_added=ready.labels_added,
        labels_dropped=ready.labels_dropped,
        nonce=ready.nonce,
    )


def encode_message(message: Brief | FromJudge | Head | list[Head] | FoundEntries | bytes | None) -> bytes:
    return msgspec.msgpack.encode(message)


def send_frame(end: socket.socket, raw: bytes) -> None:
    end.sendall(len(raw).to_bytes(LENGTH_BYTES, "big"))
    end.sendall(raw)


def receive_frame(end: socket.socket) -> bytes:
    """EOFError where the other end is gone."""
    return receive_bytes(end, int.from_bytes(receive_bytes(end, LENGTH_BYTES), "big"))


def receive_bytes(end: socket.socket, size: int) -> bytes:
    room = bytearray(size)
    view, filled = memoryview(room), 0
    while filled < size:
        count = end.recv_into(view[filled:])
        if not count:
            raise EOFError("the other end is gone")
        filled += count
    return bytes(room)

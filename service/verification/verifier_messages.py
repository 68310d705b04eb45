"""The messages between a web process and a verifier: frames on a Unix socket, each a length and its bytes.

A verifier has no store and no address of one. It asks for what it needs to read on this server, and hands
over what is to be written.
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
ENDED_BY_MEMORY: Final = 77  # the exit code of a verifier; any other than 0 is a fault of ours


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one task may cost; a verifier that exceeds any of them is ended by the system."""

    seconds: int  # of processor time
    memory: int  # MiB, beyond what a verifier has before it begins
    patience: int  # seconds of wall time


class VerifyFile(msgspec.Struct, frozen=True, tag=True):
    """The bytes follow in the next frame."""


class AuditMatch(msgspec.Struct, frozen=True, tag=True):
    """A match of this server, up to a version."""

    match: str
    version: int
    hash: str


class ImportFile(msgspec.Struct, frozen=True, tag=True):
    """The bytes follow in the next frame."""

    now: int  # UTC milliseconds


Task = VerifyFile | AuditMatch | ImportFile


class LimitedTask(msgspec.Struct, frozen=True):
    """The task of a verifier and its limits: the first frame."""

    task: Task
    limits: Limits


class AskHead(msgspec.Struct, frozen=True, tag=True):
    match: str


class AskEntries(msgspec.Struct, frozen=True, tag=True):
    match: str
    after: int
    limit: int


class FoundEntries(msgspec.Struct, frozen=True):
    """The answer to `AskEntries`: what can be read, and where reading failed."""

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
    """Answered with an empty frame once they are written."""

    appends: list[ReadyAppend]


class AskBoard(msgspec.Struct, frozen=True, tag=True):
    """The canonical form of an edition of this server."""

    game: str
    edition: str


class KeepBoard(msgspec.Struct, frozen=True, tag=True):
    """An edition that came with a file; answered with an empty frame once it is stored."""

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


class ProcessEnded(msgspec.Struct, frozen=True, tag=True):
    """The last message, sent by the supervising process: how the verifier ended."""

    status: int  # as of `waitpid`
    seconds: float  # of processor time


Questions = AskHead | AskEntries | AskImports | AskBoard | KeepBoard | WriteAppends
FromVerifier = Questions | GiveVerdict | RefuseBook | EndImport | ProcessEnded


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


def encode_message(
    message: LimitedTask | FromVerifier | Head | list[Head] | FoundEntries | bytes | None,
) -> bytes:
    return msgspec.msgpack.encode(message)


def send_frame(end: socket.socket, raw: bytes) -> None:
    end.sendall(len(raw).to_bytes(LENGTH_BYTES, "big"))
    end.sendall(raw)


def receive_frame(end: socket.socket) -> bytes:
    """Return the next frame; raise EOFError where the other end is gone."""
    return receive_bytes(end, int.from_bytes(receive_bytes(end, LENGTH_BYTES), "big"))


def receive_bytes(end: socket.socket, size: int) -> bytes:
    buffer = bytearray(size)
    view, filled = memoryview(buffer), 0
    while filled < size:
        count = end.recv_into(view[filled:])
        if not count:
            raise EOFError("the other end is gone")
        filled += count
    return bytes(buffer)

"""What a judge does with its task; all that it sees of the house, it asks the desk for."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec

from events.codec import decode
from events.entry import BrokenChain, Entry
from events.export import NO_BOARD, encode_lines, header_of
from events.store import Append, Head
from events.verify import BookDamaged, Chain
from service.problems import BadBook
from service.verification.audit import Verdict, audit, describe_damage
from service.verification.fork_parent import lookup_in_store
from service.verification.importing import prepare_import
from service.verification.judge_messages import (
    AskBoard,
    AskEntries,
    AskHead,
    AskImports,
    AuditMatch,
    EndImport,
    FoundEntries,
    FromJudge,
    GiveVerdict,
    ImportFile,
    KeepBoard,
    RefuseBook,
    Task,
    VerifyFile,
    WriteAppends,
    encode_message,
    pack_append,
    receive_frame,
    send_frame,
)
from service.verification.known_head import Heads, KnownHead, heads_in_store

FIRST_SECONDS: Final = 2  # of processor time for any book
BYTES_A_SECOND: Final = 100_000  # for each more; an honest book takes a tenth of that
ENTRIES_AT_ONCE: Final = 100  # asked for or handed over: the desk has others to serve in between

Answer = TypeVar("Answer")


def judge_task(task: Task, seconds: int, end: socket.socket) -> None:
    desk = DeskShelf(end, TimeAllowance(seconds))
    match task:
        case VerifyFile():
            verdict = audit(desk.receive(), parents=lookup_in_store(desk), heads=heads_in_store(desk))
            desk.tell(GiveVerdict(verdict))
        case AuditMatch():
            desk.tell(GiveVerdict(audit_house_match(task, desk)))
        case ImportFile():
            desk.tell(import_file(desk.receive(), task.now, desk))


class TimeAllowance:
    """The processor time that this process may take, in proportion to what it is given to read."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self.grow(0)

    def grow(self, size: int) -> None:
        self._bytes += size
        seconds = min(FIRST_SECONDS + self._bytes // BYTES_A_SECOND, self._most)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, self._most + 1))


class DeskShelf:
    """What this house has, asked for over the socket."""

    def __init__(self, end: socket.socket, allowance: TimeAllowance) -> None:
        self._end = end
        self._allowance = allowance

    def receive(self) -> bytes:
        """Return what the desk sends; the more there is, the longer it may be looked at."""
        frame = receive_frame(self._end)
        self._allowance.grow(len(frame))
        return frame

    def tell(self, message: FromJudge) -> None:
        send_frame(self._end, encode_message(message))

    def ask(self, question: FromJudge, wanted: type[Answer]) -> Answer:
        self.tell(question)
        return msgspec.msgpack.decode(self.receive(), type=wanted)

    def head(self, match: str) -> Head | None:
        return self.ask(AskHead(match), Head | None)  # type: ignore[arg-type]  # a union is no type for mypy

    def imports_of(self, match: str) -> list[Head]:
        return self.ask(AskImports(match), list[Head])

    def board_of(self, first: Entry) -> msgspec.Raw:
        """What an export of the match would bring along."""
        opening = header_of(first, 1, first.hash)
        found = self.ask(AskBoard(opening.game, opening.edition), bytes | None)  # type: ignore[arg-type]
        return NO_BOARD if found is None else msgspec.Raw(found)

    def entries(self, match: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        return list(self.each_entry(match, after, limit))

    def each_entry(self, match: str, after: int, limit: int | None) -> Iterator[Entry]:
        """In small parts: the desk serves others between them."""
        while limit is None or limit > 0:
            step = ENTRIES_AT_ONCE if limit is None else min(ENTRIES_AT_ONCE, limit)
            found = self.ask(AskEntries(match, after, step), FoundEntries)
            yield from (decode(line, Entry) for line in found.lines)
            if found.broken:
                raise BrokenChain(*found.broken)
            if len(found.lines) < step:
                return
            after, limit = after + step, None if limit is None else limit - step


def audit_house_match(task: AuditMatch, desk: DeskShelf) -> Verdict:
    entries = list[Entry]()
    try:
        entries.extend(desk.each_entry(task.match, 0, task.version))
    except BrokenChain as broken:
        return describe_damage(find_damage(entries, broken))
    header = header_of(entries[0], task.version, task.hash, desk.board_of(entries[0]))
    raw = b"".join(encode_lines(header, entries))
    return audit(raw, parents=lookup_in_store(desk), heads=heads_of_audit(task, header.match, desk))


def heads_of_audit(task: AuditMatch, id_in_book: str, desk: DeskShelf) -> Heads:
    """What is played here is its own proof; of what was brought in no more is known than of its file."""
    if id_in_book != task.match:
        return heads_in_store(desk)
    return lambda _: KnownHead(task.version)


def find_damage(before: list[Entry], broken: BrokenChain) -> BookDamaged:
    """The first in a book of which one entry cannot be read; it may lie before that."""
    chain = Chain()
    try:
        for entry in before:
            chain.take(entry)
    except BookDamaged as damage:
        damage.sound = tuple(chain.entries)
        return damage
    return BookDamaged("chain", broken.version, broken.reason, tuple(before))


def import_file(raw: bytes, now: int, desk: DeskShelf) -> EndImport | RefuseBook:
    try:
        wanted = prepare_import(desk, raw, now)
    except BadBook as refusal:
        return RefuseBook(refusal.detail, refusal.facts)
    board = bytes(wanted.header.board)
    if wanted.new and board:
        desk.ask(KeepBoard(wanted.header.game, board, wanted.place), type(None))
    waiting: list[Append] = []
    for new in wanted.appends:
        waiting.append(new)
        if len(waiting) == ENTRIES_AT_ONCE:
            hand_over(desk, waiting)
            waiting = []
    hand_over(desk, waiting)
    bare = msgspec.structs.replace(wanted.header, board=NO_BOARD)
    return EndImport(bare, wanted.place, wanted.new, wanted.on_trust, wanted.unproven)


def hand_over(desk: DeskShelf, appends: list[Append]) -> None:
    """The desk answers nothing, but only once they are written."""
    desk.ask(WriteAppends([pack_append(new) for new in appends]), type(None))

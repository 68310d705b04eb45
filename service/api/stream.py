"""Live streams: first what was missed, then what happens. Server-sent events, which every browser reads."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import Final, TypeVar

from events.entry import BrokenChain, Entry
from events.store import Store
from service.api.budgets import RETRY_LATER_SECONDS, Caller, TooManyStreams
from service.api.call import Call
from service.api.greenlets import yield_control
from service.api.hang_up import hang_up, notice_hang_up
from service.api.protocol.answer import Answer
from service.api.protocol.current_request import current_request
from service.problem_detail import Detail
from service.problems import Malformed
from service.queries.entries import ENTRIES_A_CHUNK, EntryFilter
from service.queries.shared_polls import MOST_OF_ADDRESS, SharedPoll
from service.queries.watch import HEARTBEAT, RETRY, Channel, Frame, Watch, Watcher, frame_of

EVENT_STREAM: Final = "text/event-stream"
HEARTBEAT_SECONDS: Final = 15.0
BUFFER_BYTES: Final = 64 * 1024  # bytes on their way to one reader, which the kernel doubles
STREAM_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept"}

EVERY_ENTRY: Final = EntryFilter()

_VERSION: Final = re.compile(r"[0-9]{1,15}")

log = logging.getLogger(__name__)

T = TypeVar("T")
Positions = dict[str, int]
Sending = Callable[[socket.socket | None], Iterator[bytes]]
FrameWriter = Callable[[Positions, str, Frame], bytes]


class Reader(Watcher):
    """A watcher with a client at its end."""

    connection: socket.socket | None = None
    dropped = False

    def serve(self, connection: socket.socket | None) -> AbstractContextManager[None]:
        """Dismiss the reader as soon as its client hangs up, whether anything is sent or not."""
        self.connection = connection
        return notice_hang_up(connection, self.dismiss)

    def drop(self) -> None:
        """Not closed: the server does that, once its own writing meets a broken pipe."""
        self.dropped = True
        if self.connection is not None:
            hang_up(self.connection)


@dataclass(slots=True)
class LiveStream:
    """What one client is sent: entries after a position, of one match or several.

    Thousands of them wait, so none holds its request.
    """

    store: Store
    watch: Watch
    positions: Positions
    write: FrameWriter
    wanted: EntryFilter = EVERY_ENTRY
    private: frozenset[str] = frozenset()
    ends: Positions = field(default_factory=dict)  # the last version of matches that are over
    open: set[str] = field(init=False)
    behind: set[str] = field(init=False)  # not level with the book yet

    def __post_init__(self) -> None:
        self.open = set(self.positions)
        self.behind = set(self.positions)

    def send(self, connection: socket.socket | None) -> Iterator[bytes]:
        with self.watch.follow(self.positions, Reader) as reader:
            assert isinstance(reader, Reader)  # noqa: S101  as asked for
            with reader.serve(connection):
                for chunk in self.chunks(reader):
                    reader.busy_since = time.monotonic()
                    yield chunk
                    reader.busy_since = None
                    if reader.dropped:
                        return

    def chunks(self, reader: Reader) -> Iterator[bytes]:
        yield RETRY
        while True:
            for match in sorted(self.open):
                yield from self.news(reader.channels[match])
            if not self.open or reader.dismissed:
                return
            if not reader.wait(HEARTBEAT_SECONDS):
                yield HEARTBEAT

    def news(self, channel: Channel) -> Iterator[bytes]:
        """Everything known so far after the position."""
        match = channel.match
        while match in self.open and (frames := self.frames_ahead(channel)):
            chunk = b"".join(self.pass_on(match, frame) for frame in frames)
            if chunk:
                yield chunk
        if channel.lost:
            self.open.clear()

    def frames_ahead(self, channel: Channel) -> list[Frame]:
        match = channel.match
        frames = None if match in self.behind else channel.after(self.positions[match])
        if frames is not None:
            return frames
        entries = self.read_ahead(match)
        yield_control()
        if len(entries) < ENTRIES_A_CHUNK:
            self.behind.discard(match)
        return [frame_of(entry) for entry in entries]

    def read_ahead(self, match: str) -> list[Entry]:
        """Where an entry cannot be read, the match ends with the one before: a stream carries no status."""
        after = self.positions[match]
        try:
            return self.store.entries(match, after=after, limit=ENTRIES_A_CHUNK)
        except BrokenChain as broken:
            log.error("match %s: its history is sent up to %s", match, broken)  # noqa: TRY400  it is foreseen
            self.ends[match] = broken.version - 1
            if self.ends[match] == after:
                self.open.discard(match)
            return self.store.entries(match, after=after, limit=self.ends[match] - after)

    def pass_on(self, match: str, frame: Frame) -> bytes:
        if match not in self.open or frame.version <= self.positions[match]:
            return b""
        self.positions[match] = frame.version
        if frame.last or frame.version == self.ends.get(match):
            self.open.discard(match)
        if frame.ejects and match in self.private:
            self.open.clear()  # a returning client is checked again
        return self.write(self.positions, match, frame) if self.wanted.fits(frame.entry) else b""


def answer_stream(caller: Caller, stream: LiveStream) -> Answer:
    """204 tells a browser not to come back: there is nothing left to send."""
    if not stream.open:
        return Answer(status=204, headers=STREAM_HEADERS)
    return answer_live(caller, stream.send)


def answer_live(caller: Caller, send: Sending) -> Answer:
    connection = current_connection(buffer=BUFFER_BYTES)
    return make_live_answer(send(connection), caller.hold(TooManyStreams))


def answer_shared(
    call: Call, key: Hashable, make: Callable[[], SharedPoll[T]], send: Callable[[SharedPoll[T]], Sending]
) -> Answer:
    """Answer with a stream of what is read once for all who follow it; `key` tells it from others."""
    readings, address = call.services.readings, call.caller.address
    shared = readings.join(key, address, make)
    if shared is None:
        raise TooManyStreams(
            Detail("followed_by_address", {"most": MOST_OF_ADDRESS}), retry_after=RETRY_LATER_SECONDS
        )
    with ExitStack() as held:
        held.callback(readings.leave, shared, address)
        connection = current_connection(buffer=BUFFER_BYTES)
        held.callback(call.caller.hold(TooManyStreams))
        return make_live_answer(send(shared)(connection), held.pop_all().close)


def make_live_answer(parts: Iterator[bytes], give_back: Callable[[], None]) -> Answer:
    answer = Answer(parts, headers=STREAM_HEADERS, content_type=EVENT_STREAM)
    answer.call_on_close(give_back)
    answer.live = True
    return answer


def current_connection(buffer: int | None = None) -> socket.socket | None:
    """Return the client's, where the server hands it on.

    With a small `buffer` for a stream: megabytes for clients that do not read are taken from those that do.
    """
    connection: socket.socket | None = current_request().environ.get("gunicorn.socket")
    if connection is not None and buffer is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    return connection


def last_version_received(after: int) -> int:
    """Where a client has got to: a browser's own header is newer than the address it once opened."""
    position = current_request().headers.get("Last-Event-ID")
    if not position:
        return after
    if _VERSION.fullmatch(position) is None:
        raise Malformed(Detail("event_id_malformed"))
    return int(position)

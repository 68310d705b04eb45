"""Live streams: first what was missed, then what happens. Server-sent events, which every browser reads."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from events.store import Store
from service.http.budgets import Caller, TooManyStreams
from service.http.protocol.answer import Answer
from service.http.protocol.current_request import current_request
from service.problem_detail import Detail
from service.problems import Malformed
from service.reading.entries import ENTRIES_A_CHUNK, EntryFilter
from service.reading.stream_frames import HEARTBEAT, RETRY, Frame, frame_of
from service.reading.watch import Channel, Watch, Watcher

EVENT_STREAM: Final = "text/event-stream"
HEARTBEAT_SECONDS: Final = 15.0
BUFFER_BYTES: Final = 64 * 1024  # bytes on their way to one reader, which the kernel doubles
STREAM_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept"}

EVERY_ENTRY: Final = EntryFilter()

_VERSION: Final = re.compile(r"[0-9]{1,15}")

Positions = dict[str, int]
FrameWriter = Callable[[Positions, str, Frame], bytes]


class Reader(Watcher):
    """A watcher with a client at its end."""

    connection: socket.socket | None = None
    dropped = False

    def join(self, connection: socket.socket | None) -> None:
        """With a small buffer: megabytes for clients that do not read are taken from those that do."""
        self.connection = connection
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)

    def drop(self) -> None:
        """Not closed: the server does that, once its own writing meets a broken pipe."""
        self.dropped = True
        if self.connection is not None:
            hang_up(self.connection)


def hang_up(connection: socket.socket) -> None:
    """By another handle, because gevent would report a bad file to those who wait on this one."""
    with suppress(OSError), connection.dup() as same:
        same.shutdown(socket.SHUT_RDWR)


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
        with self.watch.channels(self.positions, Reader) as reader:
            assert isinstance(reader, Reader)  # noqa: S101  as asked for
            reader.join(connection)
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
        entries = self.store.entries(match, after=self.positions[match], limit=ENTRIES_A_CHUNK)
        if len(entries) < ENTRIES_A_CHUNK:
            self.behind.discard(match)
        return [frame_of(entry) for entry in entries]

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


def answer_live(caller: Caller, send: Callable[[socket.socket | None], Iterator[bytes]]) -> Answer:
    connection: Any = current_request().environ.get("gunicorn.socket")
    give_back = caller.hold(TooManyStreams)
    answer = Answer(send(connection), headers=STREAM_HEADERS, content_type=EVENT_STREAM)
    answer.call_on_close(give_back)
    answer.live = True
    return answer


def last_version_received(after: int) -> int:
    """Where a client has got to: a browser's own header is newer than the address it once opened."""
    position = current_request().headers.get("Last-Event-ID")
    if not position:
        return after
    if _VERSION.fullmatch(position) is None:
        raise Malformed(Detail("event_id_malformed"))
    return int(position)

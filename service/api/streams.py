"""Live streams as server-sent events: first what was missed, then what happens; or a listing that changes."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

import msgspec

from events.entry import BrokenChain, Entry
from events.store import Store
from service.api.budgets import RETRY_LATER_SECONDS
from service.api.context import RequestContext
from service.api.fast_flask import Answer, current_request
from service.api.greenlets import hang_up, notice_hang_up, yield_control
from service.api.problems import TooManyStreams
from service.problem_detail import Detail
from service.problems import Malformed
from service.queries.entries import ENTRIES_A_CHUNK, EntryFilter
from service.queries.listing import MatchFilter, page_of_matches
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
Client = socket.socket | None  # its connection, where the server hands it on
Chunks = Iterator[bytes]
FrameWriter = Callable[[Positions, str, Frame], bytes]


class Reader(Watcher):
    """A watcher with a client at its end."""

    connection: Client = None
    dropped = False

    def serve(self, connection: Client) -> AbstractContextManager[None]:
        """Dismiss the reader as soon as its client hangs up, whether anything is sent or not."""
        self.connection = connection
        return notice_hang_up(connection, self.dismiss)

    def send(self, client: Client, chunks: Chunks) -> Chunks:
        """Pass chunks on until the client hangs up, or is dropped because it reads too slowly."""
        with self.serve(client):
            for chunk in chunks:
                self.busy_since = time.monotonic()
                yield chunk
                self.busy_since = None
                if self.dropped:
                    return

    def drop(self) -> None:
        """Hang up. Not closed: the server does that, once its own writing meets a broken pipe."""
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

    def send(self, client: Client) -> Chunks:
        with self.watch.follow(self.positions, Reader) as reader:
            assert isinstance(reader, Reader)  # noqa: S101  as asked for
            yield from reader.send(client, self.chunks(reader))

    def chunks(self, reader: Reader) -> Chunks:
        yield RETRY
        while True:
            for match in sorted(self.open):
                yield from self.news(reader.channels[match])
            if not self.open or reader.dismissed:
                return
            if not reader.wait(HEARTBEAT_SECONDS):
                yield HEARTBEAT

    def news(self, channel: Channel) -> Chunks:
        """Yield all entries after the position, as far as there are any."""
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
        """Return the next entries from the store.

        Where one cannot be read, the match ends with the one before.
        """
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


def answer_entries_live(context: RequestContext, stream: LiveStream) -> Answer:
    """Answer with a stream; if nothing is left to send, with 204, so that a browser does not come back."""
    if not stream.open:
        return Answer(status=204, headers=STREAM_HEADERS)
    return answer_live(context, stream.send)


def answer_shared(
    context: RequestContext,
    key: Hashable,
    make: Callable[[], SharedPoll[T]],
    send: Callable[[SharedPoll[T], Client], Chunks],
) -> Answer:
    """Answer with a stream of what is read once for all who follow it; `key` tells it from others."""
    readings, address = context.services.readings, context.caller.address
    shared = readings.join(key, address, make)
    if shared is None:
        raise TooManyStreams(
            Detail("followed_by_address", {"most": MOST_OF_ADDRESS}), retry_after=RETRY_LATER_SECONDS
        )
    return answer_live(context, partial(send, shared), partial(readings.leave, shared, address))


def answer_live(
    context: RequestContext, send: Callable[[Client], Chunks], leave: Callable[[], None] = lambda: None
) -> Answer:
    """Answer with a stream, which counts until it ends; then, or if it is refused, `leave` is called."""
    with ExitStack() as held:
        held.callback(leave)
        if (
            context.connection is not None
        ):  # megabytes for clients that do not read are taken from those that do
            context.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
        held.callback(context.caller.hold(TooManyStreams))
        answer = Answer(send(context.connection), headers=STREAM_HEADERS, content_type=EVENT_STREAM)
        answer.call_on_close(held.pop_all().close)
        answer.live = True
        return answer


def last_version_received(after: int) -> int:
    """Return the last version that a client has.

    A browser's own header is newer than the address it opened.
    """
    position = current_request().headers.get("Last-Event-ID")
    if not position:
        return after
    if _VERSION.fullmatch(position) is None:
        raise Malformed(Detail("event_id_malformed"))
    return int(position)


BREATH: Final = 1.0  # seconds between two readings of a page, however many follow it and however much happens


def stream_listing(context: RequestContext, asked: MatchFilter) -> Answer:
    """Answer with the page of a listing, and with the whole page again whenever it changes."""
    watch, read = context.services.watch, partial(write_page, context.matches.store, asked)

    def send(pages: SharedPoll[bytes], client: Client) -> Chunks:
        return send_pages(watch, pages, pages.recent(), client)  # here a cursor without a meaning is refused

    return answer_shared(context, asked, lambda: SharedPoll(read, BREATH), send)


def send_pages(watch: Watch, pages: SharedPoll[bytes], first: bytes, client: Client) -> Chunks:
    with watch.follow(None, Reader) as reader:
        assert isinstance(reader, Reader)  # noqa: S101  as asked for
        yield from reader.send(client, changed_pages(pages, first, reader))


def changed_pages(pages: SharedPoll[bytes], first: bytes, reader: Reader) -> Chunks:
    yield RETRY + first
    sent = first
    reader.wake()  # the page was read before anybody listened
    while True:
        happened = reader.wait(HEARTBEAT_SECONDS)
        if reader.dismissed:
            return
        page = pages.newest() if happened else sent
        if page != sent:
            sent = page
            yield page
        elif not happened:
            yield HEARTBEAT


def write_page(store: Store, asked: MatchFilter) -> bytes:
    page = msgspec.json.encode(page_of_matches(store, asked), order="deterministic")
    return b"event: listing\ndata: %s\n\n" % page

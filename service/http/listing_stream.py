"""A listing as a live stream: the whole page again whenever it changes, at most once a second."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import msgspec

from events.store import Store
from service.http.call import Call
from service.http.protocol.answer import Answer
from service.http.stream import HEARTBEAT_SECONDS, Reader, answer_live
from service.reading.listing import MatchFilter, page_of_matches
from service.reading.stream_frames import HEARTBEAT, RETRY
from service.reading.watch import Watch

BREATH: Final = 1.0  # seconds between two pages, however much happens

PageWriter = Callable[[], bytes]


def stream_listing(call: Call, asked: MatchFilter) -> Answer:
    write = partial(write_page, call.matches.store, asked)
    first = write()  # a cursor that means nothing is refused before the stream begins
    return answer_live(call.caller, partial(send_pages, call.desk.watch, write, first))


def send_pages(
    watch: Watch, write: PageWriter, first: bytes, connection: socket.socket | None
) -> Iterator[bytes]:
    with watch.all_matches(Reader) as reader:
        assert isinstance(reader, Reader)  # noqa: S101  as asked for
        reader.join(connection)
        for chunk in chunks(write, first, reader):
            reader.busy_since = time.monotonic()
            yield chunk
            reader.busy_since = None
            if reader.dropped:
                return


def chunks(write: PageWriter, first: bytes, reader: Reader) -> Iterator[bytes]:
    yield RETRY + first
    sent = first
    reader.wake()  # the page was read before anybody listened
    while True:
        happened = reader.wait(HEARTBEAT_SECONDS)
        if reader.dismissed:
            return
        page = write() if happened else sent
        if page != sent:
            sent = page
            yield page
            time.sleep(BREATH)
        elif not happened:
            yield HEARTBEAT


def write_page(store: Store, asked: MatchFilter) -> bytes:
    page = msgspec.json.encode(page_of_matches(store, asked), order="deterministic")
    return b"event: listing\ndata: %s\n\n" % page

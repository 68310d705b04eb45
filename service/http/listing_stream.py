"""A listing as a live stream: the whole page again whenever it changes, at most once a second."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from service.http.budgets import TooManyStreams
from service.http.call import Call
from service.http.protocol.answer import Answer
from service.http.protocol.current_request import current_request
from service.http.stream import EVENT_STREAM, HEARTBEAT_SECONDS, STREAM_HEADERS, Reader
from service.reading.listing import MatchFilter, page_of_matches
from service.reading.stream_frames import HEARTBEAT, RETRY

BREATH: Final = 1.0  # seconds between two pages, however much happens


def stream_listing(call: Call, asked: MatchFilter) -> Answer:
    connection: Any = current_request().environ.get("gunicorn.socket")
    first = write_page(call, asked)  # a cursor that means nothing is refused before the stream begins
    give_back = call.caller.hold(TooManyStreams)
    answer = Answer(
        send_pages(call, asked, first, connection), headers=STREAM_HEADERS, content_type=EVENT_STREAM
    )
    answer.call_on_close(give_back)
    return answer


def send_pages(
    call: Call, asked: MatchFilter, first: bytes, connection: socket.socket | None
) -> Iterator[bytes]:
    with call.desk.watch.all_matches(Reader) as reader:
        assert isinstance(reader, Reader)  # noqa: S101  as asked for
        reader.join(connection)
        for chunk in chunks(call, asked, first, reader):
            reader.busy_since = time.monotonic()
            yield chunk
            reader.busy_since = None
            if reader.dropped:
                return


def chunks(call: Call, asked: MatchFilter, first: bytes, reader: Reader) -> Iterator[bytes]:
    yield RETRY + first
    sent = first
    reader.wake()  # the page was read before anybody listened
    while True:
        happened = reader.wait(HEARTBEAT_SECONDS)
        if reader.dismissed:
            return
        page = write_page(call, asked) if happened else sent
        if page != sent:
            sent = page
            yield page
            time.sleep(BREATH)
        elif not happened:
            yield HEARTBEAT


def write_page(call: Call, asked: MatchFilter) -> bytes:
    page = msgspec.json.encode(page_of_matches(call.matches.store, asked), order="deterministic")
    return b"event: listing\ndata: %s\n\n" % page

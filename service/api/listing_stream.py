"""A listing as a live stream: the whole page again whenever it changes, at most once a second."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from events.store import Store
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.stream import HEARTBEAT_SECONDS, Reader, Sending, answer_shared
from service.queries.listing import MatchFilter, page_of_matches
from service.queries.shared_polls import SharedPoll
from service.queries.watch import HEARTBEAT, RETRY, Watch

BREATH: Final = 1.0  # seconds between two readings of a page, however many follow it and however much happens


def stream_listing(call: Call, asked: MatchFilter) -> Answer:
    read = partial(write_page, call.matches.store, asked)

    def send(pages: SharedPoll[bytes]) -> Sending:
        """A cursor that means nothing is refused here, before the stream begins."""
        return partial(send_pages, call.services.watch, pages, pages.recent())

    return answer_shared(call, asked, lambda: SharedPoll(read, BREATH), send)


def send_pages(
    watch: Watch, pages: SharedPoll[bytes], first: bytes, connection: socket.socket | None
) -> Iterator[bytes]:
    with watch.follow(None, Reader) as reader:
        assert isinstance(reader, Reader)  # noqa: S101  as asked for
        with reader.serve(connection):
            for chunk in chunks(pages, first, reader):
                reader.busy_since = time.monotonic()
                yield chunk
                reader.busy_since = None
                if reader.dropped:
                    return


def chunks(pages: SharedPoll[bytes], first: bytes, reader: Reader) -> Iterator[bytes]:
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

"""Answers the book of a match: a page, every line, a live stream, or one entry."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

import msgspec

from events.entry import BrokenChain, Entry
from events.export import MEDIA_TYPE as NDJSON
from service import problems
from service.api.answer_building import ASK_AGAIN, JSON, answer_if_changed, caching_headers, etag, reply
from service.api.budgets import TooManyStreams
from service.api.call import Call
from service.api.position_query import cache_policy
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.requests import EntriesQuery
from service.api.stream import (
    EVENT_STREAM,
    LiveStream,
    Positions,
    Reader,
    answer_stream,
    current_connection,
    last_version_received,
)
from service.api.urls import BASE, add_query, entries_link, next_page_header
from service.matches.repository import CurrentMatch
from service.problem_detail import Detail
from service.problems import Malformed
from service.queries.entries import (
    ENTRIES_A_CHUNK,
    EntriesAnswer,
    EntryFilter,
    read_entry,
    read_matching,
    read_page,
)
from service.queries.positions import Position, load_history
from service.queries.watch import Frame

routes = Routes("entries", f"{BASE}/matches/<match>/entries")

PAGE_SIZE: Final = 50

log = logging.getLogger(__name__)


@routes.get(
    "",
    query=EntriesQuery,
    answer=EntriesAnswer,
    paged=True,
    tagged=True,
    live=True,
    media_types=(JSON, NDJSON, EVENT_STREAM),
    streamed=Entry,
)
def list_entries(call: Call, match: str) -> Answer:
    """The history, page by page; as NDJSON all of it, one entry a line; as an event stream also what comes.

    In the stream `id` is the version and `event` the type of the command. It begins after `Last-Event-ID` or
    `after`, has a comment every 15 seconds while nothing happens, and ends with the match. Whoever reads too
    slowly is cut off and goes on after the last id. `wait` is for clients that cannot read streams.

    Each ends before an entry that cannot be read; what begins with that one is the problem that names it.
    """
    live, sound = load_history(call.matches, match, call.token)
    wanted = EntryFilter(call.query["after"], call.query.get("type"), call.query.get("seat"))
    if call.wants(EVENT_STREAM):
        return stream_entries(call, live, wanted, sound=sound)
    if call.query["wait"] and not live.over:
        live = poll_for_entry(call, live, wanted)
    as_lines = call.wants(NDJSON)
    answer_entries = answer_as_lines if as_lines else answer_page
    if not sound:  # it has no ETag, as there will be more of it once the match is restored
        return answer_entries(call, live, wanted, {"Vary": "Accept", "Cache-Control": "no-store"})
    tag = etag(live.version, live.hash, as_lines=as_lines)
    headers = caching_headers(tag, ASK_AGAIN) | {"Vary": "Accept"}
    return answer_if_changed(headers, lambda: answer_entries(call, live, wanted, headers))


def answer_as_lines(call: Call, live: CurrentMatch, wanted: EntryFilter, headers: dict[str, str]) -> Answer:
    """What begins with an entry that cannot be read is refused before anything is sent."""
    found = islice(
        read_matching(call.matches.store, live.match.id, wanted, live.version), call.query.get("limit")
    )
    first = list(islice(found, 1))
    return Answer(encode_lines(live, chain(first, found)), headers=headers, content_type=NDJSON)


def answer_page(call: Call, live: CurrentMatch, wanted: EntryFilter, headers: dict[str, str]) -> Answer:
    match, limit = live.match.id, call.query.get("limit", PAGE_SIZE)
    answer = read_page(call.matches.store, match, wanted, limit, live.version)
    if answer.next is not None:
        following = add_query(entries_link(match), **(call.query | {"after": answer.next}))
        headers = headers | next_page_header(following)
    return reply(answer, headers=headers)


def stream_entries(call: Call, live: CurrentMatch, wanted: EntryFilter, *, sound: bool) -> Answer:
    if "limit" in call.query:
        raise Malformed(Detail("stream_without_limit"))
    after = last_version_received(wanted.after)
    if not sound:  # refused at once where the next entry is the one that cannot be read
        call.matches.store.entries(live.match.id, after=after, limit=1)
    stream = LiveStream(call.matches.store, call.services.watch, {live.match.id: after}, write_frame, wanted)
    if live.match.visibility == "private":
        stream.private = frozenset(stream.open)
    if live.over:
        stream.ends[live.match.id] = live.version
        if after >= live.version:
            stream.open.clear()
    return answer_stream(call.caller, stream)


def write_frame(_: Positions, __: str, frame: Frame) -> bytes:
    return frame.event()


def poll_for_entry(call: Call, live: CurrentMatch, wanted: EntryFilter) -> CurrentMatch:
    """Who waits holds a connection as a stream does, until the client hangs up."""
    give_back = call.caller.hold(TooManyStreams)
    try:
        with call.services.watch.follow([live.match.id], Reader) as reader:
            assert isinstance(reader, Reader)  # noqa: S101  as asked for
            with reader.serve(current_connection()):
                return wait_for_entry(call, live, wanted, reader)
    finally:
        give_back()


def wait_for_entry(call: Call, live: CurrentMatch, wanted: EntryFilter, reader: Reader) -> CurrentMatch:
    """Waits until there is an entry that is wanted, the time is over, or nothing can come any more."""
    until, looked_at = time.monotonic() + call.query["wait"], wanted.after
    while not live.over and not reader.dismissed and (left := until - time.monotonic()) > 0:
        since = read_matching(call.matches.store, live.match.id, wanted.since(looked_at), live.version)
        if next(since, None) is not None:
            break
        looked_at = max(looked_at, live.version)
        call.services.watch.wait_beyond(reader, looked_at, left)
        live, _ = load_history(call.matches, live.match.id, call.token)
    return live


def encode_lines(live: CurrentMatch, found: Iterator[Entry]) -> Iterator[bytes]:
    """Ends with the entry that is the newest now, so that every answer ends."""
    sound = end_before_break(live, found)
    while chunk := list(islice(sound, ENTRIES_A_CHUNK)):
        yield msgspec.json.Encoder().encode_lines(chunk)


def end_before_break(live: CurrentMatch, found: Iterator[Entry]) -> Iterator[Entry]:
    """Lines that are being sent can have no other status any more, so only the log names the entry."""
    try:
        yield from found
    except BrokenChain as broken:
        log.error("match %s: its history is sent up to %s", live.match.id, broken)  # noqa: TRY400  it is foreseen


@routes.get("/<number:version>", answer=Entry, tagged=True, problems=(problems.UnknownEntry,))
def get_entry(call: Call, match: str, version: int) -> Answer:
    """One entry."""
    live, _ = load_history(call.matches, match, call.token)
    entry = read_entry(call.matches.store, match, version, live.version)
    seen = Position(live.match, entry.version, entry.hash, live.opened_at, entry.at, settled=True)
    headers = caching_headers(etag(entry.version, entry.hash), cache_policy(seen))
    return answer_if_changed(headers, lambda: reply(entry, headers=headers))

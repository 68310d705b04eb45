"""The entries of a match: a page, all lines, a live stream, or one entry; and many matches in one stream."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator
from itertools import chain, islice
from typing import Annotated, Final

import msgspec

from events.entry import BrokenChain, Entry
from events.export import MEDIA_TYPE as NDJSON
from events.snapshots import BEYOND
from games.kernel.quantities import doc
from service import problems
from service.api.answers import ASK_AGAIN, JSON, answer_if_changed, caching_headers, etag, reply
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer, current_request
from service.api.links import BASE, add_query, entries_link, next_page_header
from service.api.problems import TooManyStreams
from service.api.schemas.queries import MOST_STREAMED, EntriesQuery, StreamQuery
from service.api.streams import (
    EVENT_STREAM,
    LiveStream,
    Positions,
    Reader,
    answer_entries_live,
    last_version_received,
)
from service.api.views.play import cache_policy
from service.matches.fields import MatchId
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
from service.queries.positions import Position, load_history, load_together
from service.queries.watch import Frame

api = ApiBlueprint("entries", BASE)

PAGE_SIZE: Final = 50

log = logging.getLogger(__name__)


@api.get(
    "/matches/<match>/entries",
    access="optional",
    query=EntriesQuery,
    answer=EntriesAnswer,
    paged=True,
    tagged=True,
    live=True,
    media_types=(JSON, NDJSON, EVENT_STREAM),
    streamed=Entry,
)
def list_entries(context: RequestContext, match: str) -> Answer:
    """The history, page by page; as NDJSON all of it, one entry a line; as an event stream also what comes.

    In the stream `id` is the version and `event` the type of the command. It begins after `Last-Event-ID` or
    `after`, has a comment every 15 seconds while nothing happens, and ends with the match. Whoever reads too
    slowly is cut off and goes on after the last id. `wait` is for clients that cannot read streams.

    Each ends before an entry that cannot be read; what begins with that one is the problem that names it.
    """
    live, sound = load_history(context.matches, match, context.token)
    wanted = EntryFilter(context.query["after"], context.query.get("type"), context.query.get("seat"))
    if context.wants(EVENT_STREAM):
        return stream_entries(context, live, wanted, sound=sound)
    if context.query["wait"] and not live.over:
        live = poll_for_entry(context, live, wanted)
    as_lines = context.wants(NDJSON)
    answer_entries = answer_as_lines if as_lines else answer_page
    if not sound:  # it has no ETag, as there will be more of it once the match is restored
        return answer_entries(context, live, wanted, {"Vary": "Accept", "Cache-Control": "no-store"})
    tag = etag(live.version, live.hash, as_lines=as_lines)
    headers = caching_headers(tag, ASK_AGAIN) | {"Vary": "Accept"}
    return answer_if_changed(headers, lambda: answer_entries(context, live, wanted, headers))


def answer_as_lines(
    context: RequestContext, live: CurrentMatch, wanted: EntryFilter, headers: dict[str, str]
) -> Answer:
    """Return the entries as lines; if the first cannot be read, refuse before anything is sent."""
    found = islice(
        read_matching(context.matches.store, live.match.id, wanted, live.version), context.query.get("limit")
    )
    first = list(islice(found, 1))
    return Answer(encode_lines(live, chain(first, found)), headers=headers, content_type=NDJSON)


def answer_page(
    context: RequestContext, live: CurrentMatch, wanted: EntryFilter, headers: dict[str, str]
) -> Answer:
    match, limit = live.match.id, context.query.get("limit", PAGE_SIZE)
    answer = read_page(context.matches.store, match, wanted, limit, live.version)
    if answer.next is not None:
        following = add_query(entries_link(match), **(context.query | {"after": answer.next}))
        headers = headers | next_page_header(following)
    return reply(answer, headers=headers)


def stream_entries(
    context: RequestContext, live: CurrentMatch, wanted: EntryFilter, *, sound: bool
) -> Answer:
    if "limit" in context.query:
        raise Malformed(Detail("stream_without_limit"))
    after = last_version_received(wanted.after)
    if not sound:  # refused at once where the next entry is the one that cannot be read
        context.matches.store.entries(live.match.id, after=after, limit=1)
    stream = LiveStream(
        context.matches.store,
        context.services.watch,
        {live.match.id: after},
        lambda _, __, frame: frame.event(),
        wanted,
    )
    if live.match.visibility == "private":
        stream.private = frozenset(stream.open)
    if live.over:
        stream.ends[live.match.id] = live.version
        if after >= live.version:
            stream.open.clear()
    return answer_entries_live(context, stream)


def poll_for_entry(context: RequestContext, live: CurrentMatch, wanted: EntryFilter) -> CurrentMatch:
    """Wait for an entry; the connection counts as a stream until the client hangs up."""
    give_back = context.caller.hold(TooManyStreams)
    try:
        with context.services.watch.follow([live.match.id], Reader) as reader:
            assert isinstance(reader, Reader)  # noqa: S101  as asked for
            with reader.serve(context.connection):
                return wait_for_entry(context, live, wanted, reader)
    finally:
        give_back()


def wait_for_entry(
    context: RequestContext, live: CurrentMatch, wanted: EntryFilter, reader: Reader
) -> CurrentMatch:
    """Wait until there is an entry that is wanted, the time is over, or nothing can come any more."""
    until, looked_at = time.monotonic() + context.query["wait"], wanted.after
    while not live.over and not reader.dismissed and (left := until - time.monotonic()) > 0:
        since = read_matching(context.matches.store, live.match.id, wanted.since(looked_at), live.version)
        if next(since, None) is not None:
            break
        looked_at = max(looked_at, live.version)
        context.services.watch.wait_beyond(reader, looked_at, left)
        live, _ = load_history(context.matches, live.match.id, context.token)
    return live


def encode_lines(live: CurrentMatch, found: Iterator[Entry]) -> Iterator[bytes]:
    """Yield lines up to the entry that is the newest now, so that every answer ends."""
    sound = end_before_break(live, found)
    while chunk := list(islice(sound, ENTRIES_A_CHUNK)):
        yield msgspec.json.Encoder().encode_lines(chunk)


def end_before_break(live: CurrentMatch, found: Iterator[Entry]) -> Iterator[Entry]:
    """Yield entries up to one that cannot be read, which only the log can name once lines are being sent."""
    try:
        yield from found
    except BrokenChain as broken:
        log.error("match %s: its history is sent up to %s", live.match.id, broken)  # noqa: TRY400  it is foreseen


@api.get(
    "/matches/<match>/entries/<number:version>",
    access="optional",
    answer=Entry,
    tagged=True,
    problems=(problems.UnknownEntry,),
)
def get_entry(context: RequestContext, match: str, version: int) -> Answer:
    """One entry."""
    live, _ = load_history(context.matches, match, context.token)
    entry = read_entry(context.matches.store, match, version, live.version)
    seen = Position(live.match, entry.version, entry.hash, live.opened_at, entry.at, settled=True)
    headers = caching_headers(etag(entry.version, entry.hash), cache_policy(seen))
    return answer_if_changed(headers, lambda: reply(entry, headers=headers))


_POSITION: Final = re.compile(r"([A-Za-z0-9_-]{1,64}):([0-9]{1,15})")


class StreamedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of one of the matches that are followed."""

    match: MatchId
    entry: Annotated[Entry, doc("The entry that was written.")]


@api.get(
    "/stream",
    access="optional",
    query=StreamQuery,
    answer=str,
    live=True,
    media_types=(EVENT_STREAM,),
    streamed=StreamedEntry,
    problems=(
        problems.UnknownMatch,
        problems.TokenMissing,
        problems.TokenUnknown,
        problems.BookUnavailable,
    ),
)
def stream_matches(context: RequestContext) -> Answer:
    """Many matches in one live stream.

    The data of each event is `{"match": …, "entry": …}`. Its id tells how far each match has been sent, so
    whoever comes back with it as `Last-Event-ID` misses nothing and gets nothing twice. The tokens of private
    matches go into `X-Match-Tokens`, a single one into `Authorization`; the latter must belong to one of the
    matches, the former may hold more than are needed. The stream ends when all its matches
    are over; nobody plays on in one that was imported, so that one is sent as far as it goes.
    """
    wanted = list(dict.fromkeys(context.query["matches"].split(",")))
    if len(wanted) > MOST_STREAMED:
        raise Malformed(Detail("stream_too_wide", {"most": MOST_STREAMED}))
    if len(wanted) > 1:  # each is looked up as if it were asked for alone
        context.caller.count_requests(len(wanted) - 1)
    positions = dict.fromkeys(wanted, 0) | read_positions(context, wanted)
    stream = LiveStream(context.matches.store, context.services.watch, positions, write_match_frame)
    seen = load_together(context.matches, wanted, context.token, context.tokens)
    stream.private = frozenset(match for match, live in seen.items() if live.match.visibility == "private")
    stream.ends = {match: live.version for match, live in seen.items() if live.over}
    stream.open = {match for match in wanted if positions[match] < stream.ends.get(match, BEYOND)}
    return answer_entries_live(context, stream)


def read_positions(context: RequestContext, wanted: list[str]) -> Positions:
    position = current_request().headers.get("Last-Event-ID") or context.query.get("after")
    if not position:
        return {}
    found = [_POSITION.fullmatch(part) for part in position.split(",")]
    if not all(found):
        raise Malformed(Detail("streams_event_id_malformed"))
    positions = {part[1]: int(part[2]) for part in found if part}
    return {match: version for match, version in positions.items() if match in wanted}


def write_match_frame(positions: Positions, match: str, frame: Frame) -> bytes:
    name = ",".join(f"{other}:{version}" for other, version in positions.items())
    return b'id: %s\nevent: %s\ndata: {"match":"%s","entry":%s}\n\n' % (
        name.encode(),
        frame.kind,
        match.encode(),
        frame.data,
    )

"""The book of a match."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec
from flask import Response

from events.entry import Entry
from service import problems
from service.http.call import Call
from service.http.links import BASE, entries_link, next_page, with_query
from service.http.play import keep
from service.http.reply import ASK_AGAIN, JSON, etag, known_already, reply, tagged, unchanged
from service.http.routes import Routes
from service.http.schemas import EntriesQuery
from service.live import Live
from service.reading.entries import CHUNK, EntriesAnswer, Wanted, every, one, page
from service.reading.positions import Position, newest

routes = Routes("entries", f"{BASE}/matches/<match>/entries")

NDJSON: Final = "application/x-ndjson"
PAGE: Final = 50


@routes.get("", query=EntriesQuery, answer=EntriesAnswer, paged=True, tagged=True, media_types=(JSON, NDJSON))
def list_entries(call: Call, match: str) -> Response:
    """The history, page by page; as NDJSON all of it, one entry a line."""
    live = newest(call.matches, match, call.token)
    headers = tagged(etag(live.version, live.hash), ASK_AGAIN) | {"Vary": "Accept"}
    if known_already(headers["ETag"]):
        return unchanged(headers)
    query = call.query
    wanted = Wanted(query["after"], query.get("type"), query.get("seat"))
    if call.wants(NDJSON):
        lines = streamed(call, live, wanted)
        return Response(lines, headers=headers, content_type=NDJSON)
    answer = page(call.matches.store, match, wanted, query.get("limit", PAGE), live.version)
    if answer.next is not None:
        headers |= next_page(with_query(entries_link(match), **(query | {"after": answer.next})))
    return reply(answer, headers=headers)


def streamed(call: Call, live: Live, wanted: Wanted) -> Iterator[bytes]:
    """Up to the entry that is the newest now, so that every stream ends."""
    found: Iterator[Entry] = every(call.matches.store, live.match.id, wanted, live.version)
    found = islice(found, call.query.get("limit"))
    while chunk := list(islice(found, CHUNK)):
        yield msgspec.json.Encoder().encode_lines(chunk)


@routes.get("/<number:version>", answer=Entry, tagged=True, problems=(problems.UnknownEntry,))
def get_entry(call: Call, match: str, version: int) -> Response:
    """One entry."""
    live = newest(call.matches, match, call.token)
    entry = one(call.matches.store, match, version, live.version)
    seen = Position(live.match, entry.version, entry.hash, settled=True)
    headers = tagged(etag(entry.version, entry.hash), keep(seen))
    if known_already(headers["ETag"]):
        return unchanged(headers)
    return reply(entry, headers=headers)

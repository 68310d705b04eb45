"""Answers many matches in one live stream."""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec

from events.entry import Entry
from events.snapshots import BEYOND
from games.kernel.quantities import doc
from service import problems
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.protocol.current_request import current_request
from service.api.routes import Routes
from service.api.schemas.requests import MOST_STREAMED, StreamQuery
from service.api.stream import EVENT_STREAM, LiveStream, Positions, answer_stream
from service.api.urls import BASE
from service.matches.fields import MatchId
from service.problem_detail import Detail
from service.problems import Malformed
from service.queries.positions import load_together
from service.queries.watch import Frame

routes = Routes("entries", f"{BASE}/stream")

_POSITION: Final = re.compile(r"([A-Za-z0-9_-]{1,64}):([0-9]{1,15})")


class StreamedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of one of the matches that are followed."""

    match: MatchId
    entry: Annotated[Entry, doc("The entry that was written.")]


@routes.get(
    "",
    query=StreamQuery,
    answer=str,
    live=True,
    also_without_token=True,
    media_types=(EVENT_STREAM,),
    streamed=StreamedEntry,
    problems=(
        problems.UnknownMatch,
        problems.TokenMissing,
        problems.TokenUnknown,
        problems.BookUnavailable,
    ),
)
def stream_matches(call: Call) -> Answer:
    """Many matches in one live stream.

    The data of each event is `{"match": …, "entry": …}`. Its id tells how far each match has been sent, so
    whoever comes back with it as `Last-Event-ID` misses nothing and gets nothing twice. The tokens of private
    matches go into `X-Match-Tokens`, a single one into `Authorization`; the latter must belong to one of the
    matches, the former may hold more than are needed. The stream ends when all its matches
    are over; nobody plays on in one that was imported, so that one is sent as far as it goes.
    """
    wanted = list(dict.fromkeys(call.query["matches"].split(",")))
    if len(wanted) > MOST_STREAMED:
        raise Malformed(Detail("stream_too_wide", {"most": MOST_STREAMED}))
    if len(wanted) > 1:  # each is looked up as if it were asked for alone
        call.caller.count_requests(len(wanted) - 1)
    positions = dict.fromkeys(wanted, 0) | read_positions(call, wanted)
    stream = LiveStream(call.matches.store, call.services.watch, positions, write_match_frame)
    seen = load_together(call.matches, wanted, call.token, call.tokens)
    stream.private = frozenset(match for match, live in seen.items() if live.match.visibility == "private")
    stream.ends = {match: live.version for match, live in seen.items() if live.over}
    stream.open = {match for match in wanted if positions[match] < stream.ends.get(match, BEYOND)}
    return answer_stream(call.caller, stream)


def read_positions(call: Call, wanted: list[str]) -> Positions:
    position = current_request().headers.get("Last-Event-ID") or call.query.get("after")
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

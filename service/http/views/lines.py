"""Takes commands for many matches in one call, and answers each as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Final

from events.export import MEDIA_TYPE as NDJSON
from service.http.body import keep_room, read_body
from service.http.budgets import MIB
from service.http.call import Call
from service.http.calls.lines import AnsweredLine, CommandLine, Lines
from service.http.faults import UnsupportedMediaType
from service.http.protocol.answer import Answer
from service.http.protocol.current_request import at_hand
from service.http.routes import Routes
from service.http.urls import BASE
from service.problem_detail import Detail

LARGEST_LINES: Final = 8 * MIB
LINES_TOGETHER: Final = 64  # others wait while these are decided

HEADERS: Final = {"Cache-Control": "private, no-store"}

routes = Routes("play", BASE)


@routes.post(
    "/commands",
    takes_line=CommandLine,
    answer=str,
    answers_line=AnsweredLine,
    media_types=(NDJSON,),
)
def submit_lines(call: Call) -> Answer:
    """Commands for any number of matches, a line each, answered line by line.

    Each line is decided, charged and answered as if it had come alone: those of one match in their order, and
    a refused one stops no other. Some dozens at a time are written together, and answered as soon as they
    are. Where the connection breaks, send the same lines with their keys again.
    """
    if call.asked.mimetype != NDJSON:
        raise UnsupportedMediaType(Detail("file_type_wanted", {"type": NDJSON}))
    raw = read_body(call.hold_bytes(file=True), LARGEST_LINES)
    parts = answer_lines(call, raw)
    if raw.count(b"\n") < LINES_TOGETHER:  # there is one part, which need not wait for others
        return Answer(b"".join(parts), headers=HEADERS, content_type=NDJSON)
    answer = Answer(parts, headers=HEADERS, content_type=NDJSON)
    answer.call_on_close(keep_room(call.asked.environ))
    return answer


def answer_lines(call: Call, raw: bytes) -> Iterator[bytes]:
    said = enumerate(BytesIO(raw), start=1)
    while some := list(islice(said, LINES_TOGETHER)):
        with at_hand(call.asked):
            answered = b"".join(answer_together(call, some))
        yield answered


def answer_together(call: Call, some: list[tuple[int, bytes]]) -> Iterator[bytes]:
    """Empty lines are counted and not answered."""
    lines = Lines(call)
    for number, raw in some:
        if raw.strip():
            lines.add(number, raw)
    return lines.carry_out()

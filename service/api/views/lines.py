"""Takes commands for many matches in one call, and answers each as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Final

from events.export import MEDIA_TYPE as NDJSON
from service.api.body import keep_reservation, read_body
from service.api.budgets import MIB, TooMuchImported
from service.api.call import Call
from service.api.calls.lines import AnsweredLine, CommandLine, Lines, refuse_line
from service.api.faults import BodyTooLarge, TooManyRequests, UnsupportedMediaType
from service.api.protocol.answer import Answer
from service.api.protocol.current_request import at_hand
from service.api.routes import Routes
from service.api.urls import BASE
from service.problem_detail import Detail

LARGEST_LINES: Final = 2 * MIB
MOST_LINES: Final = 10_000
LINES_TOGETHER: Final = 64  # are read and written together

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
    a refused one stops no other. Every line counts as a request of the caller, whatever it says. Once the
    caller may send no more, the answer ends with a line that has `unread`. Some dozens at a time are written
    together, and answered as soon as they are. Where the connection breaks, send the same lines with their
    keys again.
    """
    if call.asked.mimetype != NDJSON:
        raise UnsupportedMediaType(Detail("file_type_wanted", {"type": NDJSON}))
    call.caller.require(TooMuchImported)
    count_bytes = partial(call.caller.spend, TooMuchImported)
    raw = read_body(call.reserve_memory(file=True), LARGEST_LINES, count_bytes)
    many = count_lines(raw)
    if many > MOST_LINES:
        raise BodyTooLarge(Detail("lines_limit", {"most": MOST_LINES}))
    parts = answer_lines(call, raw, many)
    if many <= LINES_TOGETHER:  # there is one part, which need not wait for others
        return Answer(b"".join(parts), headers=HEADERS, content_type=NDJSON)
    answer = Answer(parts, headers=HEADERS, content_type=NDJSON)
    answer.call_on_close(keep_reservation(call.asked.environ))
    return answer


def count_lines(raw: bytes) -> int:
    return raw.count(b"\n") + (1 if raw and not raw.endswith(b"\n") else 0)


def answer_lines(call: Call, raw: bytes, many: int) -> Iterator[bytes]:
    """Some lines at a time, until the caller may send no more requests."""
    said, rest = enumerate(BytesIO(raw), start=1), b""
    while not rest and (some := list(islice(said, LINES_TOGETHER))):
        with at_hand(call.asked):
            answered, rest = answer_together(call, some, many)
        yield answered + rest


def answer_together(call: Call, some: list[tuple[int, bytes]], many: int) -> tuple[bytes, bytes]:
    """Empty lines are counted and not answered; the second part is about those that are not even read."""
    lines, rest = Lines(call), b""
    for number, raw in some:
        try:
            lines.add(number, raw)
        except TooManyRequests as refusal:
            rest = refuse_line(call, number, refusal, unread=many - number + 1)
            break
    return b"".join(lines.carry_out()), rest

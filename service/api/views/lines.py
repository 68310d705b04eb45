"""Many commands in one call, a line each: all are read, charged and answered as if they had come alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Annotated, Any, Final

import msgspec

from events.entry import make_cause
from events.export import MEDIA_TYPE as NDJSON
from games.catalogue import GAMES
from games.kernel import Command
from games.kernel.quantities import doc
from service.api.answers import encode_reply
from service.api.blueprint import ApiBlueprint
from service.api.body import (
    COUNTED_BYTES,
    LARGEST_BODY,
    LARGEST_INTEGER,
    decode_typed,
    keep_reservation,
    parse_json,
    read_body,
)
from service.api.budgets import MIB, Caller
from service.api.context import (
    RequestContext,
    check_key,
    check_match_id,
    fingerprint_of,
    require_write_budget,
)
from service.api.fast_flask import Answer, request_as_current
from service.api.links import BASE, match_link
from service.api.problems import (
    STATUS,
    BodyTooLarge,
    TooManyEntries,
    TooManyRequests,
    TooMuchImported,
    TooMuchWritten,
    UnsupportedMediaType,
    describe_problem,
    recognise_failure,
    seconds_to_wait,
)
from service.api.write_answers import PlayAnswer, make_write_answer
from service.matches.batches import Wish, handle_each
from service.matches.fields import AnyProblem, MatchId, UnreadCommand
from service.matches.handler import Request, Written
from service.problem_detail import Detail
from service.problems import Problem, TokenMissing, TokenUnknown
from service.queries.positions import load_newest
from service.tokens import TOKEN

STATUS_WRITTEN: Final = 201


class CommandLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command for one of many matches."""

    match: MatchId
    token: Annotated[str | None, doc("What `Authorization` would hold, without `Bearer`.")] = None
    command: UnreadCommand
    version: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=LARGEST_INTEGER)] | None,
        doc("The version of the match that is answered, and no other, as with `If-Match`."),
    ] = None
    key: Annotated[str | None, doc("What `Idempotency-Key` would hold.")] = None


class AnsweredLine(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one line: an answer or a problem."""

    line: Annotated[int, doc("Which line it was, counted from 1.")]
    status: Annotated[int, doc("The status with which the command would have been answered alone.")]
    replayed: Annotated[
        bool | msgspec.UnsetType, doc("True: the key was known, and this is its first answer.")
    ] = msgspec.UNSET
    retry_after: Annotated[
        int | msgspec.UnsetType, doc("So many seconds later the line may be sent again.")
    ] = msgspec.UNSET
    answer: Annotated[PlayAnswer | msgspec.UnsetType, doc("The answer to a command that was written.")] = (
        msgspec.UNSET
    )
    problem: Annotated[AnyProblem | msgspec.UnsetType, doc("Why nothing was written.")] = msgspec.UNSET
    unread: Annotated[
        int | msgspec.UnsetType,
        doc("So many lines from this one on were not read, because the caller may send no more for now."),
    ] = msgspec.UNSET


class Lines:
    """Lines that are carried out together. After each step of one, other requests have their turn."""

    def __init__(self, context: RequestContext) -> None:
        self._context = context
        self._wishes: list[Wish] = []
        self._callers: list[Caller] = []
        self._places: list[int] = []  # numbers of the lines that are wishes
        self._refused: dict[int, bytes] = {}

    def add(self, number: int, raw: bytes) -> None:
        """Count a line before it is looked at; raise TooManyRequests if the caller may send no more."""
        self._context.caller.count_requests(1 + len(raw) // COUNTED_BYTES)
        if raw.strip():
            self._read(number, raw)
        self._context.matches.give_way()

    def _read(self, number: int, raw: bytes) -> None:
        match = None
        try:
            line, asked = read_line(raw)
            match = line.match
            caller = self._context.caller.showing(line.token) if line.token else self._context.caller
            caller.count_requests(but=self._context.caller)
            wish = self._make_wish(line, asked, caller)
        except Exception as failure:  # noqa: BLE001  whatever is wrong with a line stops no other
            self._refused[number] = refuse_line(self._context, number, failure, match)
            return
        self._wishes.append(wish)
        self._callers.append(caller)
        self._places.append(number)

    def carry_out(self) -> Iterator[bytes]:
        """Yield the answer to each, in the order of the lines."""
        found = self._refused
        done = handle_each(self._context.matches, self._wishes)
        for number, wish, caller, outcome in zip(
            self._places, self._wishes, self._callers, done, strict=True
        ):
            if isinstance(outcome, Written):
                found[number] = answer_written(number, wish.match, outcome, caller)
            else:
                found[number] = refuse_line(self._context, number, outcome, wish.match)
            self._context.matches.give_way()
        for number in sorted(found):
            yield found[number]

    def _make_wish(self, line: CommandLine, asked: Any, caller: Caller) -> Wish:
        check_match_id(line.match)
        if line.token is None:
            raise TokenMissing(Detail("token_wanted"))
        if TOKEN.fullmatch(line.token) is None:
            raise TokenUnknown(Detail("bearer_wanted"))
        shown = self._context.recognise_admin(line.token)
        command = self._read_command(line, shown)
        require_write_budget(caller)
        return Wish(line.match, command, self._make_request(line, asked, shown))

    def _read_command(self, line: CommandLine, token: str) -> Command:
        matches = self._context.matches
        kind = GAMES[matches.game_of(line.match)].command_type
        try:
            command: Command = decode_typed(line.command, kind)
        except Problem:  # only who may see the match is told that its game has no such command
            load_newest(matches, line.match, token)
            raise
        return command

    def _make_request(self, line: CommandLine, asked: Any, token: str) -> Request:
        pinned = None if line.version is None else (line.version, "")
        if line.key is None:
            return Request(token=token, if_match=pinned)
        check_key(line.key)
        return Request(
            token=token,
            cause=make_cause(self._context.scope_of(token), line.key),
            fingerprint=fingerprint_of("POST", match_link(line.match, "commands"), asked),
            if_match=pinned,
        )


def refuse_line(
    context: RequestContext, number: int, failure: Exception, match: str | None = None, *, unread: int = 0
) -> bytes:
    problem = recognise_failure(failure)
    answer = AnsweredLine(
        line=number,
        status=STATUS[type(problem)].value,
        retry_after=seconds_to_wait(problem) or msgspec.UNSET,
        problem=describe_problem(problem, context.lang, match),
        unread=unread or msgspec.UNSET,
    )
    return encode_reply(answer) + b"\n"


def read_line(raw: bytes) -> tuple[CommandLine, Any]:
    """Return the line, and its command as plain JSON, of which a key keeps the fingerprint."""
    if len(raw) > LARGEST_BODY:
        raise BodyTooLarge(Detail("body_limit", {"kib": LARGEST_BODY // 1024}))
    parsed = parse_json(raw)
    line: CommandLine = decode_typed(raw, CommandLine)
    return line, parsed["command"]


def answer_written(number: int, match: str, written: Written, caller: Caller) -> bytes:
    """Return the answer to a line that was written, and charge it; a repetition costs nothing."""
    answer = AnsweredLine(
        line=number,
        status=STATUS_WRITTEN,
        replayed=written.replayed or msgspec.UNSET,
        answer=make_write_answer(match, written),
    )
    encoded = encode_reply(answer) + b"\n"
    if not written.replayed:
        caller.charge(TooManyEntries, 1)
        caller.charge(TooMuchWritten, len(encoded))
    return encoded


LARGEST_LINES: Final = 2 * MIB
MOST_LINES: Final = 10_000
LINES_TOGETHER: Final = 64  # are read and written together

HEADERS: Final = {"Cache-Control": "private, no-store"}

api = ApiBlueprint("lines", BASE)


@api.post(
    "/commands",
    tag="play",
    takes_line=CommandLine,
    answer=str,
    answers_line=AnsweredLine,
    media_types=(NDJSON,),
)
def submit_lines(context: RequestContext) -> Answer:
    """Commands for any number of matches, a line each, answered line by line.

    Each line is decided, charged and answered as if it had come alone: those of one match in their order, and
    a refused one stops no other. Every line counts as a request of the caller, whatever it says. Once the
    caller may send no more, the answer ends with a line that has `unread`. Some dozens at a time are written
    together, and answered as soon as they are. Where the connection breaks, send the same lines with their
    keys again.
    """
    if context.http.mimetype != NDJSON:
        raise UnsupportedMediaType(Detail("file_type_wanted", {"type": NDJSON}))
    context.caller.require(TooMuchImported)
    count_bytes = partial(context.caller.spend, TooMuchImported)
    raw = read_body(context.reserve_memory(file=True), LARGEST_LINES, count_bytes)
    many = count_lines(raw)
    if many > MOST_LINES:
        raise BodyTooLarge(Detail("lines_limit", {"most": MOST_LINES}))
    parts = answer_lines(context, raw, many)
    if many <= LINES_TOGETHER:  # there is one part, which need not wait for others
        return Answer(b"".join(parts), headers=HEADERS, content_type=NDJSON)
    answer = Answer(parts, headers=HEADERS, content_type=NDJSON)
    answer.call_on_close(keep_reservation(context.http.environ))
    return answer


def count_lines(raw: bytes) -> int:
    return raw.count(b"\n") + (1 if raw and not raw.endswith(b"\n") else 0)


def answer_lines(context: RequestContext, raw: bytes, many: int) -> Iterator[bytes]:
    """Yield answers, some lines at a time, until the caller may send no more requests."""
    said, rest = enumerate(BytesIO(raw), start=1), b""
    while not rest and (some := list(islice(said, LINES_TOGETHER))):
        with request_as_current(context.http):
            answered, rest = answer_together(context, some, many)
        yield answered + rest


def answer_together(context: RequestContext, some: list[tuple[int, bytes]], many: int) -> tuple[bytes, bytes]:
    """Return the answers to some lines, and one about lines that are not even read.

    Empty lines are only counted.
    """
    lines, rest = Lines(context), b""
    for number, raw in some:
        try:
            lines.add(number, raw)
        except TooManyRequests as refusal:
            rest = refuse_line(context, number, refusal, unread=many - number + 1)
            break
    return b"".join(lines.carry_out()), rest

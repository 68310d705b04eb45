"""JSON read as strictly as possible: what two readers could understand differently is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any, Final, NoReturn

import gevent
import marshmallow
import msgspec
from flask import Request
from gunicorn.http.body import ChunkedReader
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wsgi import get_input_stream

from games.kernel.pointers import escape_pointer, locate_misfit
from service.api.body_memory import STEP, Reservation
from service.api.faults import BodyTooLarge, BodyTooSlow, UnsupportedMediaType
from service.api.greenlets import yield_control
from service.api.protocol.current_request import current_request
from service.api.protocol.wsgi import RESERVATION, Environ
from service.problem_detail import Detail
from service.problems import Malformed
from service.wording import recognise_misfit

LARGEST_INTEGER: Final = 2**53 - 1  # beyond it, languages disagree about the number
MOST_DIGITS: Final = 17
BODY_PATIENCE: Final = 30.0  # seconds
LARGEST_BODY: Final = 64 * 1024
MOST_VIOLATIONS: Final = 50  # are named
COUNTED_BYTES: Final = 4 * 1024  # of JSON: each time that a body has so many it counts as one request more
SMALL_BODY: Final = 16 * 1024
JSON_TYPE: Final = "application/json"


class UnreadableJson(ValueError):  # noqa: N818  the name says it
    """JSON that two readers could understand differently."""

    def __init__(self, detail: Detail) -> None:
        super().__init__(detail.code)
        self.detail = detail


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise UnreadableJson(Detail("key_twice"))
    return found


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS or abs(int(digits)) > LARGEST_INTEGER:
        raise UnreadableJson(Detail("number_unsafe"))
    return int(digits)


def _no_number(word: str) -> NoReturn:
    raise UnreadableJson(Detail("no_json", {"word": word}))


_strict: Final = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_number)


def read_body(held: Reservation, most: int, count: Callable[[int], None] = lambda _: None) -> bytes:
    """Within the time, the size and the memory that a body may have; `count` is told of each part of it."""
    environ = current_request().environ
    environ[RESERVATION] = held
    if environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("", "identity"):
        raise UnsupportedMediaType(Detail("body_encoded"))
    try:
        with gevent.Timeout(BODY_PATIENCE):
            return read_sent(environ, held, most, count)
    except gevent.Timeout as late:
        raise BodyTooSlow(Detail("body_late", {"seconds": round(BODY_PATIENCE)})) from late
    except RequestEntityTooLarge as large:
        raise BodyTooLarge(Detail("body_limit", {"kib": most // 1024})) from large


def read_sent(environ: Environ, held: Reservation, most: int, count: Callable[[int], None]) -> bytes:
    size = environ.get("CONTENT_LENGTH", "")
    chunked = "HTTP_TRANSFER_ENCODING" in environ
    if not chunked and size.isdecimal() and int(size) <= SMALL_BODY:
        return read_at_once(environ, held, int(size), count)
    if chunked:
        refuse_large_chunks(environ["wsgi.input"], most)
    return b"".join(read_parts(environ, held, most, count))


def refuse_large_chunks(source: Any, most: int) -> None:
    """A chunk says its length before it comes: nobody waits for one that is longer than a body may be."""
    reader = getattr(source, "reader", None)  # gunicorn's
    if not isinstance(reader, ChunkedReader):
        return
    read_size = reader.parse_chunk_size

    def read_fitting_size(*about: Any, **more: Any) -> tuple[int, bytes | None]:
        size, rest = read_size(*about, **more)
        if size > most:
            raise RequestEntityTooLarge
        return size, rest

    reader.parse_chunk_size = read_fitting_size


def read_at_once(environ: Environ, held: Reservation, size: int, count: Callable[[int], None]) -> bytes:
    """In one go, as nearly all bodies are read: in steps it takes twice as long."""
    held.reserve(size)
    raw: bytes = environ["wsgi.input"].read(size)
    if len(raw) < size:
        raise Malformed(Detail("body_cut"))
    count(size)
    return raw


def read_parts(
    environ: Environ, held: Reservation, most: int, count: Callable[[int], None]
) -> Iterator[bytes]:
    """Memory is reserved before a part is read, because it is kept in memory from its first byte on."""
    source = get_input_stream(environ, max_content_length=most)
    length = current_request().content_length
    left = most if length is None else length
    while True:
        step = min(left or 1, STEP)  # in chunks nobody says in advance how much will come: is there more?
        held.reserve(step)
        part = source.read(step)
        held.give_back(step - len(part))
        if not part:
            return
        left = (left or 0) - len(part)
        count(len(part))
        yield part
        yield_control()  # what a quick client sends would be read without a pause


def keep_reservation(environ: Environ) -> Callable[[], None]:
    """For an answer that is made from the body while it is sent; calling the result releases the memory."""
    held: Reservation = environ.pop(RESERVATION)
    return held.release


def release_reservation(environ: Environ) -> None:
    """When the request is over: until then its body lies in memory."""
    held: Reservation | None = environ.pop(RESERVATION, None)
    if held is not None:
        held.release()


def read_json_body(held: Reservation) -> bytes:
    """The bytes of the body, which must be called JSON by its sender."""
    raw = read_body(held, LARGEST_BODY)
    if raw and not says_json(current_request()):
        raise UnsupportedMediaType(Detail("json_type_wanted"))
    return raw


def says_json(request: Request) -> bool:
    return request.environ.get("CONTENT_TYPE") == JSON_TYPE or request.mimetype == JSON_TYPE


def parse_json(raw: bytes) -> Any:
    """What the JSON says; msgspec checks the syntax, the second reader keys and numbers."""
    try:
        msgspec.json.decode(raw)
        return _strict.decode(raw.decode())
    except UnreadableJson as failure:
        raise refuse_json(failure.detail) from failure
    except RecursionError as failure:
        raise refuse_json(Detail("nested_too_deep")) from failure
    except ValueError as failure:
        raise refuse_json(recognise_misfit(str(failure))) from failure


def refuse_json(because: Detail) -> Malformed:
    return Malformed(Detail("json_unreadable", {"because": because}))


@cache
def _guard(schema: type[marshmallow.Schema]) -> marshmallow.Schema:
    """One for all requests: making it costs more than using it."""
    return schema()


def check_schema(thing: Any, schema: type[marshmallow.Schema]) -> dict[str, Any]:
    if not isinstance(thing, dict):
        raise describe_misfit([{"pointer": "", "detail": Detail("object_wanted")}])
    try:
        found: dict[str, Any] = _guard(schema).load(thing)
    except marshmallow.ValidationError as failure:
        raise describe_misfit(list(islice(_violations(failure.messages, ""), MOST_VIOLATIONS))) from failure
    return found


def decode_typed(raw: bytes, wanted: Any) -> Any:
    """A body that msgspec checks better than any schema of ours."""
    try:
        return _decoder(wanted).decode(raw)
    except msgspec.ValidationError as failure:
        pointer, detail = locate_misfit(failure)
        raise describe_misfit([{"pointer": pointer, "detail": recognise_misfit(detail)}]) from failure


@cache
def _decoder(wanted: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(wanted)


def check_query(parameters: dict[str, str], schema: type[marshmallow.Schema]) -> dict[str, Any]:
    """What is wrong with a query names the parameter, and no place in a body."""
    try:
        found: dict[str, Any] = _guard(schema).load(parameters)
    except marshmallow.ValidationError as failure:
        details = {name: detail_of_misfit(texts[0]) for name, texts in failure.messages_dict.items()}
        raise describe_unfit_query(details) from failure
    return found


@cache
def read_empty_query(schema: type[marshmallow.Schema]) -> dict[str, Any]:
    """The query of a request that has none, as most have: read once, the same for all of them."""
    return check_query({}, schema)


def describe_unfit_query(details: dict[str, Detail]) -> Malformed:
    violations = [{"parameter": name, "detail": detail} for name, detail in details.items()]
    return Malformed(Detail("query_unfit", {"parameters": list(details)}), violations=violations)


def describe_misfit(violations: list[dict[str, Any]]) -> Malformed:
    places = [violation["pointer"] or "place.whole" for violation in violations]
    return Malformed(Detail("body_unfit", {"places": places}), violations=violations)


def detail_of_misfit(message: str | Detail) -> Detail:
    """Our own validators name a sentence, those of the library say one."""
    return message if isinstance(message, Detail) else recognise_misfit(message)


def _violations(messages: Any, path: str) -> Iterator[dict[str, Any]]:
    if isinstance(messages, dict):
        for field, inner in messages.items():
            yield from _violations(
                inner, path if field == "_schema" else f"{path}/{escape_pointer(str(field))}"
            )
    else:
        yield from ({"pointer": path, "detail": detail_of_misfit(message)} for message in messages)

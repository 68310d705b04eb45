"""Reading the body of a request: within time, size and memory, and JSON as strictly as possible.

JSON that two readers could understand differently is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any, Final, NoReturn

import gevent
import marshmallow
import msgspec
from gunicorn.http.body import ChunkedReader
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wsgi import get_input_stream

from games.kernel.pointers import escape_pointer, locate_misfit
from service.api.budgets import MIB
from service.api.fast_flask import Environ, current_request
from service.api.greenlets import yield_control
from service.api.problems import BodyTooLarge, BodyTooSlow, TooManyBodies, UnsupportedMediaType
from service.problem_detail import Detail
from service.problems import Malformed
from service.wording import recognise_misfit

RESERVATION: Final = "grubenbuch.reservation"  # in the environ: the memory of the body
STEP: Final = MIB  # read, and reserved, at a time
FOR_FILES: Final = 0.75  # of all memory; the rest is for commands alone
FOR_ONE_ADDRESS: Final = 0.5


class MemoryBudget:
    """So many bytes of bodies for one process, whoever sends them and however slowly."""

    def __init__(self, most: int) -> None:
        """Bound the bytes to `most`; 0: there is no bound."""
        self._most = most
        self._of_address: Counter[str] = Counter()
        self._all = 0
        self._of_files = 0

    def take(self, address: str, size: int, *, file: bool) -> None:
        if self._most and not self._fits(address, size, file=file):
            raise TooManyBodies(Detail("bodies_busy"))
        self._all += size
        self._of_files += size if file else 0
        self._of_address[address] += size

    def _fits(self, address: str, size: int, *, file: bool) -> bool:
        most, taken = (self._most * FOR_FILES, self._of_files) if file else (self._most, self._all)
        return taken + size <= most and self._of_address[address] + size <= most * FOR_ONE_ADDRESS

    def give_back(self, address: str, size: int, *, file: bool) -> None:
        self._all -= size
        self._of_files -= size if file else 0
        self._of_address[address] -= size
        if not self._of_address[address]:
            del self._of_address[address]


class Reservation:
    """The memory reserved for one request, until it is answered."""

    __slots__ = ("_address", "_budget", "_file", "_size")

    def __init__(self, budget: MemoryBudget, address: str, *, file: bool) -> None:
        self._budget, self._address, self._file = budget, address, file
        self._size = 0

    def reserve(self, size: int) -> None:
        self._budget.take(self._address, size, file=self._file)
        self._size += size

    def give_back(self, size: int) -> None:
        self._budget.give_back(self._address, size, file=self._file)
        self._size -= size

    def release(self) -> None:
        self.give_back(self._size)


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
    """Read within the time, the size and the memory that a body may have.

    `count` is called with the size of each part. Nearly all bodies are small, and read in one go: in parts it
    takes twice as long.
    """
    environ = current_request().environ
    environ[RESERVATION] = held
    if environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("", "identity"):
        raise UnsupportedMediaType(Detail("body_encoded"))
    size = environ.get("CONTENT_LENGTH", "")
    chunked = "HTTP_TRANSFER_ENCODING" in environ
    try:
        with gevent.Timeout(BODY_PATIENCE):
            if chunked:
                refuse_large_chunks(environ["wsgi.input"], most)
            elif size.isdecimal() and int(size) <= SMALL_BODY:
                held.reserve(int(size))
                raw: bytes = environ["wsgi.input"].read(int(size))
                if len(raw) < int(size):
                    raise Malformed(Detail("body_cut"))
                count(len(raw))
                return raw
            return b"".join(read_parts(environ, held, most, count))
    except gevent.Timeout as late:
        raise BodyTooSlow(Detail("body_late", {"seconds": round(BODY_PATIENCE)})) from late
    except RequestEntityTooLarge as large:
        raise BodyTooLarge(Detail("body_limit", {"kib": most // 1024})) from large


def refuse_large_chunks(source: Any, most: int) -> None:
    """Refuse a chunk that is longer than a body may be as soon as its length is read."""
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


def read_parts(
    environ: Environ, held: Reservation, most: int, count: Callable[[int], None]
) -> Iterator[bytes]:
    """Yield the parts of a body; memory for each is reserved before it is read."""
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
    """Keep the memory for an answer that is made from the body while it is sent.

    Calling the result releases it.
    """
    held: Reservation = environ.pop(RESERVATION)
    return held.release


def release_reservation(environ: Environ) -> None:
    """Release the memory of the body when the request is over."""
    held: Reservation | None = environ.pop(RESERVATION, None)
    if held is not None:
        held.release()


def read_json_body(held: Reservation) -> bytes:
    """Return the bytes of the body, whose Content-Type must be JSON."""
    raw, request = read_body(held, LARGEST_BODY), current_request()
    if raw and request.environ.get("CONTENT_TYPE") != JSON_TYPE and request.mimetype != JSON_TYPE:
        raise UnsupportedMediaType(Detail("json_type_wanted"))
    return raw


def parse_json(raw: bytes) -> Any:
    """Return the parsed JSON; msgspec checks the syntax, the second parser keys and numbers."""
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
    """Return the one instance for all requests: making it costs more than using it."""
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
    """Return a body whose type msgspec checks better than any schema of ours."""
    try:
        return _decoder(wanted).decode(raw)
    except msgspec.ValidationError as failure:
        pointer, detail = locate_misfit(failure)
        raise describe_misfit([{"pointer": pointer, "detail": recognise_misfit(detail)}]) from failure


@cache
def _decoder(wanted: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(wanted)


def check_query(parameters: dict[str, str], schema: type[marshmallow.Schema]) -> dict[str, Any]:
    """Return the query as its schema has it; a violation names the parameter."""
    try:
        found: dict[str, Any] = _guard(schema).load(parameters)
    except marshmallow.ValidationError as failure:
        details = {name: detail_of_misfit(texts[0]) for name, texts in failure.messages_dict.items()}
        raise describe_unfit_query(details) from failure
    return found


@cache
def read_empty_query(schema: type[marshmallow.Schema]) -> dict[str, Any]:
    """Return the query of a request that has none, the same for all of them."""
    return check_query({}, schema)


def describe_unfit_query(details: dict[str, Detail]) -> Malformed:
    violations = [{"parameter": name, "detail": detail} for name, detail in details.items()]
    return Malformed(Detail("query_unfit", {"parameters": list(details)}), violations=violations)


def describe_misfit(violations: list[dict[str, Any]]) -> Malformed:
    places = [violation["pointer"] or "place.whole" for violation in violations]
    return Malformed(Detail("body_unfit", {"places": places}), violations=violations)


def detail_of_misfit(message: str | Detail) -> Detail:
    """Return the detail that one of our validators raised, or the one for a message of the library."""
    return message if isinstance(message, Detail) else recognise_misfit(message)


def _violations(messages: Any, path: str) -> Iterator[dict[str, Any]]:
    if isinstance(messages, dict):
        for field, inner in messages.items():
            yield from _violations(
                inner, path if field == "_schema" else f"{path}/{escape_pointer(str(field))}"
            )
    else:
        yield from ({"pointer": path, "detail": detail_of_misfit(message)} for message in messages)

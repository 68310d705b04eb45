"""Flask without what no view asks for: sessions, signals, contexts and `flask.Response`.

Stock dispatch and a response of Flask's take 80 microseconds more of each request, where a whole command
takes 185 (measured in process). Blueprints, error handlers and hooks are Flask's own; only the way of a
request through them is written out here. Any server that speaks WSGI can run the app.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from flask import Flask, Request
from werkzeug.routing import BaseConverter, MapAdapter

Environ = dict[str, Any]
HeaderList = list[tuple[str, str]]

STATUS_LINES: Final = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}
BODILESS: Final = frozenset({204, 304})

_request: Final[ContextVar[Request]] = ContextVar("request")  # each greenlet has its own

current_request: Final = _request.get
begin_request: Final = _request.set
end_request: Final = _request.reset


@contextmanager
def request_as_current(request: Request) -> Iterator[None]:
    """Keep a request current for the parts of an answer that are made while it is sent."""
    token = begin_request(request)
    try:
        yield
    finally:
        end_request(token)


class Answer:
    """Status, headers and bytes, or the parts of a stream."""

    __slots__ = ("_on_close", "body", "headers", "live", "status")

    def __init__(
        self,
        body: bytes | Iterable[bytes] = b"",
        status: int = 200,
        headers: Mapping[str, str] = MappingProxyType({}),
        content_type: str | None = None,
    ) -> None:
        self.body = body
        self.status = status
        self.headers: HeaderList = [*headers.items()]
        if content_type is not None:
            self.headers.append(("Content-Type", content_type))
        self.live = False  # its parts come when something happens, which may take hours
        self._on_close: Callable[[], None] | None = None

    @property
    def length(self) -> int | None:
        """Return the number of bytes; None for a stream."""
        return len(self.body) if isinstance(self.body, bytes) else None

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)

    def set_header(self, name: str, value: str) -> None:
        self.headers = [pair for pair in self.headers if pair[0] != name]
        self.headers.append((name, value))

    def call_on_close(self, work: Callable[[], None]) -> None:
        """Do `work` when all is sent, or when nobody reads it any more."""
        self._on_close = work

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Send the answer, as WSGI specifies."""
        headers = self.headers
        if self.length is not None and self.status not in BODILESS:
            headers = [*headers, ("Content-Length", str(self.length))]
        start_response(STATUS_LINES[self.status], headers)
        if environ["REQUEST_METHOD"] == "HEAD" or self.status in BODILESS:
            self.close()
            return ()
        return [self.body] if isinstance(self.body, bytes) else self

    def __iter__(self) -> Iterator[bytes]:
        return iter([self.body] if isinstance(self.body, bytes) else self.body)

    def close(self) -> None:
        try:
            close = getattr(self.body, "close", None)
            if close is not None:
                close()
        finally:
            work, self._on_close = self._on_close, None  # once, however often it is closed
            if work is not None:
                work()


class Number(BaseConverter):
    """A seat or a version in a path."""

    regex = "[0-9]{1,15}"

    def to_python(self, value: str) -> int:
        return int(value)


class FastFlask(Flask):
    """Each request goes through the hooks of the app, its view, or the handler of exceptions."""

    adapter: MapAdapter

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self.url_map.merge_slashes = False
        self.url_map.converters["number"] = Number
        self.adapter = self.url_map.bind("")
        self._match = lru_cache(4096)(partial(self.adapter.match, return_rule=True))

    def wsgi_app(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        return self.answer(environ)(environ, start_response)

    def answer(self, environ: Environ) -> Answer:
        request = Request(environ)
        token = begin_request(request)
        try:
            answer = self._find_answer(request)
            for finish in reversed(self.after_request_funcs[None]):
                answer = finish(answer)
            return answer
        finally:
            end_request(token)

    def _find_answer(self, request: Request) -> Answer:
        """Return the first answer of a hook, else the view's; an exception is answered by its handler."""
        try:
            for prepare in self.before_request_funcs[None]:
                if (refusal := prepare()) is not None:
                    return refusal  # type: ignore[return-value]  # as above
            return self._call_view(request)
        except Exception as failure:  # noqa: BLE001  each is answered, the unforeseen ones as well
            return self.error_handler_spec[None][None][Exception](failure)  # type: ignore[return-value]
        finally:
            for release in self.teardown_request_funcs[None]:
                release(None)

    def _call_view(self, request: Request) -> Answer:
        """Match the path by the rules of werkzeug, once for those that come again."""
        rule, path = self._match(request.path, request.method)
        request.url_rule, request.view_args = rule, dict(path)
        if request.method == "OPTIONS":
            return Answer(headers={"Allow": ", ".join(sorted(self.adapter.allowed_methods(request.path)))})
        return self.view_functions[rule.endpoint](**path)  # type: ignore[return-value]

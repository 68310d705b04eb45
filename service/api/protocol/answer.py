"""What a view answers: status, headers and bytes, or the parts of a stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from service.api.protocol.wsgi import Environ, HeaderList

STATUS_LINES: Final = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}
BODILESS: Final = frozenset({204, 304})


class Answer:
    """Made directly: a response of Flask's takes ten times as long, and nothing here needs what it can do."""

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
        """None for a stream: nobody knows before its last part is made."""
        return len(self.body) if isinstance(self.body, bytes) else None

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)

    def set_header(self, name: str, value: str) -> None:
        self.headers = [pair for pair in self.headers if pair[0] != name]
        self.headers.append((name, value))

    def call_on_close(self, work: Callable[[], None]) -> None:
        """Does `work` when all is sent, or when nobody reads it any more."""
        self._on_close = work

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Sends itself, as WSGI specifies."""
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

"""The request at hand, for whatever is called without it. Each greenlet has its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from flask import Request

_request: Final[ContextVar[Request]] = ContextVar("request")

current_request: Final = _request.get
begin_request: Final = _request.set
end_request: Final = _request.reset


@contextmanager
def at_hand(request: Request) -> Iterator[None]:
    """Keeps a request at hand for the parts of an answer that are made while it is sent."""
    token = begin_request(request)
    try:
        yield
    finally:
        end_request(token)

"""The protocol below Flask, as every middleware speaks it, and what one leaves for the views to find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

Environ = dict[str, Any]
HeaderList = list[tuple[str, str]]
Server = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

REQUEST_ID: Final = "grubenbuch.request_id"  # in the environ, for the log
HELD_BYTES: Final = "grubenbuch.held_bytes"  # of the body
CALLER: Final = "grubenbuch.caller"  # whose budgets the request is charged to

"""What middleware works with: the environ of a request, and what one leaves in it for the views to find."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from service.api.protocol.answer import Answer

Environ = dict[str, Any]
HeaderList = list[tuple[str, str]]
Answering = Callable[[Environ], "Answer"]

REQUEST_ID: Final = "grubenbuch.request_id"  # in the environ, for the log
RESERVATION: Final = "grubenbuch.reservation"  # of the body
CALLER: Final = "grubenbuch.caller"  # whose budgets the request is charged to

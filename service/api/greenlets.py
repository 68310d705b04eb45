"""Lets other greenlets have their turn in the middle of long work."""

from __future__ import annotations

from typing import Final

import gevent

_ONE_ROUND: Final = 1e-9  # seconds; after 0 a greenlet comes back before anybody has looked at the sockets


def yield_control() -> None:
    """Serve whatever is ready meanwhile: other greenlets, and sockets on which something has arrived."""
    gevent.sleep(_ONE_ROUND)

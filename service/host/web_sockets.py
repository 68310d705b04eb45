"""The sockets at which each web process of the desk listens alone, for a proxy that chooses among them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any

from service.config import Config


def list_sockets(config: Config) -> list[Path]:
    if config.web_sockets is None:
        return []
    return [config.web_sockets / f"web-{number}.sock" for number in range(1, config.web_workers + 1)]


def make_folder(config: Config) -> None:
    """For its owner alone: whoever reaches these sockets is believed to be a proxy of ours."""
    if config.web_sockets is not None:
        config.web_sockets.mkdir(mode=0o700, parents=True, exist_ok=True)


def hand_out_socket(worker: Any, others: Iterable[Any]) -> None:
    """A process that takes over from a dead one gets its place; those who wait there do not notice.

    Gunicorn hands each all listeners: first the address of all, then our sockets in their order.
    """
    taken = {other.place for other in others}
    worker.place = next(place for place in count(1) if place not in taken)
    shared, *own = worker.sockets
    worker.sockets = [shared, *own[worker.place - 1 : worker.place]]

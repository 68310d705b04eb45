"""Where the desk of a data directory listens: `up` notes it, and commands beside it need not be told."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from service.config import Config

ADDRESS_FILE: Final = "address"  # a file of the data directory
REACHABLE_AT: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 names a caller can use for what was bound


def address_of(config: Config) -> str:
    host = REACHABLE_AT.get(config.host, config.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}"


@contextmanager
def noted_address(config: Config) -> Iterator[None]:
    """Notes it for as long as the block runs; after a kill the note stays, and nobody answers there."""
    note = config.data / ADDRESS_FILE
    note.write_text(f"{address_of(config)}\n")
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def noted_url(data: Path) -> str | None:
    """The URL of the desk that was opened there last; None if it was closed in order."""
    try:
        return (data / ADDRESS_FILE).read_text().strip()
    except FileNotFoundError:
        return None


def find_desk(data: Path) -> tuple[str, int] | None:
    """Its host and port."""
    place = urlsplit(noted_url(data) or "")
    return (place.hostname, place.port) if place.hostname and place.port else None

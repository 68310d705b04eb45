"""The note that a book was begun in this data directory.

Where its files are gone, a Redis server begins an empty book and says it is ready. With the note that is
seen: before the server starts, by the files it needs, and once it answers, by what it holds.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from service.files import write_once
from service.startup_errors import DataError

if TYPE_CHECKING:
    from service.host.embedded_server import EmbeddedServer

NOTE = "book-begun.json"
BOOK_KEY = "gb:config"  # the first key of every book
MANIFEST = "appendonlydir/appendonly.aof.manifest"
SINGLE_FILE = "appendonly.aof"  # of a server before Redis 7


def check_for_loss(server: "EmbeddedServer") -> None:
    """Only for the manifest: the server itself misses the files that it names."""
    if (server.files / MANIFEST).exists() or (server.files / SINGLE_FILE).exists():
        return
    if (server.data / NOTE).exists():
        raise DataError(describe_loss(server, f"{server.files / MANIFEST} is gone"))
    if any(server.files.glob("appendonlydir/*.aof")):
        raise DataError(
            f"{server.files / MANIFEST} is gone: the files beside it would not be read and an empty book "
            "begun. Nothing was touched. Bring the manifest back, or `./grubenbuch restore` a backup."
        )


def check_content(server: "EmbeddedServer") -> None:
    """Once the server answers: does it hold the book that was begun?"""
    if server.client.exists(BOOK_KEY):
        note_begun(server)
    elif (server.data / NOTE).exists():
        raise DataError(describe_loss(server, f"the files in {server.files} hold none"))


def note_begun(server: "EmbeddedServer") -> None:
    """Writes the note as soon as there is a book."""
    if server.client.exists(BOOK_KEY):
        begun = {"begun": datetime.now(UTC).isoformat(timespec="seconds")}
        write_once(server.data / NOTE, json.dumps(begun) + "\n")


def describe_loss(server: "EmbeddedServer", loss: str) -> str:
    note: Path = server.data / NOTE
    return (
        f"A book was begun in {server.data}, and {loss}. Nothing was touched. Bring the missing files back, "
        "or `./grubenbuch restore` a backup. Only if that book is given up, delete "
        f"{note.name} there, and an empty one is begun."
    )

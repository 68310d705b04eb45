"""The files of our own Redis server, checked before it starts and once it answers.

Where its files are gone, a Redis server begins an empty book and reports that it is ready. A note in the data
directory says that a book was begun, so the loss is seen: before the server starts, by the files it needs,
and once it answers, by what it holds.

After a power cut the append-only file may end in the middle of a transaction. Redis 7.0, finding its last
command cut in two, drops that command, but keeps the whole ones before it even if they belong to the same,
unfinished transaction. The next write then joins that transaction, and the start after that carries out both.
So an unfinished transaction is taken off before the server reads the file.
"""

import json
import mmap
import os
import time
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
MULTI = b"*1\r\n$5\r\nMULTI\r\n"
EXEC = b"*1\r\n$4\r\nEXEC\r\n"


def check_for_loss(server: "EmbeddedServer") -> None:
    """Raise DataError if the manifest is gone: the server itself misses the files that it names."""
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
    """Raise DataError if the server, which answers by now, does not hold the book that was begun."""
    if not note_begun(server) and (server.data / NOTE).exists():
        raise DataError(describe_loss(server, f"the files in {server.files} hold none"))


def note_begun(server: "EmbeddedServer") -> bool:
    """Write the note if there is a book; return whether there is one."""
    found = server.holds(BOOK_KEY)
    if found:
        begun = {"begun": datetime.now(UTC).isoformat(timespec="seconds")}
        write_once(server.data / NOTE, json.dumps(begun) + "\n")
    return found


def describe_loss(server: "EmbeddedServer", loss: str) -> str:
    note: Path = server.data / NOTE
    return (
        f"A book was begun in {server.data}, and {loss}. Nothing was touched. Bring the missing files back, "
        "or `./grubenbuch restore` a backup. Only if that book is given up, delete "
        f"{note.name} there, and an empty one is begun."
    )


def cut_torn_end(files: Path) -> int:
    """Cut off an unfinished transaction, of which nothing was acknowledged, and return its size.

    It is kept in a file beside.
    """
    newest = newest_file(files)
    if newest is None or not newest.stat().st_size:
        return 0
    with newest.open("r+b") as file:
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as written:
            begun = written.rfind(MULTI)
            is_torn = begun >= 0 and written.find(EXEC, begun) < 0
            whole = begun if is_torn else len(written)
        file.seek(whole)
        torn = file.read()
        if torn:
            (files / f"torn-{time.strftime('%Y%m%dT%H%M%S')}.aof").write_bytes(torn)
            file.truncate(whole)
            file.flush()
            os.fsync(file.fileno())
    return len(torn)


def newest_file(files: Path) -> Path | None:
    """Return the file that is written to; its number counts up with each rewriting."""
    found = files.glob("appendonlydir/*.incr.aof")
    return max(found, key=lambda path: int(path.name.split(".")[-3]), default=None)

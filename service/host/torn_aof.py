"""The end of the append-only file, as a power cut may have left it.

Redis 7.0, finding its last command cut in two, drops that command, but keeps the whole ones before it even if
they belong to the same, unfinished transaction. The next write then joins that transaction, and the start
after that carries out both. So an unfinished transaction is taken off before the server sees it.
"""

import mmap
import os
import time
from pathlib import Path

MULTI = b"*1\r\n$5\r\nMULTI\r\n"
EXEC = b"*1\r\n$4\r\nEXEC\r\n"


def without_torn_end(files: Path) -> int:
    """How many bytes were taken off, none of them acknowledged. They are kept beside the file."""
    newest = newest_file(files)
    if newest is None or not newest.stat().st_size:
        return 0
    with newest.open("r+b") as file:
        whole = end_of_whole(file.fileno())
        file.seek(whole)
        torn = file.read()
        if torn:
            (files / f"torn-{time.strftime('%Y%m%dT%H%M%S')}.aof").write_bytes(torn)
            file.truncate(whole)
            file.flush()
            os.fsync(file.fileno())
    return len(torn)


def newest_file(files: Path) -> Path | None:
    """The one that is written to; its number counts up with each rewriting."""
    found = files.glob("appendonlydir/*.incr.aof")
    return max(found, key=lambda path: int(path.name.split(".")[-3]), default=None)


def end_of_whole(file: int) -> int:
    """Where the last transaction begins if it has no end, else the end of the file."""
    with mmap.mmap(file, 0, access=mmap.ACCESS_READ) as written:
        begun = written.rfind(MULTI)
        return begun if begun >= 0 and written.find(EXEC, begun) < 0 else len(written)

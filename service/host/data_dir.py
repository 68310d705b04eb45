"""The data directory: one `up` at a time, and never a directory that is not ours."""

import fcntl
import json
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.files import DRAFT, write_once
from service.startup_errors import DataError, DiskError

FORMAT = 1
LEAST_ROOM = 8 << 20  # bytes
MARKER = "grubenbuch.json"
LOCK = "lock"
BEFORE = ".before-"  # in the names of what a restore has moved aside
# May be there before the first `up`: key and archive of an API without a supervisor, a lost+found.
HARMLESS = {"secret", "archive", LOCK, "lost+found"}


@contextmanager
def claim_directory(data: Path) -> Iterator[bool]:
    """Lock the directory for as long as the block runs; the lock ends with the process, however that ends.

    Yield whether its last owner was killed: what that one had started may still be about to end.
    """
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        check_ownership(data)
        close_to_others(data)
        lock = (data / LOCK).open("a+")
    except OSError as error:
        raise DataError(f"Cannot use the data directory {data}: {error.strerror}.") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataError(describe_holder(data)) from None
        lock.seek(0)
        orphaned = bool(lock.read().strip())
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        try:
            write_once(data / MARKER, json.dumps({"format": FORMAT}) + "\n")
            yield orphaned
        finally:
            lock.truncate(0)


def check_free_space(data: Path) -> None:
    """Raise DiskError where little is free: a server would start, and end at its first write."""
    free = shutil.disk_usage(data).free
    if free < LEAST_ROOM:
        raise DiskError(
            f"Only {free // 1024:,} KiB are free on the disk of {data}; opening takes "
            f"{LEAST_ROOM // 1024:,} KiB. Nothing acknowledged is lost. Make room and start again."
        )


def check_ownership(data: Path) -> None:
    marker = data / MARKER
    if marker.exists():
        check_format(marker)
        return
    names = [path.name for path in data.iterdir() if DRAFT not in path.name]
    strange = [name for name in names if name.partition(BEFORE)[0] not in HARMLESS]
    if strange:
        raise DataError(
            f"{data} holds other things ({', '.join(sorted(strange)[:3])}) and no {MARKER}, "
            "so it is no data directory of ours. Nothing was touched. Name an empty directory with --data."
        )


def close_to_others(data: Path) -> None:
    """Close the directory, which holds seeds, tokens and names, to everybody but its owner."""
    mode = stat.S_IMODE(data.stat().st_mode)
    if not mode & 0o077:
        return
    try:
        data.chmod(mode & 0o700)
    except PermissionError:
        raise DataError(
            f"{data} is open to others (mode {mode:o}) and belongs to somebody else, so it cannot be closed. "
            "Let its owner run `chmod 700`, or name another directory with --data."
        ) from None


def check_format(marker: Path) -> None:
    try:
        found = json.loads(marker.read_text())["format"]
    except (ValueError, KeyError, TypeError):
        raise DataError(
            f"{marker} is damaged. Nothing was touched. If the directory is otherwise as it was, write "
            f'{{"format": {FORMAT}}} into that file; else restore the directory from a backup.'
        ) from None
    if found != FORMAT:
        raise DataError(
            f"{marker.parent} was written in format {found}, this Grubenbuch knows format {FORMAT}. "
            "Nothing was touched. Use the Grubenbuch that wrote it, or another directory with --data."
        )


def describe_holder(data: Path) -> str:
    holder = (data / LOCK).read_text().strip() or "unknown"
    return (
        f"{data} is in use by another `grubenbuch up` (process {holder}). "
        "Stop that one, or name another directory with --data and another --port."
    )

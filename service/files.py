"""Files that several processes may want to make at the same moment."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from service.startup_errors import DiskError

DRAFT = ".draft-"


# What no program can help, as opposed to a mistake of ours.
DISK_FAILURES = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EACCES})


@contextmanager
def explain_disk_failures(folder: Path) -> Iterator[None]:
    """Turn the failure of a full or broken disk into DiskError, with one message."""
    try:
        yield
    except OSError as failure:
        if failure.errno not in DISK_FAILURES:
            raise
        raise DiskError(
            f"Cannot write {failure.filename or f'into {folder}'}: {failure.strerror}. "
            "Nothing acknowledged is lost. Make room and start again."
        ) from None


def write_once(path: Path, text: str) -> None:
    """Write a file unless there is one; of two processes the first wins, and a file is whole or not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=DRAFT) as draft:  # mode 0600
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(draft.name)


def last_lines(path: Path, start: int, count: int) -> list[str]:
    """Return the end of what a process wrote into its log since its run began at this byte."""
    with path.open("rb") as log:
        log.seek(max(start, path.stat().st_size - 8192))
        lines = log.read().decode(errors="replace").splitlines()
    return [line.strip() for line in lines if line.strip()][-count:]

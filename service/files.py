"""Files that several processes may want to make at the same moment."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

DRAFT = ".draft-"


def write_once(path: Path, text: str) -> None:
    """The first of two processes wins: linking fails if there is a file, and shows a whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=DRAFT) as draft:  # mode 0600
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(draft.name)


def last_lines(path: Path, start: int, count: int) -> list[str]:
    """The end of what a process wrote into its log since its run began at this byte."""
    with path.open("rb") as log:
        log.seek(max(start, path.stat().st_size - 8192))
        lines = log.read().decode(errors="replace").splitlines()
    return [line.strip() for line in lines if line.strip()][-count:]

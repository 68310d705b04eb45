"""Files that are there as a whole or not at all, power cuts included."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def draft_file(path: Path) -> Iterator[Path]:
    """Yield a file beside its name, which it gets when the block has ended well; else nothing is left."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        yield draft
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    draft.replace(path)
    sync_folder(path.parent)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """On disk before it gets its name. Only its owner can read it."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    with draft_file(path) as draft, os.fdopen(os.open(draft, flags, 0o600), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def write_whole_file(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with whole_file(path) as file:
        file.write(content)


def sync_folder(folder: Path) -> None:
    """Flush a folder: a new name survives a power cut only when its folder is on disk as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""Who judges a review: the minds and the rules as they are. After a change it is somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import games
from workers import analysis, minds

ROOMS: Final = (games, minds, analysis)
LETTERS: Final = 12  # of the digest: judges follow each other one by one


@cache
def name_judge() -> str:
    """From all that is read when a decision is judged, so that nobody has to remember to rename it."""
    digest = sha256()
    for path in list_sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:LETTERS]


def list_sources() -> Iterator[Path]:
    for room in ROOMS:
        folder = Path(str(room.__file__)).parent
        yield from sorted(each for each in folder.rglob("*") if each.suffix in {".py", ".yaml"})

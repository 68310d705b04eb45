"""The version of the engine: the bots and the rules as this process has loaded them.

What was begun with another version is begun anew, so that no analysis mixes two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

import games
from games.match.state import Match
from workers import analysis, bots
from workers.bots.evaluation import EDITION_WEIGHTS

LETTERS: Final = 12  # of the digest


def engine_for(match: Match) -> str:
    """Return the version; another one for an edition for which the bots have learned weights."""
    learned = EDITION_WEIGHTS.get((match.game, match.edition))
    return ENGINE if learned is None else f"{ENGINE}-{digest_of([msgspec.msgpack.encode(learned)])}"


def list_sources() -> Iterator[Path]:
    """List all that may change an analysis; some of it cannot, but nobody has to remember which."""
    for package in (games, bots, analysis):
        folder = Path(str(package.__file__)).parent
        yield from sorted(each for each in folder.rglob("*") if each.suffix in {".py", ".yaml"})


def digest_of(parts: Iterable[bytes]) -> str:
    digest = sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:LETTERS]


# When the process begins: files that change later are not what it has loaded.
ENGINE: Final = digest_of(path.read_bytes() for path in list_sources())

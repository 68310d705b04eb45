"""Who thinks: the minds and the rules as this process has loaded them. After a change it is somebody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

import games
from games.match.state import Match
from workers import analysis, bots
from workers.bots.outlook import WORTHS_OF_EDITIONS

LETTERS: Final = 12  # of the digest: judges follow each other one by one


def name_judge(match: Match) -> str:
    """The same wherever the same is known: also of a house's own edition, where bots have learned it."""
    learned = WORTHS_OF_EDITIONS.get((match.game, match.edition))
    return JUDGE if learned is None else f"{JUDGE}-{digest_of([msgspec.msgpack.encode(learned)])}"


def list_sources() -> Iterator[Path]:
    """All that may change what somebody thinks; some of it cannot, but nobody has to remember which."""
    for package in (games, bots, analysis):
        folder = Path(str(package.__file__)).parent
        yield from sorted(each for each in folder.rglob("*") if each.suffix in {".py", ".yaml"})


def digest_of(parts: Iterable[bytes]) -> str:
    digest = sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:LETTERS]


# When the process begins: files that change later are not what it has loaded.
JUDGE: Final = digest_of(path.read_bytes() for path in list_sources())

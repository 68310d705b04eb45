"""The boards of a game that this process knows, by their editions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from games.kernel.editions.documents import Document, canonical_form, digest_of
from games.kernel.quantities import LONGEST_ID
from games.kernel.yaml_file import load_yaml

HEAD: Final = ("game", "edition")  # what a document says besides its groups
WORDS: Final = "words"  # the group that is no part of the board: what its things are called
DIGITS_OF_EDITION: Final = 16  # of its digest, which are part of its id
LONGEST_EDITION_NAME: Final = LONGEST_ID - DIGITS_OF_EDITION - 1

B = TypeVar("B")


class Imprint(msgspec.Struct, frozen=True):
    """An edition as it is kept and as it travels: complete, and in its canonical form."""

    game: str
    name: str
    canonical: bytes
    digest: str  # SHA-256 of the canonical form, in hex

    @property
    def id(self) -> str:
        """What tables and books call it; nobody can make another one with the same id."""
        return f"{self.name}@{self.digest[:DIGITS_OF_EDITION]}"


class Editions(dict[str, B]):
    """The first is built in, and the default. A dictionary, as rules look into it at every step."""

    def __init__(self, game: str, kind: type[B], file: Path) -> None:
        """`file` lies beside the code."""
        written: Document = load_yaml(file.read_bytes())
        super().__init__({written["edition"]: msgspec.convert(written, kind)})
        self.game: Final = game
        self.kind: Final = kind
        self.default: Final[str] = written["edition"]
        self._written = written
        self._imprints: dict[str, Imprint] = {}

    @cached_property
    def built_in(self) -> Document:
        """What the first edition says."""
        found: Document = with_names_as_text({"game": self.game, **self._written})
        return found

    def imprint(self, edition: str) -> Imprint:
        """Raises LookupError if nobody has added it."""
        if edition == self.default and edition not in self._imprints:
            canonical = canonical_form(self.built_in)
            self._imprints[edition] = Imprint(self.game, edition, canonical, digest_of(canonical))
        return self._imprints[edition]

    def document(self, edition: str) -> Document:
        found: Document = msgspec.json.decode(self.imprint(edition).canonical)
        return found

    def add(self, imprint: Imprint, board: B) -> None:
        """Adds one that was checked, see `admission`; once added it is never changed."""
        if imprint.id not in self:
            self._imprints[imprint.id] = imprint
            self[imprint.id] = board


def with_names_as_text(value: Any) -> Any:
    """JSON knows no numbers as names."""
    if isinstance(value, Mapping):
        return {str(name): with_names_as_text(part) for name, part in value.items()}
    return [with_names_as_text(part) for part in value] if isinstance(value, list) else value

"""Score sheets, one for the end of each round and one for the end of the match. Workers write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, Store
from games.kernel import Line
from games.kernel.quantities import doc

DOCUMENT: Final = "scores"  # the name of a sheet -> the sheet
FINAL: Final = "final"
_ROUND: Final = "round:"


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A score sheet as it stood at the end of a round or of the match."""

    version: Annotated[int, doc("The version after which the sheet was made.")]
    round: Annotated[int, doc("The round that the sheet belongs to.")]
    lines: Annotated[list[Line], doc("Every line of the sheet.")]
    totals: Annotated[list[int], doc("The points of each seat.")]
    places: Annotated[
        list[int] | None, doc("The place of each seat at the end of the match; null after a round.")
    ] = None


class _Written(msgspec.Struct):
    """Enough of a sheet to see how old it is."""

    version: int


class Sheets:
    """The score sheets of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str) -> list[Sheet]:
        """The one of the match's end comes last."""
        lying = self._store.document(match, DOCUMENT)
        return [decode(lying[name], Sheet) for name in sorted(lying, key=lambda name: name == FINAL)]

    def keep(self, match: str, name: str, sheet: Sheet) -> bool:
        """Keeps a sheet unless a newer one is there, even if it came this very moment from another worker."""
        written = encode_sheet(sheet)
        while is_older(before := self._store.field(match, DOCUMENT, name), sheet.version):
            if self._store.swap(match, Guard(DOCUMENT, name, before), {DOCUMENT: {name: written}}):
                return True
        return False

    def missing(self, match: str, version: int, wanted: Iterable[str]) -> list[str]:
        """Which of these sheets are missing, or are of an earlier version."""
        return [name for name in wanted if is_older(self._store.field(match, DOCUMENT, name), version)]


def is_older(lying: bytes | None, version: int) -> bool:
    """What cannot be read counts as missing: it is written again from the book."""
    try:
        return lying is None or decode(lying, _Written).version < version
    except msgspec.MsgspecError:
        return True


def encode_sheet(sheet: Sheet) -> bytes:
    """Stored without what is empty; an answer of the desk has null there."""
    fields = msgspec.structs.asdict(sheet)
    return encode({name: value for name, value in fields.items() if value is not None})


def sheet_of_round(number: int) -> str:
    """The name of the sheet of a round."""
    return f"{_ROUND}{number}"


def round_of_sheet(name: str) -> int | None:
    """The round at whose end the sheet was written; None for the sheet of the match."""
    return None if name == FINAL else int(name.removeprefix(_ROUND))

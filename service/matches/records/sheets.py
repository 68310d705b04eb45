"""Score sheets, one for the end of each round and one for the end of the match. Workers write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec

from events.codec import encode
from events.store import Store
from games.kernel import Line
from games.kernel.quantities import doc
from service.documents import Documents

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


def encode_sheet(sheet: Sheet) -> bytes:
    """Return a sheet as it is stored: without what is null in an answer."""
    fields = msgspec.structs.asdict(sheet)
    return encode({name: value for name, value in fields.items() if value is not None})


# By name: `final`, or `round:` and a number.
SHEETS: Final = Documents[str, str, Sheet]("scores", str, Sheet, write=encode_sheet, remakeable=True)


def list_sheets(store: Store, match: str) -> list[Sheet]:
    """Return all sheets; the one of the end of the match comes last."""
    stored = SHEETS.all(store, match)
    return [stored[name] for name in sorted(stored, key=lambda name: name == FINAL)]


def keep_sheet(store: Store, match: str, name: str, sheet: Sheet) -> bool:
    """Keep a sheet unless a newer one is there, even if another worker wrote it this very moment."""

    def replace(known: Sheet | None) -> Sheet | None:
        return sheet if known is None or known.version < sheet.version else None

    return SHEETS.update(store, match, name, replace) is not None


def missing_sheets(store: Store, match: str, version: int, wanted: Iterable[str]) -> list[str]:
    """Return which of these sheets are missing, or are of an earlier version."""
    found = {name: SHEETS.get(store, match, name) for name in wanted}
    return [name for name, sheet in found.items() if sheet is None or sheet.version < version]


def sheet_of_round(number: int) -> str:
    """Return the name of the sheet of a round."""
    return f"{_ROUND}{number}"


def round_of_sheet(name: str) -> int | None:
    """Return the round at whose end the sheet was written; None for the sheet of the match."""
    return None if name == FINAL else int(name.removeprefix(_ROUND))

"""Score sheets: one for each round's end and one for the end of the match, each as of exactly its version.

They are read out of the book alone, so a repeated job writes the same bytes.
"""

import logging
from collections.abc import Iterable

import msgspec

from events.codec import decode, encode
from events.store import Guard, Store
from games.kernel import Line
from games.kernel.score import totals
from games.match.state import Match
from service.matches.live import fold_entries
from service.reading.scores import DRAWER, FINAL, OVER
from workers.dispatcher.feed import sheets_named
from workers.patience import GONE
from workers.station import station

log = logging.getLogger(__name__)


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    version: int
    round: int
    lines: list[Line]
    totals: list[int]
    places: list[int] | None = None  # of the end only


class _Written(msgspec.Struct):
    version: int


def write_sheets(match: str, version: int) -> None:
    """The job."""
    try:
        write_sheets_into(station().matches.store, match, version)
    except GONE as failure:
        log.warning("match %s, version %d: its sheet is left to the sweep: %s", match, version, failure)


def write_sheets_into(store: Store, match: str, version: int) -> None:
    """A round that was undone and ends again is written again; an older sheet never replaces a newer one."""
    sheets = sheets_at(store, match, version)
    written = [name for name, sheet in sheets.items() if keep(store, match, name, sheet)]
    if written:
        level = logging.INFO if FINAL in written else logging.DEBUG
        log.log(level, "match %s, version %d: wrote %s", match, version, ", ".join(written))


def keep(store: Store, match: str, name: str, sheet: Sheet) -> bool:
    """Unless a newer one is there, even if it came this very moment from another worker."""
    fields: dict[str, bytes | None] = {name: encode(sheet)}
    while is_older(before := store.field(match, DRAWER, name), sheet.version):
        if store.swap(match, Guard(DRAWER, name, before), {DRAWER: fields}):
            return True
    return False


def missing_sheets(store: Store, match: str, version: int, wanted: Iterable[str]) -> list[str]:
    """Those of which there is none, or only one of an earlier version."""
    return [name for name in wanted if is_older(store.field(match, DRAWER, name), version)]


def is_older(kept: bytes | None, version: int) -> bool:
    """What cannot be read is as good as nothing: it is written again out of the book."""
    try:
        return kept is None or decode(kept, _Written).version < version
    except msgspec.MsgspecError:
        return True


def sheets_at(store: Store, match: str, version: int) -> dict[str, Sheet]:
    """What ended with the entry of this version, by its name in the drawer."""
    entries = store.entries(match, limit=version)
    before = fold_entries(entries[:-1])
    if before is None or len(entries) < version:
        return {}
    round_before = before.table.round
    after = fold_entries(entries[-1:], before) or before
    named = sheets_named(round_before, after.table.round, after.status)
    return {name: sheet(after, version, round_of(name, after)) for name in named}


def round_of(name: str, match: Match) -> int:
    number: int = match.table.round if name == FINAL else int(name.removeprefix("round:"))
    return number


def sheet(match: Match, version: int, number: int) -> Sheet:
    game, table = match.rules, match.table
    lines = game.score(table)
    return Sheet(
        version=version,
        round=number,
        lines=lines,
        totals=totals(lines, len(match.seats)),
        places=game.places(table) if match.status in OVER else None,
    )

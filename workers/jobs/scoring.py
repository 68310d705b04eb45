"""Score sheets: one for each round's end and one for the end of the match, each as of exactly its version.

They are computed from the book alone, so a repeated job writes the same bytes.
"""

import logging

from events.store import Store
from games.kernel.score import totals
from games.match.actor import Actor
from games.match.state import Match
from service.editions.known import know_edition_of
from service.matches.folding import fold_entries, fold_on, turns_back
from service.matches.index import make_metadata
from service.matches.records.sheets import FINAL, Sheet, Sheets, round_of_sheet
from service.queries.scores import OVER
from workers.dispatcher.feed import owed_sheets
from workers.outages import SERVER_GONE
from workers.station import get_station

log = logging.getLogger(__name__)


def write_sheets(match: str, version: int) -> None:
    """The job."""
    try:
        write_sheets_into(get_station().matches.store, match, version)
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: its sheet is left to the sweep: %s", match, version, failure)


def write_sheets_into(store: Store, match: str, version: int) -> None:
    """A round that was undone and ends again is written again; an older sheet never replaces a newer one."""
    sheets = sheets_at(store, match, version)
    written = [name for name, sheet in sheets.items() if Sheets(store).keep(match, name, sheet)]
    if written:
        level = logging.INFO if FINAL in written else logging.DEBUG
        log.log(level, "match %s, version %d: wrote %s", match, version, ", ".join(written))


def sheets_at(store: Store, match: str, version: int) -> dict[str, Sheet]:
    """The sheets of what ended with the entry of this version, by their names in the document."""
    entries = store.entries(match, limit=version)
    if version == 1 or len(entries) < version:
        return {}
    know_edition_of(store, entries[0])
    then, last = fold_entries(entries[:-1]), entries[-1]
    round_before, rewound = then.table.round, turns_back(last)
    after = fold_entries(entries) if rewound else fold_on(then, [last])
    told = make_metadata(after, Actor.parse(last.actor), round_before, rewound=rewound)
    return {name: make_sheet(after, version, round_of_sheet(name)) for name in owed_sheets(told, version)}


def make_sheet(match: Match, version: int, ended_round: int | None) -> Sheet:
    game, table = match.rules, match.table
    lines = game.score(table)
    return Sheet(
        version=version,
        round=table.round if ended_round is None else ended_round,
        lines=lines,
        totals=totals(lines, len(match.seats)),
        places=game.places(table) if match.status in OVER else None,
    )

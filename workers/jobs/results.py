"""Results: score sheets at the end of each round and of the match, and the rating of a finished match.

A sheet is as of exactly its version and computed from the entries alone, not from a snapshot, so a repeated
job writes the same bytes. A result is counted once among all ratings of its game.
"""

import logging

from events.store import Store
from games.kernel.score import totals
from games.match.actor import Actor
from games.match.state import Match
from service.editions.stored import know_edition_of
from service.matches.folding import fold_entries, fold_on, turns_back
from service.matches.index import make_metadata
from service.matches.records.people import PEOPLE
from service.matches.records.sheets import FINAL, Sheet, keep_sheet, round_of_sheet
from service.matches.repository import fold_match
from service.queries.scores import OVER
from service.ratings.ratings import Ratings, counts_for_ratings, result_of
from service.ratings.records import RatingRecords, Result
from workers.context import get_context
from workers.dispatcher.open_work import owed_sheets
from workers.outages import SERVER_GONE

log = logging.getLogger(__name__)


def write_sheets(match: str, version: int) -> None:
    """Run the job `score`."""
    try:
        write_sheets_into(get_context().matches.store, match, version)
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: its sheet is left to the sweep: %s", match, version, failure)


def write_sheets_into(store: Store, match: str, version: int) -> None:
    """Write the sheets of a version; those of a round that ends again are replaced, never by older ones."""
    sheets = sheets_at(store, match, version)
    written = [name for name, sheet in sheets.items() if keep_sheet(store, match, name, sheet)]
    if written:
        level = logging.INFO if FINAL in written else logging.DEBUG
        log.log(level, "match %s, version %d: wrote %s", match, version, ", ".join(written))


def sheets_at(store: Store, match: str, version: int) -> dict[str, Sheet]:
    """Return the sheets of what ended with the entry of this version, by their names in the document."""
    entries = store.entries(match, limit=version)
    if version == 1 or len(entries) < version:
        return {}
    know_edition_of(store, entries[0])
    before, entry = fold_entries(entries[:-1]), entries[-1]
    round_before, rewound = before.table.round, turns_back(entry)
    after = fold_entries(entries) if rewound else fold_on(before, [entry])
    metadata = make_metadata(after, Actor.parse(entry.actor), round_before, rewound=rewound)
    return {name: make_sheet(after, version, round_of_sheet(name)) for name in owed_sheets(metadata, version)}


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


def rate_match(match: str, version: int) -> None:
    """Run the job `rate`."""
    try:
        count_result(get_context().matches.store, match, version)
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: its result is left to the sweep: %s", match, version, failure)


def count_result(store: Store, match: str, version: int) -> bool:
    """Count a result; return False if it is counted already, or there is nothing to count."""
    then, head = fold_match(store, match, version), store.head(match)
    if head is None or then is None or then.version != version or then.match.status != "finished":
        return False
    if not counts_for_ratings(store, head, then.match):
        RatingRecords(store).mark_counted(match)  # so that the sweep stops asking for it
        return False

    def read() -> Result:
        return result_of(then.match, PEOPLE.all(store, match), then.touched_at)

    return Ratings(store).count(match, then.match.game, read)

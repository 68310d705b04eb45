"""The decisions of a book, one by one: what was open, what was chosen, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from events.entry import Entry
from games.kernel import Command, Game, Table
from games.kernel.copying import clone
from games.match.events import LuckDrawn
from games.match.state import Match
from service.matches.folding import command_of, events_of, struck_versions, turn_in, walk_book

DIGITS_OF_SEED: Final = 15  # hexadecimal, of the hash of an entry


class Decision(NamedTuple):
    """An answer that counts, and the tables before and after it, which nobody changes any more."""

    version: int
    seat: int
    game: Game[Any]
    before: Table
    legal: Sequence[Command]
    chosen: Command
    after: Table
    drew: bool  # luck was drawn with it
    seed: int  # of all luck imagined for it: the same wherever the book is read


def list_decisions(entries: Sequence[Entry], after: int = 0) -> Iterator[Decision]:
    """The decisions after a version; what an undo took back was never decided."""
    pending: Decision | None = None
    match: Match | None = None
    for match, entry, counts in walk_book(entries):
        if pending is not None:
            yield pending._replace(after=clone(match.table))
        answers = counts and entry.version > after and turn_in(entry) is not None
        pending = read_decision(match, entry) if answers else None
    if pending is not None and match is not None:
        yield pending._replace(after=match.table)


def count_decisions(entries: Sequence[Entry]) -> int:
    gone = struck_versions(entries)
    return sum(entry.version not in gone and turn_in(entry) is not None for entry in entries)


def read_decision(match: Match, entry: Entry) -> Decision:
    """The decision in an entry, given the match before it; what came of it is not known yet."""
    game, before = match.rules, clone(match.table)
    question = before.agenda[0]
    return Decision(
        version=entry.version,
        seat=msgspec.structs.asdict(question)["seat"],
        game=game,
        before=before,
        legal=game.rules.legal(before, question),
        chosen=command_of(entry, match.game),
        after=before,
        drew=any(isinstance(event, LuckDrawn) for event in events_of(entry, match.game)),
        seed=int(entry.hash[:DIGITS_OF_SEED], 16),
    )

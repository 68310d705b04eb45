"""Load a match for a reader: as it stands, or stood at a version or a time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from events.entry import BrokenChain
from games.match.actor import GUEST, Actor
from service.editions.stored import know_edition_of
from service.matches.authorization import is_token_of, require_reader
from service.matches.folding import begin
from service.matches.handler import Matches
from service.matches.records.people import TOKENS, seed_of
from service.matches.repository import CurrentMatch, MatchAt, fold_match_at, is_over
from service.problem_detail import Detail
from service.problems import TokenUnknown, UnknownEntry, UnknownMatch


@dataclass(slots=True)
class Position(MatchAt):
    """A match at a version, as a reader asks for it."""

    settled: bool  # nothing written later can change the answer
    caller: Actor = GUEST
    imported: bool = False  # played elsewhere

    @property
    def over(self) -> bool:
        return is_over(self.match, imported=self.imported)

    @property
    def playable(self) -> bool:
        """Return whether commands can follow: after the newest entry, and never in an import."""
        return not (self.settled or self.imported)


# --- the newest version


def load_match(matches: Matches, match: str) -> CurrentMatch:
    live = matches.repository.fresh(match)
    if live is None:
        raise UnknownMatch(Detail("no_such_match", {"match": match}))
    return live


def load_newest(matches: Matches, match: str, token: str | None) -> CurrentMatch:
    """Return a match as the store has it now, or raise a Problem if the caller may not see it."""
    return load_for_caller(matches, match, token)[0]


def load_for_caller(matches: Matches, match: str, token: str | None) -> tuple[CurrentMatch, Actor]:
    """Return the same, and who the caller is in that match."""
    live = load_match(matches, match)
    return live, require_reader(live, token)


def load_doubted(matches: Matches, match: str, token: str | None) -> CurrentMatch:
    """Return a match after its first entry, which says who may read it: for a reader who doubts the rest."""
    store = matches.store
    head, first = store.head(match), store.entries(match, limit=1)
    if head is None or not first:
        raise UnknownMatch(Detail("no_such_match", {"match": match}))
    know_edition_of(store, first[0])
    opened = begin(first[0])
    opened.id = match
    live = CurrentMatch(
        match=opened,
        version=head.version,
        hash=head.hash,
        opened_at=head.opened,
        touched_at=head.touched,
        tokens=TOKENS.all(store, match),
        seed=seed_of(store, match),
    )
    require_reader(live, token)
    return live


def load_history(matches: Matches, match: str, token: str | None) -> tuple[CurrentMatch, bool]:
    """Return a match for a reader of its entries, and whether all of them can be read."""
    try:
        return load_newest(matches, match, token), True
    except BrokenChain:
        return load_doubted(matches, match, token), False


def load_together(
    matches: Matches, wanted: Sequence[str], token: str | None, tokens: Sequence[str]
) -> dict[str, CurrentMatch]:
    """Return several matches; tokens that belong to others of them do not matter.

    `token` must belong to one of them, as it must where a match is asked for alone.
    """
    seen: dict[str, CurrentMatch] = {}
    for match in wanted:
        live = seen[match] = load_match(matches, match)
        if live.match.visibility == "private":
            opened_by = next((one for one in tokens if is_token_of(live, one)), None)
            require_reader(live, opened_by or next(iter(tokens), None))
    if token is not None and not any(is_token_of(live, token) for live in seen.values()):
        raise TokenUnknown(Detail("token_of_other_matches"))
    return seen


# --- a version or a time


def load_position(
    matches: Matches, match: str, token: str | None, version: int | None = None, at: int | None = None
) -> Position:
    """Return the position at a version, after the last entry until a time, or now."""
    live, caller = load_for_caller(matches, match, token)
    if version is not None:
        return position_at_version(matches, live, version)
    if at is not None and at < live.touched_at:
        return position_at_time(matches, live, at)
    return position_now(live, caller)


def position_now(live: CurrentMatch, caller: Actor) -> Position:
    return _position(live, live, settled=False, caller=caller)


def position_at_version(matches: Matches, live: CurrentMatch, version: int) -> Position:
    if not 1 <= version <= live.version:
        raise UnknownEntry(Detail("versions_of_match", {"newest": live.version}), version=live.version)
    then = live if version == live.version else fold_match_at(matches.store, live.match.id, version)
    return _position(then, live, settled=True)


def position_at_time(matches: Matches, live: CurrentMatch, at: int) -> Position:
    """Return the position after the last entry of that millisecond or of one before; `at` is in the past."""
    if at < live.opened_at:
        raise UnknownEntry(Detail("opened_later", {"opened_at": live.opened_at}), version=live.version)

    def written(version: int) -> int:  # time in a book never runs backwards, so single entries are enough
        return matches.store.entries(live.match.id, after=version - 1, limit=1)[0].at

    version = bisect_right(range(1, live.version + 1), at, key=written)
    return position_at_version(matches, live, version)


def _position(then: MatchAt, live: CurrentMatch, *, settled: bool, caller: Actor = GUEST) -> Position:
    return Position(
        match=then.match,
        version=then.version,
        hash=then.hash,
        opened_at=then.opened_at,
        touched_at=then.touched_at,
        settled=settled,
        caller=caller,
        imported=live.imported,
    )

"""A match as it stands, or stood at a version or a time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from events.entry import BrokenChain
from events.store import Store
from games.match.actor import GUEST, Actor
from games.match.state import Match
from service.editions.known import know_edition_of
from service.matches.authorization import is_token_of, require_reader
from service.matches.folding import begin
from service.matches.handler import Matches
from service.matches.records.seeds import Seeds
from service.matches.records.tokens import Tokens
from service.matches.repository import CurrentMatch, fold_match_at, is_over
from service.problem_detail import Detail
from service.problems import TokenUnknown, UnknownEntry, UnknownMatch


@dataclass(frozen=True, slots=True)
class Position:
    match: Match
    version: int
    hash: str
    settled: bool  # nothing written later can change the answer
    caller: Actor = GUEST
    imported: bool = False  # played elsewhere

    @property
    def over(self) -> bool:
        return is_over(self.match, imported=self.imported)

    @property
    def playable(self) -> bool:
        """Whatever is written comes after the newest entry, and nothing is written into an import."""
        return not (self.settled or self.imported)


def load_newest(matches: Matches, match: str, token: str | None) -> CurrentMatch:
    """As the book has it now, for a caller who may see it."""
    return load_for_caller(matches, match, token)[0]


def load_for_caller(matches: Matches, match: str, token: str | None) -> tuple[CurrentMatch, Actor]:
    """The same, and who the caller is in that match."""
    live = load_match(matches, match)
    return live, require_reader(live, token)


def load_doubted(matches: Matches, match: str, token: str | None) -> CurrentMatch:
    """For a reader who does not trust the book: only its first entry, which says who may read it."""
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
        tokens=Tokens(store).of_match(match),
        seed=Seeds(store).of_match(match),
    )
    require_reader(live, token)
    return live


def load_history(matches: Matches, match: str, token: str | None) -> tuple[CurrentMatch, bool]:
    """For a reader of the entries: the match, and whether all of it can be read."""
    try:
        return load_newest(matches, match, token), True
    except BrokenChain:
        return load_doubted(matches, match, token), False


def load_together(
    matches: Matches, wanted: Sequence[str], token: str | None, tokens: Sequence[str]
) -> dict[str, CurrentMatch]:
    """Several at once. `token` must belong to one of them, as it must where a match is asked for alone."""
    seen = {match: load_visible(matches, match, tokens) for match in wanted}
    if token is not None and not any(is_token_of(live, token) for live in seen.values()):
        raise TokenUnknown(Detail("token_of_other_matches"))
    return seen


def load_visible(matches: Matches, match: str, tokens: Sequence[str]) -> CurrentMatch:
    """The same for one of many: tokens that belong to the others do not matter."""
    live = load_match(matches, match)
    if live.match.visibility == "private":
        opened_by = next((token for token in tokens if is_token_of(live, token)), None)
        require_reader(live, opened_by or next(iter(tokens), None))
    return live


def load_match(matches: Matches, match: str) -> CurrentMatch:
    live = matches.repository.fresh(match)
    if live is None:
        raise UnknownMatch(Detail("no_such_match", {"match": match}))
    return live


def load_position(
    matches: Matches, match: str, token: str | None, version: int | None = None, at: int | None = None
) -> Position:
    live, caller = load_for_caller(matches, match, token)
    if version is not None:
        return position_at_version(matches, live, version)
    if at is not None and at < live.touched_at:
        return position_at_time(matches, live, at)
    return position_now(live, caller)


def position_now(live: CurrentMatch, caller: Actor) -> Position:
    return Position(live.match, live.version, live.hash, settled=False, caller=caller, imported=live.imported)


def position_at_version(matches: Matches, live: CurrentMatch, version: int) -> Position:
    if not 1 <= version <= live.version:
        raise UnknownEntry(Detail("versions_of_match", {"newest": live.version}), version=live.version)
    if version == live.version:
        return Position(live.match, live.version, live.hash, settled=True, imported=live.imported)
    then = fold_match_at(matches.store, live.match.id, version)
    return Position(then.match, then.version, then.hash, settled=True, imported=live.imported)


def position_at_time(matches: Matches, live: CurrentMatch, at: int) -> Position:
    """After the last entry of that millisecond or of one before; `at` lies before the newest."""
    if at < live.opened_at:
        raise UnknownEntry(Detail("opened_later", {"opened_at": live.opened_at}), version=live.version)
    return position_at_version(matches, live, version_at(matches.store, live, at))


def version_at(store: Store, live: CurrentMatch, at: int) -> int:
    """By reading single entries: time in a book never runs backwards."""

    def written(version: int) -> int:
        return store.entries(live.match.id, after=version - 1, limit=1)[0].at

    return bisect_right(range(1, live.version + 1), at, key=written)

"""The stored records of ratings: of each player, of each counted match, and of whose rating changed when.

All lie in one scope of the server; a match that was counted bears a mark of its own. Each change of a game's
ratings is a turn, and a change made in view of an older turn is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from events.store import ServerScope, Store
from service.documents import Documents, swap

CHANGES_KEPT: Final = 5000  # of a game; a reader further behind reads all ratings again


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    mu: float
    sigma: float
    matches: int = 0
    wins: int = 0  # first places, shared ones as well
    last_at: int = 0


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one finished match, by seat."""

    game: str
    ended_at: int
    who: list[str | None]  # "player:ada", "bot:greedy", "gone:5f…", null for somebody unknown
    places: list[int]
    points: list[int]
    order: int = 0  # its number in the counting of its game


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change to the ratings of one game; None in place of a rating takes it away."""

    game: str
    before: int | None  # the turn in view of which the change is made
    turn: int  # after it
    ratings: Mapping[str, Rating | None]
    results: Mapping[str, Result | None] = {}  # by match; None: it does not count after all
    logged: Iterable[str] | None  # whose ratings changed; None: the log of changes begins anew


_SCOPE: Final = ServerScope("ratings")
_COUNTED: Final = Documents[ServerScope, str, Result]("counted", str, Result, write=msgspec.json.encode)
# In the match itself, where the sweep looks.
_MARKS: Final = Documents[str, str, int]("ratings", str, int)
_MARK: Final = "counted"
_CHANGES: Final = "_turn"  # among the players of a game: how often their ratings changed


def ratings_of_game(game: str) -> Documents[ServerScope, str, Rating | int]:
    """Return the document of a game: its ratings by player, and the number of their changes.

    Ratings have floats, which the canonical form of the book does not have.
    """
    kind: Any = Rating | int
    return Documents[ServerScope, str, Rating | int](game, str, kind, write=msgspec.json.encode)


def log_of_game(game: str) -> Documents[ServerScope, int, list[str]]:
    """Return the document with those whose ratings changed, by the number of the change.

    It is written together with the change itself, so that a sorted board need not be read again. It never
    names a forgotten player: then the log begins anew.
    """
    kind: Any = list[str]
    return Documents[ServerScope, int, list[str]](f"{game}_changes", int, kind)


class RatingRecords:
    """The ratings and results of all games of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def turn(self, game: str) -> int | None:
        """Return the number of changes; None before the first."""
        found = ratings_of_game(game).get(self._store, _SCOPE, _CHANGES)
        return found if isinstance(found, int) else None

    def rating(self, game: str, who: str) -> Rating | None:
        found = ratings_of_game(game).get(self._store, _SCOPE, who)
        return found if isinstance(found, Rating) else None

    def ratings(self, game: str) -> dict[str, Rating]:
        return _only_ratings(ratings_of_game(game).all(self._store, _SCOPE))

    def rated(self, game: str) -> set[str]:
        """Return all who have a rating."""
        return set(ratings_of_game(game).keys(self._store, _SCOPE)) - {_CHANGES}

    def ratings_of(self, game: str, names: Sequence[str]) -> dict[str, Rating]:
        """Return the ratings of those among them who have one, at one look."""
        return _only_ratings(ratings_of_game(game).some(self._store, _SCOPE, names))

    def changed_since(self, game: str, before: int, now: int) -> set[str] | None:
        """Return whose ratings changed after one change, up to another; None if the log does not have it."""
        if not 0 <= now - before <= CHANGES_KEPT:
            return None
        changes = range(before + 1, now + 1)
        found = log_of_game(game).some(self._store, _SCOPE, changes)
        return None if len(found) < len(changes) else {who for names in found.values() for who in names}

    def result(self, match: str) -> Result | None:
        return _COUNTED.get(self._store, _SCOPE, match)

    def results(self) -> dict[str, Result]:
        return _COUNTED.all(self._store, _SCOPE)

    def keep_result(self, match: str, result: Result) -> None:
        _COUNTED.put(self._store, _SCOPE, {match: result})

    def change(self, change: RatingChange) -> bool:
        """Return False, and write nothing, if somebody else was faster."""
        ratings, log = ratings_of_game(change.game), log_of_game(change.game)
        logged: dict[int, list[str] | None]
        if change.logged is None:  # this change too is left out: the next reader reads all again
            logged = dict.fromkeys(log.keys(self._store, _SCOPE))
        else:
            logged = {change.turn: sorted(change.logged), change.turn - CHANGES_KEPT: None}
        return swap(
            self._store,
            _SCOPE,
            ratings.guard(_CHANGES, change.before),
            ratings.changes({**change.ratings, _CHANGES: change.turn}),
            _COUNTED.changes(change.results),
            log.changes(logged),
        )

    def mark_counted(self, match: str) -> None:
        _MARKS.put(self._store, match, {_MARK: 1})

    def is_counted(self, match: str) -> bool:
        return _MARKS.get(self._store, match, _MARK) is not None


def _only_ratings(found: Mapping[str, Rating | int]) -> dict[str, Rating]:
    return {who: rating for who, rating in found.items() if isinstance(rating, Rating)}

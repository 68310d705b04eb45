"""The stored records of ratings: of each player, of each counted match, and of whose rating changed when.

All lie in one scope of the server; a match that was counted bears a mark of its own. Each change of a game's
ratings is a turn, and a change made in view of an older turn is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from events.codec import decode
from events.store import DocumentChanges, Guard, ServerScope, Store
from service.ratings.change_log import document_of_log, empty_log, note_turn, players_changed_since

_SCOPE: Final = ServerScope("ratings")  # each game has a document here, and one for its changes
_COUNTED: Final = "counted"  # match -> its result
_TURN: Final = "_turn"  # in the document of a game, among its players
_MARK: Final = "ratings"  # the document of a match in which the sweep looks


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


class RatingRecords:
    """The ratings and results of all games of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def turn(self, game: str) -> int | None:
        """None before the first change."""
        stored = self._store.field(_SCOPE, game, _TURN)
        return int(stored) if stored else None

    def rating(self, game: str, who: str) -> Rating | None:
        stored = self._store.field(_SCOPE, game, who)
        return decode(stored, Rating) if stored else None

    def ratings(self, game: str) -> dict[str, Rating]:
        stored = self._store.document(_SCOPE, game)
        return {who: decode(rating, Rating) for who, rating in stored.items() if who != _TURN}

    def rated(self, game: str) -> set[str]:
        """All who have a rating."""
        return set(self._store.fields(_SCOPE, game)) - {_TURN}

    def ratings_of(self, game: str, names: Sequence[str]) -> dict[str, Rating]:
        """Of those among them who have one, at one look."""
        stored = self._store.chosen(_SCOPE, game, names)
        return {who: decode(rating, Rating) for who, rating in stored.items()}

    def changed_since(self, game: str, before: int, now: int) -> set[str] | None:
        """Whose ratings changed after one turn, up to another; None if the log does not know it any more."""
        return players_changed_since(self._store, _SCOPE, game, before, now)

    def result(self, match: str) -> Result | None:
        stored = self._store.field(_SCOPE, _COUNTED, match)
        return decode(stored, Result) if stored else None

    def results(self) -> dict[str, Result]:
        return {
            match: decode(stored, Result) for match, stored in self._store.document(_SCOPE, _COUNTED).items()
        }

    def keep_result(self, match: str, result: Result) -> None:
        self._store.put(_SCOPE, _COUNTED, {match: _encode(result)})

    def change(self, change: RatingChange) -> bool:
        """False, and nothing is written, if somebody else was faster."""
        before = None if change.before is None else str(change.before).encode()
        documents: DocumentChanges = {
            change.game: {
                **{who: _encode(rating) if rating else None for who, rating in change.ratings.items()},
                _TURN: str(change.turn).encode(),
            },
            _COUNTED: {
                match: _encode(result) if result else None for match, result in change.results.items()
            },
            document_of_log(change.game): self._log_of(change),
        }
        return self._store.swap(_SCOPE, Guard(change.game, _TURN, before), documents)

    def _log_of(self, change: RatingChange) -> dict[str, bytes | None]:
        if change.logged is None:
            return empty_log(self._store, _SCOPE, change.game)
        return note_turn(change.turn, change.logged)

    def mark_counted(self, match: str) -> None:
        self._store.put(match, _MARK, {_COUNTED: b"1"})

    def is_counted(self, match: str) -> bool:
        return self._store.field(match, _MARK, _COUNTED) is not None


def _encode(record: Rating | Result) -> bytes:
    return msgspec.json.encode(record)  # with floats, which the canonical form of the book does not have

"""A game's ratings in order, kept by each process: a page reads one number and what has changed.

It is read and decoded in small steps, each a look into the store, so that others have their turn in between.
"""

from __future__ import annotations

import base64
import threading
from bisect import bisect_left, bisect_right, insort
from heapq import merge
from itertools import islice
from typing import Final, Literal

import msgspec

from events.store import BadCursor, Store
from service.ratings.plackett_luce import Strength
from service.ratings.ratings import BOT
from service.ratings.records import Rating, RatingRecords

PlayerKind = Literal["people", "bots", "all"]
Rank = tuple[float, str]  # what is shown, downwards, and who

RATINGS_A_LOOK: Final = 200  # ratings that are read with one look


class Leaderboard:
    def __init__(self, store: Store, game: str) -> None:
        self._records = RatingRecords(store)
        self._game = game
        self._lock = threading.Lock()
        self._turn: int | None = None  # up to which all changes are in here
        self._ratings: dict[str, Rating] = {}
        self._people: list[Rank] = []
        self._bots: list[Rank] = []

    def best(self, kind: PlayerKind, limit: int, after: Rank | None = None) -> list[tuple[str, Rating]]:
        """Return the best, or the best of those behind a place, whoever has that place by now."""
        with self._lock:
            self._catch_up()
            pages = [page_of(places, limit, after) for places in self._lists(kind)]
            return [(who, self._ratings[who]) for _, who in islice(merge(*pages), limit)]

    def count_better(self, kind: PlayerKind, rating: Rating) -> int:
        with self._lock:
            return sum(bisect_left(places, rank_of("", rating)) for places in self._lists(kind))

    def _lists(self, kind: PlayerKind) -> list[list[Rank]]:
        return {"people": [self._people], "bots": [self._bots], "all": [self._people, self._bots]}[kind]

    def _catch_up(self) -> None:
        """Read what has changed; what changes after the look at the counter is read again at the next one."""
        turn = self._records.turn(self._game) or 0
        if turn == self._turn:
            return
        changed = self._changed(turn)
        if changed is None:
            changed = self._all_anew()
        listed = sorted(changed)
        for names in (
            listed[first : first + RATINGS_A_LOOK] for first in range(0, len(listed), RATINGS_A_LOOK)
        ):
            found = self._records.ratings_of(self._game, names)
            for who in names:
                self._set(who, found.get(who))
        self._turn = turn

    def _changed(self, turn: int) -> set[str] | None:
        return None if self._turn is None else self._records.changed_since(self._game, self._turn, turn)

    def _all_anew(self) -> set[str]:
        """Players who were known but are gone are looked up as well, and so disappear."""
        return self._ratings.keys() | self._records.rated(self._game)

    def _set(self, who: str, rating: Rating | None) -> None:
        places = self._bots if who.startswith(BOT) else self._people
        before = self._ratings.pop(who, None)
        if before is not None:
            del places[bisect_left(places, rank_of(who, before))]
        if rating is not None:
            self._ratings[who] = rating
            insort(places, rank_of(who, rating))


class Leaderboards:
    """The leaderboards of all games, one instance per process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._boards: dict[str, Leaderboard] = {}

    def of(self, game: str) -> Leaderboard:
        return self._boards.setdefault(game, Leaderboard(self._store, game))


def page_of(places: list[Rank], limit: int, after: Rank | None) -> list[Rank]:
    first = 0 if after is None else bisect_right(places, after)
    return places[first : first + limit]


def write_place(rank: Rank) -> str:
    """Return the cursor behind this place."""
    return base64.urlsafe_b64encode(msgspec.json.encode(rank)).decode().rstrip("=")


def read_place(cursor: str) -> Rank:
    try:
        rank: Rank = msgspec.json.decode(
            base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=Rank
        )
    except ValueError:
        raise BadCursor(f"not a cursor: {cursor[:100]!r}") from None
    if write_place(rank) != cursor:  # the decoder skips what is not base64
        raise BadCursor(f"not a cursor: {cursor[:100]!r}")
    return rank


def rank_of(who: str, rating: Rating) -> Rank:
    return -shown_rating(rating), who


def shown_rating(rating: Rating) -> float:
    return round(Strength(rating.mu, rating.sigma).shown, 3)

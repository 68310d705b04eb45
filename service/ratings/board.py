"""The ratings of a game in their order, kept by each process: a page reads one number and what has changed.

Read and decoded in small steps, each a look into the store, so that others have their turn meanwhile.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator
from heapq import merge
from itertools import islice
from threading import Lock
from typing import Final, Literal

from events.codec import decode
from events.store import Store
from service.ratings.changes import changed_since
from service.ratings.plackett_luce import Strength
from service.ratings.table import BOT, PLACE, TURN, Rating

Kind = Literal["people", "bots", "all"]
Place = tuple[float, str]  # what is shown, downwards, and who

STEP: Final = 200  # ratings that are read with one look


class Board:
    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        self._game = game
        self._lock = Lock()
        self._turn: int | None = None  # up to which all changes are in here
        self._ratings: dict[str, Rating] = {}
        self._people: list[Place] = []
        self._bots: list[Place] = []

    def best(self, kind: Kind, limit: int) -> list[tuple[str, Rating]]:
        with self._lock:
            self._catch_up()
            return [(who, self._ratings[who]) for _, who in islice(self._places(kind), limit)]

    def _places(self, kind: Kind) -> Iterator[Place]:
        if kind == "all":
            return merge(self._people, self._bots)
        return iter(self._bots if kind == "bots" else self._people)

    def _catch_up(self) -> None:
        """What changes after the look at the turn is read again with the next one."""
        turn = int(self._store.field(PLACE, self._game, TURN) or 0)
        if turn == self._turn:
            return
        changed = self._changed(turn)
        if changed is None:
            changed = self._all_anew()
        listed = sorted(changed)
        for names in (listed[first : first + STEP] for first in range(0, len(listed), STEP)):
            found = self._store.chosen(PLACE, self._game, names)
            for who in names:
                self._set(who, decode(found[who], Rating) if who in found else None)
        self._turn = turn

    def _changed(self, turn: int) -> set[str] | None:
        return None if self._turn is None else changed_since(self._store, PLACE, self._game, self._turn, turn)

    def _all_anew(self) -> set[str]:
        """Whoever was known and is not there any more is looked up as well, and so goes."""
        return self._ratings.keys() | set(self._store.fields(PLACE, self._game)) - {TURN}

    def _set(self, who: str, rating: Rating | None) -> None:
        places = self._bots if who.startswith(BOT) else self._people
        before = self._ratings.pop(who, None)
        if before is not None:
            del places[bisect_left(places, place_of(who, before))]
        if rating is not None:
            self._ratings[who] = rating
            insort(places, place_of(who, rating))


class Boards:
    """Of all games, once a process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._boards: dict[str, Board] = {}

    def of(self, game: str) -> Board:
        return self._boards.setdefault(game, Board(self._store, game))


def place_of(who: str, rating: Rating) -> Place:
    return -shown(rating), who


def shown(rating: Rating) -> float:
    return round(Strength(rating.mu, rating.sigma).shown, 3)

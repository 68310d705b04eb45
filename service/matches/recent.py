"""The last answers of a match and the ways back over them, read from the book in one go."""

from __future__ import annotations

from typing import Final

from events.entry import Entry
from events.store import Store
from games.match.past import WayBack
from service.matches.folding import stand_at
from service.matches.history import turned_versions, turns_after, turns_back

MOST_ENTRIES: Final = 24  # that are looked at
MOST_WAYS: Final = 8  # back, that are offered


class RecentAnswers:
    def __init__(self, store: Store, match: str, newest: int) -> None:
        self._store = store
        self._match = match
        self.entries: list[Entry] = store.entries(
            match, after=max(newest - MOST_ENTRIES, 0), limit=MOST_ENTRIES
        )
        self.turns = turns_after(self.entries)
        self._turning = [entry for entry in self.entries if turns_back(entry)]

    def list_ways(self) -> list[int]:
        """The ways to the versions before each of the last answers that count, the nearest first."""
        return [turn.version - 1 for turn in reversed(self.turns[-MOST_WAYS:])]

    def way_back(self, to: int) -> WayBack:
        """The same as `folding.way_back`, for one of these ways."""
        turned = turned_versions(entry for entry in self._turning if entry.version > to)
        return WayBack(
            since=tuple(turn for turn in self.turns if turn.version > to),
            struck=any(version <= to for version in turned),
            stand=lambda: stand_at(self._store, self._match, to),
        )

"""The luck of a book: is the disclosed seed the promised one, and does every draw follow from it?"""

from __future__ import annotations

import hashlib
import re
from typing import Final

from events.entry import Entry
from events.seeds import SEED_BYTES
from games.match.events import LuckDrawn, MatchOpened, SeedDisclosed
from games.match.luck import RANGE, draw, luck_key
from service.verification.fold_and_decisions import Finding, readable_events
from service.verification.replay import Replay

NO_SEED_YET: Final = "the seed is not disclosed yet"
_SHA_256: Final = re.compile("[0-9a-f]{64}")


class Luck:
    """The seed and the draws, as far as the book tells them."""

    def __init__(self) -> None:
        self.stopped: str | None = None
        self._match = ""
        self._promised = ""
        self._opened = 0  # the entry with the promise
        self._disclosed: tuple[int, str] | None = None
        self._drawn: list[tuple[int, int, list[str], LuckDrawn]] = []  # entry, next number, words, draws

    def look(self, replay: Replay, entry: Entry) -> None:
        """Before the entry is taken: words and the number of the next draw are those before it."""
        before = replay.match
        for event in readable_events(replay, entry):
            if isinstance(event, MatchOpened) and before is None:
                self._match, self._promised, self._opened = event.match, event.commitment, entry.version
            elif isinstance(event, SeedDisclosed):
                self._disclosed = self._disclosed or (entry.version, event.seed)
            elif isinstance(event, LuckDrawn) and before:
                self._drawn.append((entry.version, before.draws, before.words(), event))

    def commitment(self) -> Finding:
        if self._opened and not _SHA_256.fullmatch(self._promised):
            return Finding(self._opened, "what is promised is no SHA-256")
        if self._disclosed is None:
            return Finding(detail=self.stopped or NO_SEED_YET, skipped=True)
        entry, seed = self._disclosed
        if hashlib.sha256(seed_bytes(seed)).hexdigest() != self._promised:
            return Finding(entry, "the seed is not the one that was committed to")
        if len(seed_bytes(seed)) != SEED_BYTES:
            return Finding(entry, f"a seed has {SEED_BYTES} bytes")
        return Finding()

    def draws(self) -> Finding:
        for entry, number, _, drawn in self._drawn:
            wrong = flaw_of_draws(number, drawn)
            if wrong:
                return Finding(entry, wrong)
        if self.stopped or self._disclosed is None:
            return Finding(detail=self.stopped or NO_SEED_YET, skipped=True)
        if self.commitment().entry:
            return Finding(detail="the seed is another one", skipped=True)
        seed = seed_bytes(self._disclosed[1])
        for entry, _, words, drawn in self._drawn:
            wrong = wrong_draw(luck_key(seed, words), self._match, drawn)
            if wrong:
                return Finding(entry, wrong)
        return Finding(detail=f"{sum(len(drawn.draws) for *_, drawn in self._drawn)} draws")


def flaw_of_draws(number: int, drawn: LuckDrawn) -> str | None:
    """What cannot be a draw, whatever the seed; none could be made below a larger bound."""
    if drawn.first != number:
        return f"the next draw has the number {number}, not {drawn.first}"
    for place, (bound, value) in enumerate(drawn.draws, drawn.first):
        if not 1 < bound <= RANGE or value not in range(bound):
            return f"draw {place} below {bound} cannot be {value}"
    return None


def wrong_draw(key: bytes, match: str, drawn: LuckDrawn) -> str | None:
    for place, (bound, value) in enumerate(drawn.draws, drawn.first):
        if value != draw(key, match, place, bound):
            return f"draw {place} below {bound} is not {value}"
    return None


def seed_bytes(seed: str) -> bytes:
    """For what is no seed: nothing, from which no commitment is made."""
    try:
        return bytes.fromhex(seed)
    except ValueError:
        return b""

"""The luck of a match: a secret seed, the players' own words, and draws anyone can check afterwards.

key    = HMAC-SHA256(seed, JSON array of the players' words in seat order)
draw i = HMAC-SHA256(key, "<match>:<i>:<try>") as a number of 256 bits, modulo the bound;
         numbers from the last, incomplete run of the bound are discarded and <try> goes up.
"""

from __future__ import annotations

import hmac
from functools import cached_property

import msgspec

from games.kernel import Chance

RANGE = 1 << 256


class SealedLuck(Chance):
    """Draws from number `first` on and keeps what it drew as (bound, value)."""

    def __init__(self, seed: bytes, match: str, words: list[str], first: int) -> None:
        self.seed = seed
        self.first = first
        self.drawn: list[tuple[int, int]] = []
        self._words = words
        self._match = match

    @cached_property
    def _key(self) -> bytes:
        """Most commands draw nothing."""
        return luck_key(self.seed, self._words)

    def next_below(self, bound: int) -> int:
        value = draw(self._key, self._match, self.first + len(self.drawn), bound)
        self.drawn.append((bound, value))
        return value


class NotDrawn(Exception):  # noqa: N818  the name says it
    """Other luck is wanted than was drawn then."""


class RecordedLuck(SealedLuck):
    """Draws what was drawn before, whether or not its seed is known by now."""

    def __init__(self, seed: bytes, first: int, recorded: tuple[tuple[int, int], ...]) -> None:
        super().__init__(seed, "", [], first)
        self._recorded = recorded

    def next_below(self, bound: int) -> int:
        number = len(self.drawn)
        if number == len(self._recorded) or self._recorded[number][0] != bound:
            raise NotDrawn(f"a draw below {bound} is wanted that was not made")
        value = self._recorded[number][1]
        if value not in range(bound):
            raise NotDrawn(f"no draw below {bound} is {value}")
        self.drawn.append((bound, value))
        return value


def luck_key(seed: bytes, words: list[str]) -> bytes:
    return hmac.digest(seed, msgspec.json.encode(words), "sha256")


def draw(key: bytes, match: str, index: int, bound: int) -> int:
    """Draw number `index`: 0 … bound - 1, all exactly equally likely."""
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{match}:{index}:{attempt}".encode(), "sha256")
        number = int.from_bytes(digest, "big")
        if number < RANGE - RANGE % bound:
            return number % bound
        attempt += 1

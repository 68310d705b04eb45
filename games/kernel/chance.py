"""Luck, handed in from outside. The results belong in events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance(ABC):
    """Supplying `next_below` supplies all luck of a game."""

    @abstractmethod
    def next_below(self, bound: int) -> int:
        """The next number of 0 … bound - 1, all equally likely; bound is 2 or more."""

    def below(self, bound: int) -> int:
        """A choice among one is no draw: it uses up no luck."""
        return self.next_below(bound) if bound > 1 else 0

    def die(self, faces: int = 6) -> int:
        return self.below(faces) + 1

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def draw(self, pieces: Mapping[str, int]) -> str:
        """One piece from a bag, unseen: `pieces` counts what is in it, in a fixed order."""
        place = self.below(sum(pieces.values()))
        for name, count in pieces.items():
            if place < count:
                return name
            place -= count
        raise ValueError("nothing to draw from")

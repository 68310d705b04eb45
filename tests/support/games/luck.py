"""Luck for tests: seeded, or fixed in advance."""

from random import Random

from games.kernel import Chance


class Seeded(Chance):
    """The same seed draws the same numbers again."""

    def __init__(self, seed):
        self._random = Random(seed)

    def next_below(self, bound):
        return self._random.randrange(bound)


class Rigged(Chance):
    """Draws these numbers (0 … bound - 1) and complains when more or different ones are wanted."""

    def __init__(self, *numbers):
        self.left = list(numbers)

    def next_below(self, bound):
        assert self.left, f"a draw below {bound} was not expected"
        number = self.left.pop(0)
        assert 0 <= number < bound, f"{number} is not below {bound}"
        return number


def dice(*faces):
    """Rigged dice: these faces come up, in this order."""
    return Rigged(*(face - 1 for face in faces))

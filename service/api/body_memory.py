"""The memory of one process for the bodies of requests, whoever sends them and however slowly."""

from __future__ import annotations

from collections import Counter
from typing import Final

from service.api.budgets import MIB
from service.api.faults import TooManyBodies
from service.problem_detail import Detail

STEP: Final = MIB  # read, and reserved, at a time
FOR_FILES: Final = 0.75  # of all memory; the rest is for commands alone
FOR_ONE_ADDRESS: Final = 0.5


class MemoryBudget:
    def __init__(self, most: int) -> None:
        """0: there is no bound."""
        self._most = most
        self._of_address: Counter[str] = Counter()
        self._all = 0
        self._of_files = 0

    def take(self, address: str, size: int, *, file: bool) -> None:
        if self._most and not self._fits(address, size, file=file):
            raise TooManyBodies(Detail("bodies_busy"))
        self._all += size
        self._of_files += size if file else 0
        self._of_address[address] += size

    def _fits(self, address: str, size: int, *, file: bool) -> bool:
        most, taken = (self._most * FOR_FILES, self._of_files) if file else (self._most, self._all)
        return taken + size <= most and self._of_address[address] + size <= most * FOR_ONE_ADDRESS

    def give_back(self, address: str, size: int, *, file: bool) -> None:
        self._all -= size
        self._of_files -= size if file else 0
        self._of_address[address] -= size
        if not self._of_address[address]:
            del self._of_address[address]


class Reservation:
    """The memory reserved for one request, until it is answered."""

    __slots__ = ("_address", "_budget", "_file", "_size")

    def __init__(self, budget: MemoryBudget, address: str, *, file: bool) -> None:
        self._budget, self._address, self._file = budget, address, file
        self._size = 0

    def reserve(self, size: int) -> None:
        self._budget.take(self._address, size, file=self._file)
        self._size += size

    def give_back(self, size: int) -> None:
        self._budget.give_back(self._address, size, file=self._file)
        self._size -= size

    def release(self) -> None:
        self.give_back(self._size)

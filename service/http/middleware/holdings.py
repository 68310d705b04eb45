"""How much somebody may hold at once: counted by each process for itself, which gets its part of a limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import ceil

from service.http.budgets import Allowance


class Holdings:
    def __init__(self, limits: Mapping[str, int], processes: int = 1) -> None:
        """A name without a limit, or with 0, is not counted."""
        self._limits = {name: ceil(limit / processes) for name, limit in limits.items() if limit}
        self._held: Counter[str] = Counter()

    def hold(self, name: str, accounts: tuple[str, ...]) -> Allowance | None:
        """One more, even if it is one too many: then it must be given back."""
        limit = self._limits.get(name)
        if limit is None:
            return None
        keys = [f"{name}:{account}" for account in accounts]
        self._held.update(keys)
        return Allowance(name, limit, limit - max(self._held[key] for key in keys), 0)

    def give_back(self, name: str, accounts: tuple[str, ...]) -> None:
        for key in [f"{name}:{account}" for account in accounts] if name in self._limits else ():
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

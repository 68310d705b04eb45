"""Which dispatcher works on a partition: several may stand by, one is active.

A lease runs out by itself when its holder dies. It is a fence as well: a checkpoint is written only while the
lease under which it was reached is still there, so a holder that slept through its end cannot turn the next
one back.
"""

import secrets
from typing import Final

from events.store import Store
from service.clock import CLOCKS_DIFFER_BY
from service.monitoring.shift_records import HeldLease, ShiftRecords

LEASE_MS: Final = 5_000
RENEW_AFTER_MS: Final = 2_000  # after so long


class LeaseLost(Exception):  # noqa: N818  the name says it
    """Another dispatcher is active; nothing was written."""


class Lease:
    def __init__(self, store: Store, partition: int) -> None:
        self._records = ShiftRecords(store)
        self._partition = partition
        self._holder = secrets.token_hex(8)
        self._ours: HeldLease | None = None

    @property
    def ours(self) -> HeldLease | None:
        """The lease as we took or renewed it last: perhaps somebody else has taken it since."""
        return self._ours

    def held(self, now: int) -> bool:
        """Takes the lease if it is free, and renews it in good time.

        One that runs longer than any lease was taken when the clock was ahead, and does not count.
        """
        lying = self._records.lease(self._partition)
        if lying is None or not now < lying.until <= now + LEASE_MS + CLOCKS_DIFFER_BY:
            return self._take(lying, lying.term + 1 if lying else 1, now)
        if lying.holder != self._holder:
            self._ours = None
            return False
        if lying.until - now > LEASE_MS - RENEW_AFTER_MS:
            return True
        return self._take(lying, lying.term, now)

    def release(self) -> None:
        """So that a dispatcher standing by need not wait."""
        if self._ours is not None:
            self._pass(self._ours, HeldLease(holder="", term=self._ours.term, until=0))
            self._ours = None

    def _take(self, before: HeldLease | None, term: int, now: int) -> bool:
        return self._pass(before, HeldLease(holder=self._holder, term=term, until=now + LEASE_MS))

    def _pass(self, before: HeldLease | None, after: HeldLease) -> bool:
        done = self._records.pass_lease(self._partition, before, after)
        self._ours = after if done else None
        return done

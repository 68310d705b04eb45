"""The calls of a courier, many at the same time.

Matches and players take turns, and so do the webhooks of each. One webhook is called once at a time, so what
it is told comes in order. Some places are kept for webhooks that were quick to answer: they need not
wait, however many others are slow.
"""

import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from events.store import Place, read_place
from service.clock import now_ms
from service.webhooks.records import Webhooks
from workers.jobs.deliveries import Courier
from workers.outages import SERVER_GONE
from workers.queues import work_of
from workers.station import get_station

MOST_HANDED_OVER: Final = 1_000  # at once
CALLS_AT_ONCE: Final = 256
FOR_THE_QUICK: Final = 32  # of these
QUICK_SECONDS: Final = 1.0
MOST_OF_RECEIVER: Final = 16  # at once: a host behind which many webhooks lie is not run over
MOST_QUICK: Final = 100_000  # webhooks to remember

log = logging.getLogger(__name__)


class Call(NamedTuple):
    place: Place
    number: int  # of the delivery
    webhook: str
    receiver: str  # host and port


class Turns:
    """Calls that wait."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Place, OrderedDict[str, deque[Call]]] = OrderedDict()

    def add(self, call: Call) -> None:
        self._waiting.setdefault(call.place, OrderedDict()).setdefault(call.webhook, deque()).append(call)

    def take(self, may_begin: Callable[[Call], bool]) -> Call | None:
        """Takes the first call that may begin; its webhook and its place then come last."""
        for place, webhooks in self._waiting.items():
            for webhook, calls in webhooks.items():
                if may_begin(calls[0]):
                    return self._take_out(place, webhook)
        return None

    def _take_out(self, place: Place, webhook: str) -> Call:
        webhooks = self._waiting.pop(place)
        calls = webhooks.pop(webhook)
        call = calls.popleft()
        if calls:
            webhooks[webhook] = calls
        if webhooks:
            self._waiting[place] = webhooks
        return call


class Calls:
    """In threads; in a courier's process these are greenlets."""

    def __init__(
        self,
        make: Callable[[Call], bool],
        settle: Callable[[list[str], float, bool], None],
        at_once: int = CALLS_AT_ONCE,
    ) -> None:
        self._make = make
        self._settle = settle
        self._at_once = at_once
        self._for_quick = at_once * FOR_THE_QUICK // CALLS_AT_ONCE
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="call")
        self._lock = Lock()
        self._turns = Turns()
        self._in_hand: dict[tuple[Place, int], list[str]] = {}  # waiting ones included -> the ids of jobs
        self._running: Counter[str] = Counter()  # by webhook and by receiver
        self._under_way = 0
        self._quick: OrderedDict[str, None] = OrderedDict()

    def add(self, call: Call, ids: Sequence[str] = ()) -> None:
        """One that is in hand already is not made twice: the dispatcher asks again for what takes long."""
        with self._lock:
            known = call[:2] in self._in_hand
            self._in_hand.setdefault(call[:2], []).extend(ids)
            if not known:
                self._turns.add(call)
                self._begin_some()

    def close(self) -> None:
        """Once those under way have ended. What still waits lies in the book, and is asked for again."""
        with self._lock:
            self._turns = Turns()
        self._threads.shutdown()

    def _begin_some(self) -> None:
        while self._under_way < self._at_once and (call := self._turns.take(self._may_begin)):
            self._under_way += 1
            self._running.update((call.webhook, call.receiver))
            self._threads.submit(self._carry_out, call)

    def _may_begin(self, call: Call) -> bool:
        if self._running[call.webhook] or self._running[call.receiver] >= MOST_OF_RECEIVER:
            return False
        return call.webhook in self._quick or self._under_way < self._at_once - self._for_quick

    def _carry_out(self, call: Call) -> None:
        began, done = time.monotonic(), False
        try:
            done = self._make(call)
        finally:
            seconds = time.monotonic() - began
            self._settle(self._end(call, seconds), seconds, done)

    def _end(self, call: Call, seconds: float) -> list[str]:
        with self._lock:
            self._note_speed(call.webhook, seconds)
            self._under_way -= 1
            self._running.subtract((call.webhook, call.receiver))
            for name in {call.webhook, call.receiver}:
                if not self._running[name]:
                    del self._running[name]
            ids = self._in_hand.pop(call[:2])
            self._begin_some()
            return ids

    def _note_speed(self, webhook: str, seconds: float) -> None:
        self._quick.pop(webhook, None)
        if seconds < QUICK_SECONDS:
            self._quick[webhook] = None
        if len(self._quick) > MOST_QUICK:
            self._quick.popitem(last=False)


def deliver_news(place: str, number: int) -> None:
    """The job, if a worker finds it where no deliveries wait. Otherwise many are handed over at once."""
    add_calls(read_place(place), {number: []})


def hand_over(ids: list[str]) -> None:
    """Jobs that were taken out of their queue, by their ids."""
    found: dict[str, dict[int, list[str]]] = {}
    for id_ in ids:
        if work := work_of(id_):
            found.setdefault(work.match, {}).setdefault(work.version, []).append(id_)
    for place, numbers in found.items():
        try:
            add_calls(read_place(place), numbers)
        except SERVER_GONE as failure:
            log.warning("%d deliveries of %s are left to the next look: %s", len(numbers), place, failure)


def add_calls(place: Place, numbers: dict[int, list[str]]) -> None:
    """Adds calls with the ids of their jobs. A call whose delivery or webhook is gone only forgets it."""
    hooks = Webhooks(get_station().matches.store)
    deliveries = hooks.chosen(place, list(numbers))
    receivers = {webhook.id: urlsplit(webhook.url).netloc for webhook in hooks.at(place)}
    for number, ids in numbers.items():
        webhook = deliveries[number].webhook if number in deliveries else ""
        get_calls().add(Call(place, number, webhook, receivers.get(webhook, "")), ids)


@cache
def get_calls() -> Calls:
    """The calls of this process."""
    return Calls(make_call, settle_jobs)


def close_calls() -> None:
    if get_calls.cache_info().currsize:
        get_calls().close()


def make_call(call: Call) -> bool:
    """False if it could not be made for a reason of ours."""
    try:
        at = get_station()
        Courier(at.matches.store, at.secret, at.webhooks).deliver(call.place, call.number, now_ms())
    except SERVER_GONE as failure:
        log.warning("delivery %012x is left to the next look: %s", call.number, failure)
    except Exception:
        log.exception("delivery %012x of %s failed", call.number, call.place)
    else:
        return True
    return False


def settle_jobs(ids: list[str], seconds: float, done: bool) -> None:  # noqa: FBT001  as it is called
    try:
        get_station().queues.settle(ids, seconds, done=done)
    except SERVER_GONE as failure:
        log.warning("%d jobs of the courier are left to run out: %s", len(ids), failure)

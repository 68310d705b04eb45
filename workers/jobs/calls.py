"""The calls of a courier, many at the same time.

Matches and players take turns, and so do the webhooks of each. One webhook is called once at a time, so what
it is told comes in order. A receiver is called by few at a time, however many names its address has. Some
places are kept for webhooks that have lately been quick to answer, each for as long as a quick answer takes:
they need not wait, however many others are slow.
"""

import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from math import ceil
from threading import Lock, Timer
from typing import Final, NamedTuple

from events.store import Scope, read_scope
from service.clock import now_ms
from service.webhooks.address import host_of
from service.webhooks.records import Webhooks
from workers.jobs.deliveries import Courier
from workers.jobs.posting import POST_SECONDS, ReceiverBusy
from workers.outages import SERVER_GONE
from workers.queues import work_of
from workers.station import get_station

MOST_HANDED_OVER: Final = 1_000  # at once
CALLS_AT_ONCE: Final = 256
FOR_THE_QUICK: Final = 32  # of these
QUICK_SECONDS: Final = 1.0
QUICK_ANSWERS: Final = 3  # one after the other, and a webhook counts as quick
KEPT_SECONDS: Final = 1.0  # then a call gives back the place that was kept, and is one of the slow
MOST_OF_RECEIVER: Final = 16  # at once: a host behind which many webhooks lie is not run over
MOST_QUICK: Final = 100_000  # webhooks to remember

log = logging.getLogger(__name__)


class Call(NamedTuple):
    scope: Scope
    number: int  # of the delivery
    webhook: str
    host: str
    receiver: str = ""  # by its address, if it was busy when it was called last


class Turns:
    """Calls that wait."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Scope, OrderedDict[str, deque[Call]]] = OrderedDict()

    def add(self, call: Call) -> None:
        self._of_webhook(call).append(call)

    def put_back(self, call: Call) -> None:
        """It was taken, and remains the first of its webhook."""
        self._of_webhook(call).appendleft(call)

    def _of_webhook(self, call: Call) -> deque[Call]:
        return self._waiting.setdefault(call.scope, OrderedDict()).setdefault(call.webhook, deque())

    def take(self, may_begin: Callable[[Call], bool]) -> Call | None:
        """Takes the first call that may begin; its webhook and its scope then come last."""
        for scope, webhooks in self._waiting.items():
            for webhook, calls in webhooks.items():
                if may_begin(calls[0]):
                    return self._take_out(scope, webhook)
        return None

    def _take_out(self, scope: Scope, webhook: str) -> Call:
        webhooks = self._waiting.pop(scope)
        calls = webhooks.pop(webhook)
        call = calls.popleft()
        if calls:
            webhooks[webhook] = calls
        if webhooks:
            self._waiting[scope] = webhooks
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
        self._for_quick = at_once * FOR_THE_QUICK // CALLS_AT_ONCE
        self._for_slow = at_once - self._for_quick
        overdue = self._for_quick * ceil(POST_SECONDS / KEPT_SECONDS)  # that have given back their places
        self._threads = ThreadPoolExecutor(at_once + overdue, thread_name_prefix="call")
        self._lock = Lock()
        self._turns = Turns()
        self._closed = False
        self._in_hand: dict[tuple[Scope, int], list[str]] = {}  # waiting ones included -> the ids of jobs
        self._running: Counter[str] = Counter()  # by webhook and by host
        self._receivers: dict[tuple[Scope, int], str] = {}  # by running call
        self._called: Counter[str] = Counter()  # the same by receiver
        self._kept: dict[tuple[Scope, int], Timer] = {}  # running calls on places kept for the quick
        self._slow = 0  # all others that run
        self._quick: OrderedDict[str, int] = OrderedDict()  # quick answers one after the other, by webhook

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
            self._turns, self._closed = Turns(), True
        self._threads.shutdown()

    def may_call(self, call: Call, receiver: str) -> bool:
        """Return whether a running call may go to this receiver now; it leaves the one it went to before."""
        with self._lock:
            if receiver == self._receivers.get(call[:2]):
                return True
            if self._called[receiver] >= MOST_OF_RECEIVER:
                return False
            self._leave_receiver(call)
            self._go_to(call, receiver)
            return True

    def _begin_some(self) -> None:
        while not self._closed and (call := self._turns.take(self._may_begin)):
            self._take_place(call)
            self._running.update((call.webhook, call.host))
            if call.receiver:
                self._go_to(call, call.receiver)
            self._threads.submit(self._carry_out, call)

    def _may_begin(self, call: Call) -> bool:
        if self._running[call.webhook] or self._running[call.host] >= MOST_OF_RECEIVER:
            return False
        if self._called[call.receiver] >= MOST_OF_RECEIVER:
            return False
        is_quick = self._quick.get(call.webhook, 0) >= QUICK_ANSWERS
        return self._slow < self._for_slow or (is_quick and len(self._kept) < self._for_quick)

    def _take_place(self, call: Call) -> None:
        if self._slow < self._for_slow:
            self._slow += 1
            return
        timer = self._kept[call[:2]] = Timer(KEPT_SECONDS, self._give_back, (call,))
        timer.daemon = True
        timer.start()

    def _give_back(self, call: Call) -> None:
        """Its answer takes long; somebody else who is quick may have the place."""
        with self._lock:
            if self._kept.pop(call[:2], None) is not None:
                self._slow += 1
                self._begin_some()

    def _carry_out(self, call: Call) -> None:
        began, done, busy = time.monotonic(), False, ""
        try:
            done = self._make(call)
        except ReceiverBusy as found:
            busy = found.receiver
        finally:
            seconds = time.monotonic() - began
            if busy:
                self._put_back(call._replace(receiver=busy))
            else:
                self._settle(self._end(call, seconds), seconds, done)

    def _put_back(self, call: Call) -> None:
        """Until its receiver has room for it."""
        with self._lock:
            self._leave(call)
            self._turns.put_back(call)
            self._begin_some()

    def _end(self, call: Call, seconds: float) -> list[str]:
        with self._lock:
            self._note_speed(call.webhook, seconds)
            self._leave(call)
            ids = self._in_hand.pop(call[:2])
            self._begin_some()
            return ids

    def _leave(self, call: Call) -> None:
        timer = self._kept.pop(call[:2], None)
        if timer is None:
            self._slow -= 1
        else:
            timer.cancel()
        self._leave_receiver(call)
        count_down(self._running, call.webhook, call.host)

    def _go_to(self, call: Call, receiver: str) -> None:
        self._receivers[call[:2]] = receiver
        self._called[receiver] += 1

    def _leave_receiver(self, call: Call) -> None:
        if (receiver := self._receivers.pop(call[:2], None)) is not None:
            count_down(self._called, receiver)

    def _note_speed(self, webhook: str, seconds: float) -> None:
        before = self._quick.pop(webhook, 0)
        if seconds < QUICK_SECONDS:
            self._quick[webhook] = min(before + 1, QUICK_ANSWERS)
        if len(self._quick) > MOST_QUICK:
            self._quick.popitem(last=False)


def count_down(counts: Counter[str], *names: str) -> None:
    counts.subtract(names)
    for name in set(names):
        if not counts[name]:
            del counts[name]


def deliver_news(scope: str, number: int) -> None:
    """The job, if a worker finds it where no deliveries wait. Otherwise many are handed over at once."""
    add_calls(read_scope(scope), {number: []})


def hand_over(ids: list[str]) -> None:
    """Jobs that were taken out of their queue, by their ids."""
    found: dict[str, dict[int, list[str]]] = {}
    for id_ in ids:
        if work := work_of(id_):
            found.setdefault(work.match, {}).setdefault(work.version, []).append(id_)
    for scope, numbers in found.items():
        try:
            add_calls(read_scope(scope), numbers)
        except SERVER_GONE as failure:
            log.warning("%d deliveries of %s are left to the next look: %s", len(numbers), scope, failure)


def add_calls(scope: Scope, numbers: dict[int, list[str]]) -> None:
    """Adds calls with the ids of their jobs. A call whose delivery or webhook is gone only forgets it."""
    hooks = Webhooks(get_station().matches.store)
    deliveries = hooks.chosen(scope, list(numbers))
    hosts = {webhook.id: host_of(webhook.url) for webhook in hooks.at(scope)}
    for number, ids in numbers.items():
        webhook = deliveries[number].webhook if number in deliveries else ""
        get_calls().add(Call(scope, number, webhook, hosts.get(webhook, "")), ids)


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
        courier = Courier(at.matches.store, at.secret, at.webhooks, partial(get_calls().may_call, call))
        courier.deliver(call.scope, call.number, now_ms())
    except ReceiverBusy:
        raise
    except SERVER_GONE as failure:
        log.warning("delivery %012x is left to the next look: %s", call.number, failure)
    except Exception:
        log.exception("delivery %012x of %s failed", call.number, call.scope)
    else:
        return True
    return False


def settle_jobs(ids: list[str], seconds: float, done: bool) -> None:  # noqa: FBT001  as it is called
    try:
        get_station().queues.settle(ids, seconds, done=done)
    except SERVER_GONE as failure:
        log.warning("%d jobs of the courier are left to run out: %s", len(ids), failure)

"""The deliveries of a webhook sender's process, many at the same time.

Matches and players take turns, and so do the webhooks of each. One webhook has one delivery at a time, so it
gets its news in order. A receiver has few at a time, however many names its address has. Some slots are
reserved for webhooks that have lately been quick to answer, each for as long as a quick answer takes: they
need not wait, however many others are slow.
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
from workers.context import get_context
from workers.jobs.posting import POST_SECONDS, ReceiverBusy
from workers.jobs.webhooks import WebhookSender
from workers.outages import SERVER_GONE
from workers.queues import work_of

MOST_HANDED_OVER: Final = 1_000  # at once
SLOTS: Final = 256  # deliveries at once
RESERVED_SLOTS: Final = 32  # of these, for the quick
QUICK_SECONDS: Final = 1.0
QUICK_ANSWERS: Final = 3  # one after the other, and a webhook counts as quick
RESERVED_SECONDS: Final = 1.0  # then a delivery gives back its reserved slot, and is one of the slow
MOST_OF_RECEIVER: Final = 16  # at once: a host with many webhooks is not overrun
MOST_QUICK: Final = 100_000  # webhooks to remember

log = logging.getLogger(__name__)

Key = tuple[Scope, int]  # of a delivery


class QueuedDelivery(NamedTuple):
    scope: Scope
    number: int
    webhook: str
    host: str
    receiver: str = ""  # by its address, if it was busy when it was tried last

    @property
    def key(self) -> Key:
        return self.scope, self.number


class Scheduler:
    """Deliveries that wait for a slot."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Scope, OrderedDict[str, deque[QueuedDelivery]]] = OrderedDict()

    def add(self, delivery: QueuedDelivery) -> None:
        self._queue_of_webhook(delivery).append(delivery)

    def put_back(self, delivery: QueuedDelivery) -> None:
        """Put back what was taken; it remains the first of its webhook."""
        self._queue_of_webhook(delivery).appendleft(delivery)

    def _queue_of_webhook(self, delivery: QueuedDelivery) -> deque[QueuedDelivery]:
        of_scope = self._waiting.setdefault(delivery.scope, OrderedDict())
        return of_scope.setdefault(delivery.webhook, deque())

    def take(self, may_begin: Callable[[QueuedDelivery], bool]) -> QueuedDelivery | None:
        """Take the first delivery that may begin; its webhook and its scope then come last."""
        for scope, webhooks in self._waiting.items():
            for webhook, deliveries in webhooks.items():
                if may_begin(deliveries[0]):
                    return self._take_out(scope, webhook)
        return None

    def _take_out(self, scope: Scope, webhook: str) -> QueuedDelivery:
        webhooks = self._waiting.pop(scope)
        deliveries = webhooks.pop(webhook)
        delivery = deliveries.popleft()
        if deliveries:
            webhooks[webhook] = deliveries
        if webhooks:
            self._waiting[scope] = webhooks
        return delivery


class DeliveryPool:
    """Threads that make deliveries; in a webhook sender's process these are greenlets."""

    def __init__(
        self,
        send: Callable[[QueuedDelivery], bool],
        settle: Callable[[list[str], float, bool], None],
        slots: int = SLOTS,
    ) -> None:
        self._send = send
        self._settle = settle
        self._reserved_slots = slots * RESERVED_SLOTS // SLOTS
        self._shared_slots = slots - self._reserved_slots
        overdue = self._reserved_slots * ceil(POST_SECONDS / RESERVED_SECONDS)  # that gave back their slots
        self._threads = ThreadPoolExecutor(slots + overdue, thread_name_prefix="delivery")
        self._lock = Lock()
        self._scheduler = Scheduler()
        self._closed = False
        self._in_hand: dict[Key, list[str]] = {}  # waiting ones included -> the ids of jobs
        self._running: Counter[str] = Counter()  # by webhook and by host
        self._receivers: dict[Key, str] = {}  # by running delivery
        self._at_receiver: Counter[str] = Counter()  # running deliveries by receiver
        self._in_reserved: dict[Key, Timer] = {}  # running deliveries in reserved slots
        self._in_shared = 0  # all others that run
        self._quick: OrderedDict[str, int] = OrderedDict()  # quick answers one after the other, by webhook

    def add(self, delivery: QueuedDelivery, ids: Sequence[str] = ()) -> None:
        """Add one, unless it is in hand already: the dispatcher asks again for what takes long."""
        with self._lock:
            known = delivery.key in self._in_hand
            self._in_hand.setdefault(delivery.key, []).extend(ids)
            if not known:
                self._scheduler.add(delivery)
                self._begin_waiting()

    def close(self) -> None:
        """Wait for those under way. What still waits is stored with the book, and is asked for again."""
        with self._lock:
            self._scheduler, self._closed = Scheduler(), True
        self._threads.shutdown()

    def may_contact(self, delivery: QueuedDelivery, receiver: str) -> bool:
        """Return whether a running delivery may go to this receiver now; it leaves the one before."""
        with self._lock:
            if receiver == self._receivers.get(delivery.key):
                return True
            if self._at_receiver[receiver] >= MOST_OF_RECEIVER:
                return False
            self._leave_receiver(delivery)
            self._enter_receiver(delivery, receiver)
            return True

    def _begin_waiting(self) -> None:
        while not self._closed and (delivery := self._scheduler.take(self._may_begin)):
            if self._in_shared < self._shared_slots:
                self._in_shared += 1
            else:
                timer = Timer(RESERVED_SECONDS, self._give_back_slot, (delivery,))
                self._in_reserved[delivery.key] = timer
                timer.daemon = True
                timer.start()
            self._running.update((delivery.webhook, delivery.host))
            if delivery.receiver:
                self._enter_receiver(delivery, delivery.receiver)
            self._threads.submit(self._run, delivery)

    def _may_begin(self, delivery: QueuedDelivery) -> bool:
        if self._running[delivery.webhook] or self._running[delivery.host] >= MOST_OF_RECEIVER:
            return False
        if self._at_receiver[delivery.receiver] >= MOST_OF_RECEIVER:
            return False
        is_quick = self._quick.get(delivery.webhook, 0) >= QUICK_ANSWERS
        has_reserved_slot = is_quick and len(self._in_reserved) < self._reserved_slots
        return self._in_shared < self._shared_slots or has_reserved_slot

    def _give_back_slot(self, delivery: QueuedDelivery) -> None:
        """Move a slow delivery out of its reserved slot: another webhook that is quick may have it."""
        with self._lock:
            if self._in_reserved.pop(delivery.key, None) is not None:
                self._in_shared += 1
                self._begin_waiting()

    def _run(self, delivery: QueuedDelivery) -> None:
        began, done, busy = time.monotonic(), False, ""
        try:
            done = self._send(delivery)
        except ReceiverBusy as found:
            busy = found.receiver
        finally:
            seconds = time.monotonic() - began
            if busy:
                self._put_back(delivery._replace(receiver=busy))
            else:
                self._settle(self._end(delivery, seconds), seconds, done)

    def _put_back(self, delivery: QueuedDelivery) -> None:
        """Let it wait until its receiver has room for it."""
        with self._lock:
            self._leave(delivery)
            self._scheduler.put_back(delivery)
            self._begin_waiting()

    def _end(self, delivery: QueuedDelivery, seconds: float) -> list[str]:
        with self._lock:
            before = self._quick.pop(delivery.webhook, 0)
            if seconds < QUICK_SECONDS:
                self._quick[delivery.webhook] = min(before + 1, QUICK_ANSWERS)
            if len(self._quick) > MOST_QUICK:
                self._quick.popitem(last=False)
            self._leave(delivery)
            ids = self._in_hand.pop(delivery.key)
            self._begin_waiting()
            return ids

    def _leave(self, delivery: QueuedDelivery) -> None:
        timer = self._in_reserved.pop(delivery.key, None)
        if timer is None:
            self._in_shared -= 1
        else:
            timer.cancel()
        self._leave_receiver(delivery)
        count_down(self._running, delivery.webhook, delivery.host)

    def _enter_receiver(self, delivery: QueuedDelivery, receiver: str) -> None:
        self._receivers[delivery.key] = receiver
        self._at_receiver[receiver] += 1

    def _leave_receiver(self, delivery: QueuedDelivery) -> None:
        if (receiver := self._receivers.pop(delivery.key, None)) is not None:
            count_down(self._at_receiver, receiver)


def count_down(counts: Counter[str], *names: str) -> None:
    counts.subtract(names)
    for name in set(names):
        if not counts[name]:
            del counts[name]


@cache
def get_pool() -> DeliveryPool:
    """Return the pool of this process."""
    return DeliveryPool(send_delivery, settle_jobs)


def close_pool() -> None:
    if get_pool.cache_info().currsize:
        get_pool().close()


def deliver_news(scope: str, number: int) -> None:
    """Run the job `deliver`, if a worker finds it alone. Otherwise many are handed over at once."""
    add_deliveries(read_scope(scope), {number: []})


def hand_over(ids: list[str]) -> None:
    """Hand over jobs that were taken out of their queue, by their ids."""
    found: dict[str, dict[int, list[str]]] = {}
    for id_ in ids:
        if work := work_of(id_):
            found.setdefault(work.match, {}).setdefault(work.version, []).append(id_)
    for scope, numbers in found.items():
        try:
            add_deliveries(read_scope(scope), numbers)
        except SERVER_GONE as failure:
            log.warning("%d deliveries of %s are left to the next look: %s", len(numbers), scope, failure)


def add_deliveries(scope: Scope, numbers: dict[int, list[str]]) -> None:
    """Add deliveries with the ids of their jobs. Where delivery or webhook is gone, it is only forgotten."""
    hooks = Webhooks(get_context().matches.store)
    deliveries = hooks.chosen(scope, list(numbers))
    hosts = {webhook.id: host_of(webhook.url) for webhook in hooks.at(scope)}
    for number, ids in numbers.items():
        webhook = deliveries[number].webhook if number in deliveries else ""
        get_pool().add(QueuedDelivery(scope, number, webhook, hosts.get(webhook, "")), ids)


def send_delivery(delivery: QueuedDelivery) -> bool:
    """Return False if it could not be made for a reason of ours."""
    try:
        context = get_context()
        may_contact = partial(get_pool().may_contact, delivery)
        sender = WebhookSender(context.matches.store, context.secret, context.webhooks, may_contact)
        sender.deliver(delivery.scope, delivery.number, now_ms())
    except ReceiverBusy:
        raise
    except SERVER_GONE as failure:
        log.warning("delivery %012x is left to the next look: %s", delivery.number, failure)
    except Exception:
        log.exception("delivery %012x of %s failed", delivery.number, delivery.scope)
    else:
        return True
    return False


def settle_jobs(ids: list[str], seconds: float, done: bool) -> None:  # noqa: FBT001  as it is called
    try:
        get_context().queues.settle(ids, seconds, done=done)
    except SERVER_GONE as failure:
        log.warning("%d jobs of deliveries are left to run out: %s", len(ids), failure)

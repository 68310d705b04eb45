"""Webhooks: from an entry to deliveries, and from a delivery to a signed POST.

The metadata of an entry is enough to find who listens: no match is opened, and where nobody listens nothing
is looked up. Deliveries are retried with growing pauses, given up after days, and each is kept in a log.

Before it is sent a delivery is claimed: no two processes send it, and one that was broken off is noticed. A
receiver may get the same news twice, when a process dies after the POST and before the log: the message id is
then the same, and a receiver that remembers ids acts once.
"""

import hashlib
import logging
import time
from collections import Counter, deque
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from random import randrange
from typing import Any, Final

import msgspec

from events.store import FeedItem, Scope, Store
from games.match.actor import Actor
from service.matches.index import EventMetadata
from service.matches.records.people import PEOPLE, is_good_token, is_scope_of_player, scope_of_player
from service.queries.scores import OVER
from service.webhooks.address import AddressPolicy
from service.webhooks.records import (
    Attempt,
    Delivery,
    NewsKind,
    Pending,
    Webhook,
    Webhooks,
    derive_key,
    number_of,
    scope_of_webhook,
    signature_headers,
)
from workers.jobs.posting import POST_SECONDS, MayContact, PostAnswer, ReceiverBusy, call_receiver
from workers.queues import Queues, Work, count_repeats

KNOWN_MATCHES: Final = 10_000
# After the first attempt, the second … one; Standard Webhooks recommends a schedule of this kind.
PAUSE_SECONDS: Final = (5, 30, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)  # seconds
JITTER: Final = 0.2  # up to this share longer, so that what failed together is not tried together
# Until a delivery that left no trace is asked for again; a receiver may take its time.
DELIVERY_PATIENCE_MS: Final = 20_000
CALL_MS: Final = int(1000 * POST_SECONDS)
BROKEN_OFF_AFTER_MS: Final = CALL_MS + 5_000  # a call that nobody has recorded by then has lost its process
BROKEN_OFF: Final = "The call was broken off: its process ended."
EARLY_MS: Final = 1_000  # two machines' clocks differ
DISABLED_AFTER: Final = 5 * 86_400_000  # milliseconds in which nothing came through
MOST_OF_LOOK: Final = 64  # late ones: whoever looks has the feed to follow as well
MOST_WAITING: Final = 5_000  # deliveries of a scope; then its webhooks are disabled
MOST_LOGGED: Final = 1_000  # finished deliveries, of a scope
PRUNE_EVERY: Final = 64
GONE_FOR_GOOD: Final = 410

log = logging.getLogger(__name__)


class WebhookFanout:
    """Makes the deliveries of an entry for all webhooks that listen."""

    def __init__(self, store: Store, queues: Queues) -> None:
        self._store = store
        self._queues = queues
        self._hooks = Webhooks(store)
        self._seated = lru_cache(KNOWN_MATCHES)(self._look_up)  # nobody changes seats after the start

    def listening(self) -> set[Scope]:
        """Return the scopes with webhooks; read after the feed, so that no earlier registration is missed."""
        return self._hooks.scopes()

    def take(self, item: FeedItem, metadata: EventMetadata, listening: set[Scope], now: int) -> None:
        for scope, seat in self._concerned(item, metadata, listening):
            hooks = [webhook for webhook in self._hooks.at(scope) if webhook.disabled is None]
            told = [one for webhook in hooks for one in list_deliveries(webhook, item, metadata, seat, now)]
            if told and (new := self._hooks.expect_all(scope, told)):
                ask_for_new_deliveries(self._queues, scope, new, now)

    def _concerned(
        self, item: FeedItem, metadata: EventMetadata, listening: set[Scope]
    ) -> Iterator[tuple[Scope, int | None]]:
        """Yield the scopes whose webhooks it concerns, with the seat where the scope is a player's."""
        if item.match in listening:
            yield item.match, None
        if metadata.public and any(map(is_scope_of_player, listening)):
            look_up = self._look_up if metadata.status == "open" else self._seated
            yield from ((scope, seat) for scope, seat in look_up(item.match) if scope in listening)

    def _look_up(self, match: str) -> tuple[tuple[Scope, int], ...]:
        people = PEOPLE.all(self._store, match)
        return tuple((scope_of_player(one.player), seat) for seat, one in people.items() if one.player)


def list_deliveries(
    webhook: Webhook, item: FeedItem, metadata: EventMetadata, seat: int | None, now: int
) -> Iterator[Delivery]:
    for kind, concerned in list_news(metadata, own_seat(webhook, seat)):
        if kind in webhook.kinds:
            yield Delivery(
                number=number_of(webhook.id, item.match, item.version, kind),
                webhook=webhook.id,
                kind=kind,
                match=item.match,
                version=item.version,
                seat=concerned,
                made_at=now,
                due=max(now, webhook.rest_until or now),
            )


def own_seat(webhook: Webhook, seat: int | None) -> int | None:
    """Return the seat of the listener; None without one, who then hears of every seat."""
    if webhook.scope == "player":
        return seat
    return Actor.parse(webhook.role).seat


def list_news(metadata: EventMetadata, own: int | None) -> Iterator[tuple[NewsKind, int | None]]:
    """Yield the kinds of news of an entry for a seat, each with the seat it is about."""
    yield "entry", None
    if metadata.status in OVER:
        yield "finished", None
    turn = metadata.turn if metadata.mind is None and not metadata.imported else None
    # A question is no news to the seat that has just answered or is still asked the same, except after a bot.
    is_news = Actor.parse(metadata.by).is_bot or metadata.asked_before != metadata.turn
    if turn is not None and is_news and own in (None, turn):
        yield "your_turn", turn
    if metadata.undo_by is not None and own != metadata.undo_by:
        yield "undo_requested", metadata.undo_by


def ask_for_deliveries(store: Store, queues: Queues, now: int) -> int:
    """Enqueue a job for each delivery that is due and was not made by the job it had."""
    hooks = Webhooks(store)
    pending = hooks.pending()
    give_up_the_overwhelmed(hooks, Counter(one.scope for one in pending))
    late = [one for one in pending if one.due <= now]
    waiting = queues.waiting() if any(now - one.due >= DELIVERY_PATIENCE_MS for one in late) else set()
    chosen = take_turns([one for one in late if work_for(one) not in waiting])
    return sum(ask_for_delivery(queues, work_for(one), one.due, now) for one in chosen)


def work_for(one: Pending) -> Work:
    return Work("deliver", str(one.scope), one.number)


def take_turns(late: list[Pending]) -> list[Pending]:
    """Pick at most as many overdue deliveries as one scan asks for: round-robin by scope, the oldest first.

    The first scope is random: where there are more scopes than turns, each will be first at times.
    """
    by_scope: dict[Scope, deque[Pending]] = {}
    for one in sorted(late, key=lambda one: one.due):
        by_scope.setdefault(one.scope, deque()).append(one)
    turns, chosen = deque(by_scope.values()), list[Pending]()
    turns.rotate(randrange(len(turns)) if turns else 0)  # noqa: S311  nobody gains by predicting it
    while turns and len(chosen) < MOST_OF_LOOK:
        waiting = turns.popleft()
        chosen.append(waiting.popleft())
        if waiting:
            turns.append(waiting)
    return chosen


def give_up_the_overwhelmed(hooks: Webhooks, waiting: Counter[Scope]) -> None:
    """Disable webhooks for which too much waits: those that nobody answers could fill the server."""
    for scope in (scope for scope, deliveries in waiting.items() if deliveries > MOST_WAITING):
        for webhook in hooks.at(scope):
            if webhook.disabled is None:
                hooks.change(webhook.id, disabled="failing")
                log.warning("webhook %s is disabled: too many deliveries wait", webhook.id)


def ask_for_delivery(queues: Queues, work: Work, due: int, now: int) -> bool:
    """Enqueue under the same id for the same attempt; a new one if the job left no trace."""
    times = count_repeats(now - due, DELIVERY_PATIENCE_MS)
    return queues.put(work, number=due * 10_000 + times, again=times > 0)


def ask_for_new_deliveries(queues: Queues, scope: Scope, deliveries: list[Delivery], now: int) -> None:
    """Enqueue those that nobody has asked for. One whose webhook rests is enqueued when it is due."""
    deliveries = [one for one in deliveries if one.due is not None and one.due <= now]
    works = [Work("deliver", str(scope), one.number) for one in deliveries]
    queues.put_new(works, [now * 10_000] * len(works))


class WebhookSender:
    """Makes deliveries: claims one, sends it, and stores what came of it."""

    def __init__(
        self, store: Store, secret: bytes, policy: AddressPolicy, may_contact: MayContact = lambda _: True
    ) -> None:
        self._store = store
        self._may_call = may_contact
        self._hooks = Webhooks(store)
        self._secret = secret
        self._policy = policy

    def deliver(self, scope: Scope, number: int, now: int) -> Delivery | None:
        """Make the delivery if it is due; return None if there is nothing left to do about it.

        Raise ReceiverBusy, and leave it as it was, where its receiver may not be called now.
        """
        delivery = self._hooks.delivery(scope, number)
        webhook = self._hooks.get(delivery.webhook) if delivery else None
        if delivery is None or webhook is None:
            self._hooks.forget(scope, number)
            return None
        if delivery.state != "waiting":
            self._hooks.remember(scope, {number: None})
            return None
        if delivery.called_at is not None and now >= delivery.called_at + BROKEN_OFF_AFTER_MS:
            delivery = self._note_broken_call(delivery, delivery.called_at)
        return self._call_if_due(webhook, delivery, now)

    def _call_if_due(self, webhook: Webhook, delivery: Delivery, now: int) -> Delivery:
        """Attempt it, unless another process is at it or another job has tried it in the meantime."""
        early = delivery.due is not None and delivery.due > now + EARLY_MS
        if early or delivery.state != "waiting" or delivery.called_at is not None:
            return delivery
        if webhook.disabled or not self._token_is_good(webhook):
            self._disable(webhook, "token_void")
            return self._done(delivery, "failed")
        if webhook.rest_until is not None and webhook.rest_until > now and not delivery.attempts:
            return self._later(delivery, webhook.rest_until)
        claimed = self._hooks.claim(delivery, now)
        return self._attempt(webhook, claimed, now) if claimed else delivery

    def _note_broken_call(self, delivery: Delivery, called_at: int) -> Delivery:
        """Log the attempt, which is no fault of the receiver's; the pause counts from the call."""
        tried = Attempt(at=called_at, status=None, error=BROKEN_OFF, took=CALL_MS)
        delivery = msgspec.structs.replace(delivery, attempts=(*delivery.attempts, tried))
        if len(delivery.attempts) > len(PAUSE_SECONDS):
            return self._done(delivery, "failed")
        return self._later(delivery, called_at + pause_after(delivery))

    def _attempt(self, webhook: Webhook, delivery: Delivery, now: int) -> Delivery:
        began = time.monotonic()
        try:
            answer = self._post(webhook, delivery, now)
        except ReceiverBusy:
            self._hooks.record(msgspec.structs.replace(delivery, called_at=None))
            raise
        took = int((time.monotonic() - began) * 1000)
        tried = Attempt(at=now, status=answer.status, error=answer.error, took=took)
        delivery = msgspec.structs.replace(delivery, attempts=(*delivery.attempts, tried))
        if delivery.number % PRUNE_EVERY == 0:
            self._hooks.prune(scope_of_webhook(webhook.id), MOST_LOGGED)
        if answer.status is not None and 200 <= answer.status < 300:  # noqa: PLR2004  what HTTP calls a success
            return self._succeeded(webhook, delivery)
        return self._failed(webhook, delivery, answer, now)

    def _post(self, webhook: Webhook, delivery: Delivery, now: int) -> PostAnswer:
        body = msgspec.json.encode(self._news(delivery))
        signed = signature_headers(derive_key(self._secret, webhook.id), delivery.message, now // 1000, body)
        plain = {"Content-Type": "application/json", "User-Agent": "Grubenbuch"}
        return call_receiver(webhook.url, self._policy, plain | signed, body, self._may_call)

    def _succeeded(self, webhook: Webhook, delivery: Delivery) -> Delivery:
        if webhook.failing_since is not None:
            self._hooks.change(webhook.id, failing_since=None, rest_until=None)
        return self._done(delivery, "delivered")

    def _failed(self, webhook: Webhook, delivery: Delivery, answer: PostAnswer, now: int) -> Delivery:
        since = webhook.failing_since if webhook.failing_since is not None else now
        due = now + pause_after(delivery)
        self._hooks.change(webhook.id, failing_since=since, rest_until=due)
        if answer.status == GONE_FOR_GOOD:
            self._disable(webhook, "gone")
        elif now - since >= DISABLED_AFTER:
            self._disable(webhook, "failing")
        elif len(delivery.attempts) <= len(PAUSE_SECONDS):
            return self._later(delivery, due)
        log.info("%s is given up after %d attempts", delivery.message, len(delivery.attempts))
        return self._done(delivery, "failed")

    def _news(self, delivery: Delivery) -> dict[str, Any]:
        """Return the news, the same bytes at each attempt: only what the book holds, nothing that changes."""
        entry = self._store.entries(delivery.match, after=delivery.version - 1, limit=1)[0]
        data: dict[str, Any] = {
            "match": delivery.match,
            "version": entry.version,
            "hash": entry.hash,
            "seat": delivery.seat,
            "actor": entry.actor,
        }
        if delivery.kind == "entry":
            data["entry"] = entry
        when = datetime.fromtimestamp(entry.at / 1000, UTC).isoformat(timespec="milliseconds")
        return {"type": delivery.kind, "timestamp": when.replace("+00:00", "Z"), "data": data}

    def _token_is_good(self, webhook: Webhook) -> bool:
        return is_good_token(self._store, webhook.match, webhook.token)

    def _disable(self, webhook: Webhook, because: Any) -> None:
        known = self._hooks.get(webhook.id)
        if known is not None and known.disabled is None:
            self._hooks.change(webhook.id, disabled=because)
            log.info("webhook %s is disabled: %s", webhook.id, because)

    def _later(self, delivery: Delivery, due: int) -> Delivery:
        later = msgspec.structs.replace(delivery, due=due, called_at=None)
        self._hooks.record(later)
        return later

    def _done(self, delivery: Delivery, state: Any) -> Delivery:
        done = msgspec.structs.replace(delivery, state=state, due=None, called_at=None)
        self._hooks.record(done)
        return done


def pause_after(delivery: Delivery) -> int:
    """Return the milliseconds until the next attempt; the jitter is made of the id, without randomness."""
    seconds = PAUSE_SECONDS[min(len(delivery.attempts), len(PAUSE_SECONDS)) - 1]
    digest = hashlib.sha256(f"{delivery.message}:{len(delivery.attempts)}".encode()).digest()
    return int(seconds * 1000 * (1 + JITTER * digest[0] / 255))

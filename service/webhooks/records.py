"""Webhooks, their deliveries and their signatures, and how they are stored.

Webhooks and deliveries are documents of a scope: of the match, or of the player. A document of the server
lists the scopes that have webhooks at all, another one every delivery that is still to be made: what the
queue loses is found there.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

import msgspec

from events.store import Scope, ServerScope, Store, read_scope
from games.kernel.quantities import doc
from service.documents import Documents, swap
from service.matches.handler import Request
from service.problem_detail import Detail
from service.problems import IdempotencyKeyReused
from service.tokens import derive

NewsKind = Literal["your_turn", "entry", "finished", "undo_requested"]
WebhookScope = Literal["match", "player"]
DisabledBecause = Literal["gone", "failing", "token_void"]
State = Literal["waiting", "delivered", "failed"]

KINDS: Final[tuple[NewsKind, ...]] = get_args(NewsKind)
WEBHOOK_PREFIX: Final = "wh_"
KEY_PREFIX: Final = "whsec_"


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """Who is notified of what, at which address."""

    id: str
    scope: WebhookScope
    match: str  # whose token was shown
    role: str  # the actor whose token it was
    player: str | None
    token: str  # its hash: who may see the webhook, as long as it is valid for the match
    url: str
    kinds: tuple[NewsKind, ...]
    made_at: int
    fingerprint: str = ""
    cause: str | None = None  # of the request that registered it, if it had a key
    failing_since: int | None = None
    rest_until: int | None = None
    disabled: DisabledBecause | None = None


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One request to the address of a webhook."""

    at: Annotated[int, doc("When it was made, UTC milliseconds.")]
    status: Annotated[int | None, doc("The status of the answer; null if none came.")]
    error: Annotated[str | None, doc("What went wrong; null if nothing did.")]
    took: Annotated[int, doc("How long it took, in milliseconds.")]


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of news, from one entry, to one webhook: its number is made from these."""

    number: int
    webhook: str
    kind: NewsKind
    match: str
    version: int
    seat: int | None
    made_at: int
    state: State = "waiting"
    attempts: tuple[Attempt, ...] = ()
    due: int | None = None  # when it is tried next
    called_at: int | None = None  # a sender is at work since then, or was killed

    @property
    def message(self) -> str:
        """Return the id by which the receiver recognises it, however often it comes."""
        return f"msg_{self.webhook.removeprefix(WEBHOOK_PREFIX)}_{self.number:012x}"


def scope_of_webhook(webhook: str) -> Scope:
    return read_scope(webhook.removeprefix(WEBHOOK_PREFIX).rpartition("_")[0])


def number_of(webhook: str, match: str, version: int, kind: NewsKind) -> int:
    digest = hashlib.sha256(f"{webhook}\n{match}\n{version}\n{kind}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


class PendingKey(NamedTuple):
    """A delivery by its scope and its number."""

    scope: Scope
    number: int

    def __str__(self) -> str:
        return f"{self.scope}.{self.number}"

    @classmethod
    def parse(cls, text: str) -> PendingKey:
        scope, _, number = text.rpartition(".")
        return cls(read_scope(scope), int(number))


class Pending(NamedTuple):
    """A delivery that is still to be made."""

    scope: Scope
    number: int
    due: int


class KeyedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request with an Idempotency-Key that leaves no entry in the book."""

    fingerprint: str
    at: int
    gone: bool = False  # what it made was deleted since


WEBHOOKS: Final = Documents[Scope, str, Webhook]("webhooks", str, Webhook)
DELIVERIES: Final = Documents[Scope, int, Delivery]("deliveries", int, Delivery)
# Another value with every webhook that comes or goes.
GENERATIONS: Final = Documents[Scope, str, str]("webhooks_edition", str, str)
_GENERATION: Final = "webhooks_edition"
# In the match whose token was shown, by the cause that is made of key and token.
KEYED_REQUESTS: Final = Documents[str, str, KeyedRequest]("asked", str, KeyedRequest)

_SERVER: Final = ServerScope("webhooks")
# The scopes that have webhooks at all.
_SCOPES: Final = Documents[ServerScope, Scope, int]("places", read_scope, int)
# When each delivery that is still to be made is due.
_PENDING: Final = Documents[ServerScope, PendingKey, int]("pending", PendingKey.parse, int)


def find_request(store: Store, match: str, request: Request) -> KeyedRequest | None:
    """Return None if it comes for the first time, or without a key."""
    found = KEYED_REQUESTS.get(store, match, request.cause) if request.cause else None
    if found is not None and found.fingerprint != request.fingerprint:
        raise IdempotencyKeyReused(Detail("idempotency_key_used"))
    return found


def note_request(store: Store, match: str, request: Request, at: int) -> bool:
    """Return False if a request with the same key was faster."""
    if request.cause is None:
        return True
    return KEYED_REQUESTS.add(
        store, match, request.cause, KeyedRequest(fingerprint=request.fingerprint, at=at)
    )


class Webhooks:
    """All webhooks of one book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def scopes(self) -> set[Scope]:
        return set(_SCOPES.keys(self._store, _SERVER))

    def at(self, scope: Scope) -> list[Webhook]:
        found = WEBHOOKS.all(self._store, scope).values()
        return sorted(found, key=lambda webhook: (webhook.made_at, webhook.id))

    def get(self, webhook: str) -> Webhook | None:
        scope = scope_of_webhook(webhook)
        return WEBHOOKS.get(self._store, scope, webhook) if scope else None

    def keep(self, webhook: Webhook, check_others: Callable[[list[Webhook]], None] = lambda _: None) -> None:
        """Add it to those of its scope while they are the ones that were checked.

        So of two that come at the same time, the second is checked against the first. The scope is listed
        first: a webhook that nobody looks for would never be notified.
        """
        scope, swapped = scope_of_webhook(webhook.id), False
        while not swapped:
            generation = GENERATIONS.get(self._store, scope, _GENERATION)
            others = self.at(scope)
            if any(one.id == webhook.id for one in others):
                return
            check_others(others)
            _SCOPES.put(self._store, _SERVER, {scope: 1})
            swapped = swap(
                self._store,
                scope,
                GENERATIONS.guard(_GENERATION, generation),
                GENERATIONS.changes({_GENERATION: _new_generation()}),
                WEBHOOKS.changes({webhook.id: webhook}),
            )

    def change(self, webhook: str, **fields: Any) -> None:
        """Change these fields of its present state: others may have changed or deleted it meanwhile."""

        def replace(known: Webhook | None) -> Webhook | None:
            return None if known is None else msgspec.structs.replace(known, **fields)

        WEBHOOKS.update(self._store, scope_of_webhook(webhook), webhook, replace)

    def drop(self, webhook: Webhook) -> None:
        """Delete it with its deliveries, so that no repetition of its request makes it again."""
        scope = scope_of_webhook(webhook.id)
        if webhook.cause:
            closed = KeyedRequest(fingerprint=webhook.fingerprint, at=webhook.made_at, gone=True)
            KEYED_REQUESTS.put(self._store, webhook.match, {webhook.cause: closed})
        others = self._take_out(scope, webhook.id)
        self._forget_all(scope, [one.number for one in self.deliveries(webhook.id)])  # added meanwhile
        if not others:
            _SCOPES.delete(self._store, _SERVER, [scope])
            if self.at(scope):  # somebody registered one in the meantime
                _SCOPES.put(self._store, _SERVER, {scope: 1})

    def _take_out(self, scope: Scope, webhook: str) -> list[Webhook]:
        """Delete a webhook and its deliveries in one step; return those that stay."""
        while True:
            generation = GENERATIONS.get(self._store, scope, _GENERATION)
            others = [one for one in self.at(scope) if one.id != webhook]
            log = [one.number for one in self.deliveries(webhook)]
            if swap(
                self._store,
                scope,
                GENERATIONS.guard(_GENERATION, generation),
                GENERATIONS.changes({_GENERATION: _new_generation() if others else None}),
                WEBHOOKS.changes({webhook: None}),
                DELIVERIES.changes(dict.fromkeys(log)),
            ):
                self.remember(scope, dict.fromkeys(log))
                return others

    def deliveries(self, webhook: str) -> list[Delivery]:
        """Return them newest first."""
        found = DELIVERIES.all(self._store, scope_of_webhook(webhook)).values()
        mine = [one for one in found if one.webhook == webhook]
        return sorted(mine, key=lambda one: (one.made_at, one.version, one.number), reverse=True)

    def chosen(self, scope: Scope, numbers: list[int]) -> dict[int, Delivery]:
        """Return those that are there, by their numbers."""
        return DELIVERIES.some(self._store, scope, numbers)

    def delivery(self, scope: Scope, number: int) -> Delivery | None:
        return DELIVERIES.get(self._store, scope, number)

    def expect(self, delivery: Delivery) -> bool:
        """Add a new delivery, to be made at once; return False if it is known already."""
        return bool(self.expect_all(scope_of_webhook(delivery.webhook), [delivery]))

    def expect_all(self, scope: Scope, deliveries: list[Delivery]) -> list[Delivery]:
        """Add and return those that are new, to be made at once; a known one stays as it is.

        They are noted as pending only once they are there: a sender that found nothing under a number would
        forget it. A process that dies in between comes back to the same entry.
        """
        numbers = [one.number for one in deliveries]
        swapped = False
        while not swapped:
            known = DELIVERIES.some(self._store, scope, numbers)
            new = [one for one in deliveries if one.number not in known]
            changes = DELIVERIES.changes({one.number: one for one in new})
            swapped = not new or swap(self._store, scope, DELIVERIES.guard(new[0].number, None), changes)
        waiting = [one for one in (*known.values(), *new) if one.state == "waiting"]
        if waiting:
            self.remember(scope, {one.number: one.due or one.made_at for one in waiting})
        return new

    def claim(self, delivery: Delivery, now: int) -> Delivery | None:
        """Return the delivery as one that is being sent; None if it is no longer as it was read.

        Others of its scope that are claimed at the same moment make a swap fail, but not the claim.
        """
        claimed = msgspec.structs.replace(delivery, called_at=now)
        return DELIVERIES.update(
            self._store,
            scope_of_webhook(delivery.webhook),
            delivery.number,
            lambda known: claimed if known == delivery else None,
        )

    def record(self, delivery: Delivery) -> None:
        """Write the state of a delivery, unless it was deleted with its webhook, possibly just now."""
        scope = scope_of_webhook(delivery.webhook)
        recorded = DELIVERIES.update(
            self._store, scope, delivery.number, lambda known: None if known is None else delivery
        )
        waits = recorded is not None and delivery.state == "waiting"
        self.remember(scope, {delivery.number: (delivery.due or delivery.made_at) if waits else None})

    def forget(self, scope: Scope, number: int) -> None:
        """Delete a delivery of a webhook that is gone."""
        self._forget_all(scope, [number])

    def _forget_all(self, scope: Scope, numbers: list[int]) -> None:
        if numbers:
            DELIVERIES.delete(self._store, scope, numbers)
            self.remember(scope, dict.fromkeys(numbers))

    def remember(self, scope: Scope, due: Mapping[int, int | None]) -> None:
        """Note by number when each is due. None: there is nothing left to do about it."""
        _PENDING.put(
            self._store, _SERVER, {PendingKey(scope, number): moment for number, moment in due.items()}
        )

    def pending(self) -> list[Pending]:
        """Return the deliveries that are still to be made."""
        return [Pending(*key, due) for key, due in _PENDING.all(self._store, _SERVER).items()]

    def prune(self, scope: Scope, most: int) -> None:
        """Keep the newest of the log of a scope, and all that wait."""
        found = DELIVERIES.all(self._store, scope).values()
        done = sorted((one for one in found if one.state != "waiting"), key=lambda one: one.made_at)
        if len(done) > most:
            DELIVERIES.delete(self._store, scope, [one.number for one in done[:-most]])


def _new_generation() -> str:
    """Return a value that never comes again: a number could, after the last webhook of a scope has gone."""
    return secrets.token_hex(8)


def derive_key(secret: bytes, webhook: str) -> bytes:
    """Return a key derived from that of the server, so that no webhook's secret is stored."""
    return derive(secret, "webhook", webhook)


def format_secret(key: bytes) -> str:
    return KEY_PREFIX + base64.b64encode(key).decode()


def signature_headers(key: bytes, message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers of Standard Webhooks: HMAC-SHA256 over id, timestamp and body.

    `timestamp` in seconds: a receiver refuses what is old, so nobody can replay what was overheard.
    """
    signed = f"{message}.{timestamp}.".encode() + body
    signature = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }

"""A webhook and its deliveries, and where they lie.

Both lie in documents of a scope: of the match, or of the player. A document of the server
lists the scopes that have webhooks at all, another one every delivery that is still to be made: what the
queue loses is found there.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

import msgspec

from events.codec import decode, encode
from events.store import DocumentChanges, Guard, Scope, ServerScope, Store, read_scope
from games.kernel.quantities import doc
from service.webhooks.idempotency import KeyedRequests

NewsKind = Literal["your_turn", "entry", "finished", "undo_requested"]
WebhookScope = Literal["match", "player"]
DisabledBecause = Literal["gone", "failing", "token_void"]
State = Literal["waiting", "delivered", "failed"]

KINDS: Final[tuple[NewsKind, ...]] = get_args(NewsKind)
_SERVER: Final = ServerScope("webhooks")
_SCOPES: Final = "places"
_PENDING: Final = "pending"
_WEBHOOKS: Final = "webhooks"
_DELIVERIES: Final = "deliveries"
_EDITION: Final = "webhooks_edition"  # of a scope: another value with every webhook that comes or goes
WEBHOOK_PREFIX: Final = "wh_"


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
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
    """One call of a webhook."""

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
    called_at: int | None = None  # a process is calling since; stays for ever if it was killed

    @property
    def message(self) -> str:
        """What the receiver knows it by, however often it comes."""
        return f"msg_{self.webhook.removeprefix(WEBHOOK_PREFIX)}_{self.number:012x}"


def scope_of_webhook(webhook: str) -> Scope:
    return read_scope(webhook.removeprefix(WEBHOOK_PREFIX).rpartition("_")[0])


def number_of(webhook: str, match: str, version: int, kind: NewsKind) -> int:
    digest = hashlib.sha256(f"{webhook}\n{match}\n{version}\n{kind}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def new_edition() -> bytes:
    """Never the same again: a number could come back after the last webhook of a scope has gone."""
    return secrets.token_hex(8).encode()


class Pending(NamedTuple):
    """A delivery that is still to be made."""

    scope: Scope
    number: int
    due: int


class Webhooks:
    """All webhooks of one book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def scopes(self) -> set[Scope]:
        return set(map(read_scope, self._store.document(_SERVER, _SCOPES)))

    def at(self, scope: Scope) -> list[Webhook]:
        found = [decode(kept, Webhook) for kept in self._store.document(scope, _WEBHOOKS).values()]
        return sorted(found, key=lambda webhook: (webhook.made_at, webhook.id))

    def get(self, webhook: str) -> Webhook | None:
        kept = (
            self._store.field(scope_of_webhook(webhook), _WEBHOOKS, webhook)
            if scope_of_webhook(webhook)
            else None
        )
        return decode(kept, Webhook) if kept else None

    def keep(self, webhook: Webhook, check_others: Callable[[list[Webhook]], None] = lambda _: None) -> None:
        """Adds it to those of its scope while they are the ones that were checked: of two that come at the
        same time, the second is checked against the first.

        Lists the scope first: a webhook that nobody looks for would never be called.
        """
        scope, swapped = scope_of_webhook(webhook.id), False
        while not swapped:
            edition = self._store.field(scope, _EDITION, _EDITION)
            others = self.at(scope)
            if any(one.id == webhook.id for one in others):
                return
            check_others(others)
            self._store.put(_SERVER, _SCOPES, {str(scope): b"1"})
            swapped = self._swap(scope, edition, new_edition(), webhook.id, encode(webhook))

    def change(self, webhook: str, **fields: Any) -> None:
        """Changes these fields of its present state: others may have changed or deleted it meanwhile."""
        scope, swapped = scope_of_webhook(webhook), False
        while not swapped and (before := self._store.field(scope, _WEBHOOKS, webhook)) is not None:
            changed = msgspec.structs.replace(decode(before, Webhook), **fields)
            guard = Guard(_WEBHOOKS, webhook, before)
            swapped = self._store.swap(scope, guard, {_WEBHOOKS: {webhook: encode(changed)}})

    def drop(self, webhook: Webhook) -> None:
        scope = scope_of_webhook(webhook.id)
        if webhook.cause:
            requests = KeyedRequests(self._store)
            requests.close(webhook.match, webhook.cause, webhook.fingerprint, webhook.made_at)
        others = self._take_out(scope, webhook.id)
        self._forget_all(scope, [one.number for one in self.deliveries(webhook.id)])  # expected meanwhile
        if not others:
            self._store.put(_SERVER, _SCOPES, {str(scope): None})
            if self.at(scope):  # somebody registered one in the meantime
                self._store.put(_SERVER, _SCOPES, {str(scope): b"1"})

    def _take_out(self, scope: Scope, webhook: str) -> list[Webhook]:
        """Those that stay. It goes together with its deliveries; with the last one, nothing is left."""
        while True:
            edition = self._store.field(scope, _EDITION, _EDITION)
            others = [one for one in self.at(scope) if one.id != webhook]
            log = [one.number for one in self.deliveries(webhook)]
            after = new_edition() if others else None
            if self._swap(scope, edition, after, webhook, None, dict.fromkeys(map(str, log))):
                self.remember(scope, dict.fromkeys(log))
                return others

    def _swap(  # noqa: PLR0913, PLR0917  a webhook, and what goes with it
        self,
        scope: Scope,
        before: bytes | None,
        after: bytes | None,
        webhook: str,
        kept: bytes | None,
        deliveries: dict[str, bytes | None] | None = None,
    ) -> bool:
        changed: DocumentChanges = {_EDITION: {_EDITION: after}, _WEBHOOKS: {webhook: kept}}
        if deliveries:
            changed[_DELIVERIES] = deliveries
        return self._store.swap(scope, Guard(_EDITION, _EDITION, before), changed)

    def deliveries(self, webhook: str) -> list[Delivery]:
        """Newest first."""
        kept = self._store.document(scope_of_webhook(webhook), _DELIVERIES).values()
        found = (decode(one, Delivery) for one in kept)
        mine = [one for one in found if one.webhook == webhook]
        return sorted(mine, key=lambda one: (one.made_at, one.version, one.number), reverse=True)

    def chosen(self, scope: Scope, numbers: list[int]) -> dict[int, Delivery]:
        """By their numbers, those that are there."""
        found = self._store.chosen(scope, _DELIVERIES, [str(number) for number in numbers])
        return {int(number): decode(kept, Delivery) for number, kept in found.items()}

    def delivery(self, scope: Scope, number: int) -> Delivery | None:
        kept = self._store.field(scope, _DELIVERIES, str(number))
        return decode(kept, Delivery) if kept else None

    def expect(self, delivery: Delivery) -> bool:
        """A new delivery, to be made at once; False if it is known already."""
        return bool(self.expect_all(scope_of_webhook(delivery.webhook), [delivery]))

    def expect_all(self, scope: Scope, deliveries: list[Delivery]) -> list[Delivery]:
        """Those that are new, to be made at once. Nothing is told twice: a known one stays as it is.

        They are noted only once they are there: a sender that found nothing under a number would forget it.
        A process that dies in between comes back to the same entry.
        """
        names = [str(one.number) for one in deliveries]
        swapped = False
        while not swapped:
            lying = self._store.chosen(scope, _DELIVERIES, names)
            known = [decode(one, Delivery) for one in lying.values()]
            new = [one for one in deliveries if str(one.number) not in lying]
            kept: dict[str, bytes | None] = {str(one.number): encode(one) for one in new}
            guard = Guard(_DELIVERIES, next(iter(kept), ""), None)
            swapped = not new or self._store.swap(scope, guard, {_DELIVERIES: kept})
        waiting = [one for one in (*known, *new) if one.state == "waiting"]
        if waiting:
            self.remember(scope, {one.number: one.due or one.made_at for one in waiting})
        return new

    def claim(self, delivery: Delivery, now: int) -> Delivery | None:
        """The delivery as one that is being called; None if it is no longer as it was read.

        Others of its scope that are claimed at the same moment make a swap fail, but not the claim.
        """
        scope, name = scope_of_webhook(delivery.webhook), str(delivery.number)
        claimed = msgspec.structs.replace(delivery, called_at=now)
        swapped = False
        while not swapped:
            lying = self._store.field(scope, _DELIVERIES, name)
            if lying is None or decode(lying, Delivery) != delivery:
                return None
            guard = Guard(_DELIVERIES, name, lying)
            swapped = self._store.swap(scope, guard, {_DELIVERIES: {name: encode(claimed)}})
        return claimed

    def record(self, delivery: Delivery) -> None:
        """Write how a delivery stands, unless it was deleted with its webhook, perhaps during the call."""
        scope, name = scope_of_webhook(delivery.webhook), str(delivery.number)
        swapped = False
        while not swapped and (lying := self._store.field(scope, _DELIVERIES, name)) is not None:
            guard = Guard(_DELIVERIES, name, lying)
            swapped = self._store.swap(scope, guard, {_DELIVERIES: {name: encode(delivery)}})
        waits = swapped and delivery.state == "waiting"
        self.remember(scope, {delivery.number: (delivery.due or delivery.made_at) if waits else None})

    def forget(self, scope: Scope, number: int) -> None:
        """Drops a delivery of a webhook that is gone."""
        self._forget_all(scope, [number])

    def _forget_all(self, scope: Scope, numbers: list[int]) -> None:
        if numbers:
            self._store.put(scope, _DELIVERIES, {str(number): None for number in numbers})
            self.remember(scope, dict.fromkeys(numbers))

    def remember(self, scope: Scope, due: Mapping[int, int | None]) -> None:
        """Notes by number when each is due. None: there is nothing left to do about it."""
        pending = {
            f"{scope}.{number}": None if moment is None else str(moment).encode()
            for number, moment in due.items()
        }
        self._store.put(_SERVER, _PENDING, pending)

    def pending(self) -> list[Pending]:
        """The deliveries that are still to be made."""
        found = []
        for name, due in self._store.document(_SERVER, _PENDING).items():
            scope, _, number = name.rpartition(".")
            found.append(Pending(read_scope(scope), int(number), int(due)))
        return found

    def prune(self, scope: Scope, most: int) -> None:
        """The log of a scope keeps the newest; what waits is never thrown away."""
        found = [decode(one, Delivery) for one in self._store.document(scope, _DELIVERIES).values()]
        done = sorted((one for one in found if one.state != "waiting"), key=lambda one: one.made_at)
        if len(done) > most:
            self._store.put(scope, _DELIVERIES, {str(one.number): None for one in done[:-most]})

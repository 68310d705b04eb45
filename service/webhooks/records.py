"""A webhook and its deliveries, and where they lie.

Both lie in drawers of a place: of the match, or of a place of the player. A drawer of the house
lists the places that have webhooks at all, another one every delivery that is still to be made: what the
queue loses is found there.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

import msgspec

from events.codec import decode, encode
from events.store import Drawers, Guard, HousePlace, Place, Store, read_place
from games.kernel.quantities import doc
from service.webhooks.idempotency import KeyedRequests

NewsKind = Literal["your_turn", "entry", "finished", "undo_requested"]
Scope = Literal["match", "player"]
DisabledBecause = Literal["gone", "failing", "token_void"]
State = Literal["waiting", "delivered", "failed"]

KINDS: Final[tuple[NewsKind, ...]] = get_args(NewsKind)
_HOUSE: Final = HousePlace("webhooks")
_PLACES: Final = "places"
_PENDING: Final = "pending"
_WEBHOOKS: Final = "webhooks"
_DELIVERIES: Final = "deliveries"
_EDITION: Final = "webhooks_edition"  # of a place: another value with every webhook that comes or goes
WEBHOOK_PREFIX: Final = "wh_"


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    scope: Scope
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
    called_at: int | None = None  # a courier is calling since; lies there for ever if it was killed

    @property
    def message(self) -> str:
        """What the receiver knows it by, however often it comes."""
        return f"msg_{self.webhook.removeprefix(WEBHOOK_PREFIX)}_{self.number:012x}"


def place_of_webhook(webhook: str) -> Place:
    return read_place(webhook.removeprefix(WEBHOOK_PREFIX).rpartition("_")[0])


def number_of(webhook: str, match: str, version: int, kind: NewsKind) -> int:
    digest = hashlib.sha256(f"{webhook}\n{match}\n{version}\n{kind}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def new_edition() -> bytes:
    """Never the same again: a number could come back after the last webhook of a place has gone."""
    return secrets.token_hex(8).encode()


class Pending(NamedTuple):
    """A delivery that is still to be made."""

    place: Place
    number: int
    due: int


class Webhooks:
    """All webhooks of one book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def places(self) -> set[Place]:
        return set(map(read_place, self._store.drawer(_HOUSE, _PLACES)))

    def at(self, place: Place) -> list[Webhook]:
        found = [decode(kept, Webhook) for kept in self._store.drawer(place, _WEBHOOKS).values()]
        return sorted(found, key=lambda webhook: (webhook.made_at, webhook.id))

    def get(self, webhook: str) -> Webhook | None:
        kept = (
            self._store.field(place_of_webhook(webhook), _WEBHOOKS, webhook)
            if place_of_webhook(webhook)
            else None
        )
        return decode(kept, Webhook) if kept else None

    def keep(self, webhook: Webhook, check_others: Callable[[list[Webhook]], None] = lambda _: None) -> None:
        """Adds it to those of its place while they are the ones that were checked: of two that come at the
        same time, the second is checked against the first.

        Lists the place first: a webhook that nobody looks for would never be called.
        """
        place, swapped = place_of_webhook(webhook.id), False
        while not swapped:
            edition = self._store.field(place, _EDITION, _EDITION)
            others = self.at(place)
            if any(one.id == webhook.id for one in others):
                return
            check_others(others)
            self._store.put(_HOUSE, _PLACES, {str(place): b"1"})
            swapped = self._swap(place, edition, new_edition(), webhook.id, encode(webhook))

    def change(self, webhook: str, **fields: Any) -> None:
        """Changes these fields of its present state: others may have changed or deleted it meanwhile."""
        place, swapped = place_of_webhook(webhook), False
        while not swapped and (before := self._store.field(place, _WEBHOOKS, webhook)) is not None:
            changed = msgspec.structs.replace(decode(before, Webhook), **fields)
            guard = Guard(_WEBHOOKS, webhook, before)
            swapped = self._store.swap(place, guard, {_WEBHOOKS: {webhook: encode(changed)}})

    def drop(self, webhook: Webhook) -> None:
        place = place_of_webhook(webhook.id)
        if webhook.cause:
            requests = KeyedRequests(self._store)
            requests.close(webhook.match, webhook.cause, webhook.fingerprint, webhook.made_at)
        others = self._take_out(place, webhook.id)
        self._forget_all(place, [one.number for one in self.deliveries(webhook.id)])  # expected meanwhile
        if not others:
            self._store.put(_HOUSE, _PLACES, {str(place): None})
            if self.at(place):  # somebody registered one in the meantime
                self._store.put(_HOUSE, _PLACES, {str(place): b"1"})

    def _take_out(self, place: Place, webhook: str) -> list[Webhook]:
        """Those that stay. It goes together with its deliveries; with the last one, nothing is left."""
        while True:
            edition = self._store.field(place, _EDITION, _EDITION)
            others = [one for one in self.at(place) if one.id != webhook]
            log = [one.number for one in self.deliveries(webhook)]
            after = new_edition() if others else None
            if self._swap(place, edition, after, webhook, None, dict.fromkeys(map(str, log))):
                self.remember(place, dict.fromkeys(log))
                return others

    def _swap(  # noqa: PLR0913, PLR0917  a webhook, and what goes with it
        self,
        place: Place,
        before: bytes | None,
        after: bytes | None,
        webhook: str,
        kept: bytes | None,
        deliveries: dict[str, bytes | None] | None = None,
    ) -> bool:
        changed: Drawers = {_EDITION: {_EDITION: after}, _WEBHOOKS: {webhook: kept}}
        if deliveries:
            changed[_DELIVERIES] = deliveries
        return self._store.swap(place, Guard(_EDITION, _EDITION, before), changed)

    def deliveries(self, webhook: str) -> list[Delivery]:
        """Newest first."""
        kept = self._store.drawer(place_of_webhook(webhook), _DELIVERIES).values()
        found = (decode(one, Delivery) for one in kept)
        mine = [one for one in found if one.webhook == webhook]
        return sorted(mine, key=lambda one: (one.made_at, one.version, one.number), reverse=True)

    def chosen(self, place: Place, numbers: list[int]) -> dict[int, Delivery]:
        """By their numbers, those that are there."""
        found = self._store.chosen(place, _DELIVERIES, [str(number) for number in numbers])
        return {int(number): decode(kept, Delivery) for number, kept in found.items()}

    def delivery(self, place: Place, number: int) -> Delivery | None:
        kept = self._store.field(place, _DELIVERIES, str(number))
        return decode(kept, Delivery) if kept else None

    def expect(self, delivery: Delivery) -> bool:
        """A new delivery, to be made at once; False if it is known already."""
        return bool(self.expect_all(place_of_webhook(delivery.webhook), [delivery]))

    def expect_all(self, place: Place, deliveries: list[Delivery]) -> list[Delivery]:
        """Those that are new, to be made at once. Nothing is told twice: a known one stays as it is.

        They are noted only once they are there: a courier that found nothing under a number would forget it.
        A process that dies in between comes back to the same entry.
        """
        names = [str(one.number) for one in deliveries]
        swapped = False
        while not swapped:
            lying = self._store.chosen(place, _DELIVERIES, names)
            known = [decode(one, Delivery) for one in lying.values()]
            new = [one for one in deliveries if str(one.number) not in lying]
            kept: dict[str, bytes | None] = {str(one.number): encode(one) for one in new}
            guard = Guard(_DELIVERIES, next(iter(kept), ""), None)
            swapped = not new or self._store.swap(place, guard, {_DELIVERIES: kept})
        waiting = [one for one in (*known, *new) if one.state == "waiting"]
        if waiting:
            self.remember(place, {one.number: one.due or one.made_at for one in waiting})
        return new

    def claim(self, delivery: Delivery, now: int) -> Delivery | None:
        """The delivery as one that is being called; None if it is no longer as it was read.

        Others of its place that are claimed at the same moment make a swap fail, but not the claim.
        """
        place, name = place_of_webhook(delivery.webhook), str(delivery.number)
        claimed = msgspec.structs.replace(delivery, called_at=now)
        swapped = False
        while not swapped:
            lying = self._store.field(place, _DELIVERIES, name)
            if lying is None or decode(lying, Delivery) != delivery:
                return None
            guard = Guard(_DELIVERIES, name, lying)
            swapped = self._store.swap(place, guard, {_DELIVERIES: {name: encode(claimed)}})
        return claimed

    def record(self, delivery: Delivery) -> None:
        """Write how a delivery stands, unless it was deleted with its webhook, perhaps during the call."""
        place, name = place_of_webhook(delivery.webhook), str(delivery.number)
        swapped = False
        while not swapped and (lying := self._store.field(place, _DELIVERIES, name)) is not None:
            guard = Guard(_DELIVERIES, name, lying)
            swapped = self._store.swap(place, guard, {_DELIVERIES: {name: encode(delivery)}})
        waits = swapped and delivery.state == "waiting"
        self.remember(place, {delivery.number: (delivery.due or delivery.made_at) if waits else None})

    def forget(self, place: Place, number: int) -> None:
        """Drops a delivery of a webhook that is gone."""
        self._forget_all(place, [number])

    def _forget_all(self, place: Place, numbers: list[int]) -> None:
        if numbers:
            self._store.put(place, _DELIVERIES, {str(number): None for number in numbers})
            self.remember(place, dict.fromkeys(numbers))

    def remember(self, place: Place, due: Mapping[int, int | None]) -> None:
        """Notes by number when each is due. None: there is nothing left to do about it."""
        pending = {
            f"{place}.{number}": None if moment is None else str(moment).encode()
            for number, moment in due.items()
        }
        self._store.put(_HOUSE, _PENDING, pending)

    def pending(self) -> list[Pending]:
        """The deliveries that are still to be made."""
        found = []
        for name, due in self._store.drawer(_HOUSE, _PENDING).items():
            place, _, number = name.rpartition(".")
            found.append(Pending(read_place(place), int(number), int(due)))
        return found

    def prune(self, place: Place, most: int) -> None:
        """The log of a place keeps the newest; what waits is never thrown away."""
        found = [decode(one, Delivery) for one in self._store.drawer(place, _DELIVERIES).values()]
        done = sorted((one for one in found if one.state != "waiting"), key=lambda one: one.made_at)
        if len(done) > most:
            self._store.put(place, _DELIVERIES, {str(one.number): None for one in done[:-most]})

"""From an entry to deliveries: which webhooks want to hear of it.

The metadata of the entry is enough: no match is opened, and where nobody listens nothing is looked up.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from events.store import FeedItem, Scope, Store
from games.match.actor import Actor
from service.matches.index import EventMetadata
from service.matches.records.people import People
from service.matches.records.whereabouts import is_scope_of_player, scope_of_player
from service.queries.scores import OVER
from service.webhooks.records import Delivery, NewsKind, Webhook, Webhooks, number_of
from workers.jobs.deliveries import ask_for_new_deliveries
from workers.queues import Queues

KNOWN_MATCHES: Final = 10_000


class Notices:
    def __init__(self, store: Store, queues: Queues) -> None:
        self._store = store
        self._queues = queues
        self._hooks = Webhooks(store)
        self._seated = lru_cache(KNOWN_MATCHES)(self._look_up)  # nobody changes seats after the start

    def listening(self) -> set[Scope]:
        """Places with webhooks; asked after the feed was read, so that no earlier registration is missed."""
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
        """The scopes whose webhooks it concerns, with the player's seat where the scope is a player's."""
        if item.match in listening:
            yield item.match, None
        if metadata.public and any(map(is_scope_of_player, listening)):
            look_up = self._look_up if metadata.status == "open" else self._seated
            yield from ((scope, seat) for scope, seat in look_up(item.match) if scope in listening)

    def _look_up(self, match: str) -> tuple[tuple[Scope, int], ...]:
        people = People(self._store).of_match(match)
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


def is_news(metadata: EventMetadata) -> bool:
    """No news to the seat that has just answered or is still asked the same, unless a bot answered for it."""
    return Actor.parse(metadata.by).is_bot or metadata.asked_before != metadata.turn


def own_seat(webhook: Webhook, seat: int | None) -> int | None:
    """None: the listener has no seat and hears of every seat."""
    if webhook.scope == "player":
        return seat
    return Actor.parse(webhook.role).seat


def list_news(metadata: EventMetadata, own: int | None) -> Iterator[tuple[NewsKind, int | None]]:
    """What an entry means to a seat, each with the seat it is about."""
    yield "entry", None
    if metadata.status in OVER:
        yield "finished", None
    turn = metadata.turn if metadata.mind is None and not metadata.imported else None
    if turn is not None and is_news(metadata) and own in (None, turn):
        yield "your_turn", turn
    if metadata.undo_by is not None and own != metadata.undo_by:
        yield "undo_requested", metadata.undo_by

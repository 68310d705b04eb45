"""Entries of the feed that made the dispatcher stumble: set aside, to be looked at by people."""

from typing import Final

from events.codec import encode
from events.store import FeedItem, Store

PLACE: Final = "_shift"
DRAWER: Final = "parked"


def park(store: Store, partition: int, item: FeedItem, failure: Exception) -> None:
    said = {"match": item.match, "version": item.version, "why": f"{type(failure).__name__}: {failure}"[:500]}
    store.put(PLACE, DRAWER, {f"{partition}.{item.number}": encode(said)})

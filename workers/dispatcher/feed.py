"""What the feed asks of the shift."""

import logging
from collections.abc import Iterator

import msgspec

from events.codec import decode
from events.snapshots import SNAPSHOT_EVERY
from events.store import FeedItem
from games.match.actor import Actor
from service.matches.index import EventMetadata
from service.matches.records.sheets import FINAL, sheet_of_round
from service.queries.scores import OVER
from workers.queues import Work

log = logging.getLogger(__name__)


def read_metadata(item: FeedItem) -> EventMetadata | None:
    """None, and a line in the log, if it cannot be read: one bad item does not hold up the others."""
    try:
        return decode(item.metadata, EventMetadata)
    except (msgspec.MsgspecError, ValueError) as failure:
        log.warning(
            "match %s, version %d: its metadata cannot be read: %s", item.match, item.version, failure
        )
        return None


def asks_bot(metadata: EventMetadata) -> bool:
    return metadata.mind is not None


def owed_sheets(metadata: EventMetadata, version: int) -> tuple[str, ...]:
    """Return the score sheets that the entry of this version owes: of rounds that ended, and of the match.

    A fork ends no round by beginning in a later one. Rounds that a redo brings back have their sheets, as of
    the entries that ended them.
    """
    ended = () if version == 1 or metadata.rewound else range(max(metadata.round_before, 1), metadata.round)
    rounds = tuple(sheet_of_round(number) for number in ended)
    return (*rounds, FINAL) if metadata.status in OVER else rounds


def is_rated(metadata: EventMetadata) -> bool:
    """GB-25: only results that anyone can look up count, and none from elsewhere."""
    return metadata.status == "finished" and metadata.public and metadata.rated and not metadata.imported


def list_work(item: FeedItem, metadata: EventMetadata) -> Iterator[Work]:
    """A bot that has just answered is still busy: its job goes on by itself."""
    if asks_bot(metadata) and not Actor.parse(metadata.by).is_bot:
        yield Work("bot", item.match, item.version)
    if metadata.advised:
        yield Work("advice", item.match, item.version)
    if owed_sheets(metadata, item.version):
        yield Work("score", item.match, item.version)
    if is_rated(metadata):
        yield Work("rate", item.match, item.version)
    if item.version % SNAPSHOT_EVERY == 0:
        yield Work("snapshot", item.match, item.version)

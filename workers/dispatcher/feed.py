"""What the feed asks of the shift."""

import logging
from collections.abc import Iterator

import msgspec

from events.codec import decode
from events.snapshots import SNAPSHOT_EVERY
from events.store import FeedItem
from games.match.actor import Actor
from service.matches.records.sheets import FINAL, sheet_of_round
from service.matches.summary import Note
from service.reading.scores import OVER
from workers.queues import Work

log = logging.getLogger(__name__)


def read_note(item: FeedItem) -> Note | None:
    """None, and a line in the log, if it cannot be read: one bad note does not hold up the others."""
    try:
        return decode(item.note, Note)
    except (msgspec.MsgspecError, ValueError) as failure:
        log.warning("match %s, version %d: its note cannot be read: %s", item.match, item.version, failure)
        return None


def asks_bot(note: Note) -> bool:
    return note.mind is not None


def name_sheets(round_before: int, round_now: int, status: str) -> tuple[str, ...]:
    """The score sheets that an entry asks for: of the rounds that ended with it, and of the match."""
    rounds = tuple(sheet_of_round(number) for number in range(max(round_before, 1), round_now))
    return (*rounds, FINAL) if status in OVER else rounds


def asked_sheets(note: Note) -> tuple[str, ...]:
    return name_sheets(note.round_before, note.round, note.status)


def is_rated(note: Note) -> bool:
    """GB-25: only results that anyone can look up count, and none from elsewhere."""
    return note.status == "finished" and note.public and note.rated and not note.imported


def list_work(item: FeedItem, note: Note) -> Iterator[Work]:
    """A bot that has just answered is still busy: its job goes on by itself."""
    if asks_bot(note) and not Actor.parse(note.by).is_bot:
        yield Work("bot", item.match, item.version)
    if note.advised:
        yield Work("advice", item.match, item.version)
    if asked_sheets(note):
        yield Work("score", item.match, item.version)
    if is_rated(note):
        yield Work("rate", item.match, item.version)
    if item.version % SNAPSHOT_EVERY == 0:
        yield Work("snapshot", item.match, item.version)

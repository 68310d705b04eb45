"""Open work: what the feed has asked for and the book does not show yet.

A job can be lost with its worker or its queue; the ledger is how that is noticed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from events.store import FeedItem
from games.match.state import LONGEST_WAIT
from service.matches.index import EventMetadata
from workers.dispatcher.feed import asks_bot, is_rated, owed_sheets
from workers.queues import Work

PATIENCE_SECONDS: Final = 5.0  # seconds until work without a trace is enqueued again, doubled each time
LONGEST_PATIENCE_SECONDS: Final = 30.0  # work that was lost often is still not given up


@dataclass(slots=True)
class OpenWork:
    work: Work
    number: int  # in the feed
    due: float  # when it is looked after
    since: int  # UTC milliseconds: when its item was read
    sheets: tuple[str, ...] = ()  # that must be in the document
    patience: float = PATIENCE_SECONDS
    waited: bool = False  # in a queue, when it was last looked after: since then a worker may be at it

    def wait(self, now: float) -> None:
        self.due = now + self.patience

    def wait_longer(self, now: float) -> None:
        self.patience = min(2 * self.patience, LONGEST_PATIENCE_SECONDS)
        self.wait(now)


class Ledger:
    """The open work of one partition.

    Any newer entry settles a question to a bot; other work is settled once it is written.
    """

    def __init__(self) -> None:
        self._bots: dict[str, OpenWork] = {}
        self._sheets: dict[Work, OpenWork] = {}

    def take(self, item: FeedItem, metadata: EventMetadata, now: float, since: int = 0) -> None:
        """Note what an item asks for, read at `since` by the clock and at `now` by a monotonic one."""
        self._bots.pop(item.match, None)
        if asks_bot(metadata):
            patience = (
                PATIENCE_SECONDS + LONGEST_WAIT * metadata.thinks / 1000
            )  # a long thought is not a lost job
            work = Work("bot", item.match, item.version)
            self._bots[item.match] = OpenWork(work, item.number, now + patience, since, patience=patience)
        if sheets := owed_sheets(metadata, item.version):
            work = Work("score", item.match, item.version)
            self._sheets[work] = OpenWork(work, item.number, now + PATIENCE_SECONDS, since, sheets)
        if metadata.advised:
            work = Work("advice", item.match, item.version)
            self._sheets[work] = OpenWork(work, item.number, now + PATIENCE_SECONDS, since)
        if is_rated(metadata):
            work = Work("rate", item.match, item.version)
            self._sheets[work] = OpenWork(work, item.number, now + PATIENCE_SECONDS, since)

    def due(self, now: float) -> list[OpenWork]:
        return [entry for entry in self if entry.due <= now]

    def settle(self, work: Work) -> None:
        self._sheets.pop(work, None)

    def oldest(self) -> OpenWork | None:
        """The open work whose item comes first in the feed."""
        return min(self, key=lambda entry: entry.number, default=None)

    def __iter__(self) -> Iterator[OpenWork]:
        yield from self._bots.values()
        yield from self._sheets.values()

    def __len__(self) -> int:
        return len(self._bots) + len(self._sheets)

"""The store that every process of the house opens: the book, and the archive beside it."""

from typing import Final

from events.archive import Archive
from events.archived_store import ArchivedStore
from events.redis_store import connect
from service.config import Config

ARCHIVE: Final = "archive"  # below the data directory


def open_store(config: Config) -> ArchivedStore:
    store = connect(config.book_url, partitions=config.partitions)
    return ArchivedStore(store, archive_of(config))


def archive_of(config: Config) -> Archive:
    return Archive(config.data / ARCHIVE)

"""The store that every process of a server opens: the book, and the archive beside it."""

from typing import Final

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.redis_store.cluster import connect_cluster
from events.redis_store.store import RedisStore, connect_redis
from service.config import Config

ARCHIVE: Final = "archive"  # below the data directory


def open_store(config: Config) -> ArchivedStore:
    return ArchivedStore(open_book(config), archive_of(config))


def open_book(config: Config) -> RedisStore:
    if config.redis_cluster_url is not None:
        return connect_cluster(config.redis_cluster_url, partitions=config.partitions)
    return connect_redis(config.book_url, partitions=config.partitions)


def archive_of(config: Config) -> Archive:
    return Archive(config.data / ARCHIVE)

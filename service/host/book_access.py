"""Access of a command to the book: on the configured servers, beside `up`, or on a server of its own."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import redis
from redis.cluster import RedisCluster

from events.archive.archived_store import ArchivedStore
from events.redis_store.store import RedisStore, connect_redis
from events.store import OtherLayout, PartitionsDiffer, StoreUnavailable
from service.config import Config
from service.host.data_dir import claim_directory
from service.host.embedded_server import EmbeddedServer
from service.host.server_files import check_content
from service.host.supervisor import Child
from service.startup_errors import ConfigError, Trouble
from service.store import archive_of, open_book

SECONDS_TILL_NEXT_PING = 0.02
PATIENT: Final[dict[str, Any]] = {"protocol": 2, "socket_timeout": 60}  # seconds; a large key takes its time


@contextmanager
def run_server(server: EmbeddedServer, **settings: str) -> Iterator[str]:
    """Yield the server's address; it ends with the block, or with this process however that ends."""
    with tempfile.TemporaryDirectory(prefix="grubenbuch-") as logs:
        child = Child(server.spec(**settings), Path(logs))
        child.start()
        try:
            while not server.answers():
                if child.died:
                    raise server.refusal(child)
                time.sleep(SECONDS_TILL_NEXT_PING)
            check_content(server)
            yield server.url
        finally:
            child.ask_to_stop()
            if child.process is not None:
                child.process.wait()


def check_was_opened(config: Config) -> None:
    """Raise ConfigError for a directory in which nothing was opened; none is made."""
    if config.keeps_own_book and not (config.data / "redis").is_dir():
        raise ConfigError(f"Nothing was ever opened in {config.data}. Name another --data, or REDIS_URL.")


def with_own_servers(config: Config) -> Config:
    """Return the configuration with the servers that `up` starts here, unless others are named."""
    check_was_opened(config)
    book, queue = config.redis_url, config.rq_redis_url
    if config.keeps_own_queue:
        queue = EmbeddedServer.of_the_queue(config.data).url
    if config.keeps_own_book:
        book = EmbeddedServer(config.data).url
    return replace(config, redis_url=book, rq_redis_url=queue)


@contextmanager
def reach_book(config: Config) -> Iterator[str]:
    """Yield the address of the book: as configured, of a running `up`, or opened for the block."""
    with ExitStack() as opened:
        if config.redis_url is not None:
            yield config.redis_url
        elif (running := EmbeddedServer(config.data)).answers():
            yield running.url
        else:
            opened.enter_context(claim_directory(config.data))
            yield opened.enter_context(run_server(running))


@contextmanager
def open_redis_store(config: Config) -> Iterator[RedisStore]:
    """Open the book, beside a running `up` or without one."""
    check_was_opened(config)
    try:
        with ExitStack() as stack:
            if config.redis_cluster_url:
                book = open_book(config)
            else:
                book = connect_redis(stack.enter_context(reach_book(config)), partitions=config.partitions)
            stack.callback(book.close)
            yield book
    except (OtherLayout, PartitionsDiffer, StoreUnavailable) as failure:
        raise Trouble(str(failure)) from failure


@contextmanager
def open_archived_store(config: Config) -> Iterator[ArchivedStore]:
    """Open the book with its archive."""
    with open_redis_store(config) as book:
        yield ArchivedStore(book, archive_of(config))


@contextmanager
def connect_servers(config: Config) -> Iterator[list[redis.Redis]]:
    """Yield a connection to each server that holds a part of the book."""
    if config.redis_cluster_url is not None:
        with RedisCluster.from_url(config.redis_cluster_url, **PATIENT) as cluster:
            yield [cluster.get_redis_connection(node) for node in cluster.get_primaries()]
    else:
        with reach_book(config) as url, redis.Redis.from_url(url, **PATIENT) as server:
            yield [server]

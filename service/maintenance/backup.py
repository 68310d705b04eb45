"""Backups: the book and what belongs to it, taken while everything runs, and brought back elsewhere."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any, Final

import redis
from redis.cluster import RedisCluster

from events.backup.backup_file import (
    BackupBegin,
    BackupContent,
    BadBackup,
    KeptFile,
    check_backup,
    read_backup,
    write_backup,
)
from events.backup.key_records import (
    Record,
    UnknownKeyKind,
    find_keys,
    holds_record,
    write_records,
)
from events.backup.moment_copy import copy_servers
from events.store import StoreUnavailable
from events.whole_files import draft_file, sync_folder
from service.clock import now_ms
from service.config import Config
from service.host.book_access import connect_servers, run_server
from service.host.data_dir import claim_directory
from service.host.embedded_server import EmbeddedServer
from service.maintenance.backup_files import check_files, move_aside, put_files, read_files
from service.startup_errors import DataError

BACKUP_FAILURES: Final = (BadBackup, UnknownKeyKind, StoreUnavailable, redis.RedisError)

Tick = Callable[[], object]


def back_up(config: Config, path: Path, tick: Tick) -> BackupContent:
    """It gets its name only once read again from disk and found sound: an older one is worth more."""
    with draft_file(path) as draft:
        with connect_servers(config) as servers, copy_servers(servers, path.parent, tick) as records:
            write_backup(draft, now_ms(), chain(records, read_files(config.data)))
        return check_backup(draft, tick)


def restore(config: Config, path: Path, tick: Tick, *, replace: bool) -> BackupContent:
    """Nothing is touched unless the file is whole and there is room for it."""
    content = check_backup(path, tick)
    embedded = config.keeps_own_book
    with claim_directory(config.data) if embedded else nullcontext():
        check_files(config.data, path, replace=replace)
        if embedded:
            restore_embedded(config.data, path, tick, replace=replace)
        else:
            restore_into_server(config, path, tick, replace=replace)
        put_files(config.data, path, replace=replace)
    return content


def restore_into_server(config: Config, path: Path, tick: Tick, *, replace: bool) -> None:
    with connect_target(config) as target:
        empty_target(target, replace=replace)
        fill_target(target, path, tick)


def connect_target(config: Config) -> Any:
    if config.redis_cluster_url is not None:
        return RedisCluster.from_url(config.redis_cluster_url, protocol=2)
    return redis.Redis.from_url(str(config.redis_url), protocol=2)


def empty_target(target: Any, *, replace: bool) -> None:
    """Nothing is thrown away that is not the book's."""
    if target.dbsize() and not replace:
        raise DataError(
            "The server already holds something. Nothing was touched. "
            "Name an empty one, or say --replace to throw away the book it holds."
        )
    for key in list(find_keys(target)):
        target.unlink(key)


def fill_target(target: Any, path: Path, tick: Tick) -> None:
    """Checks everything once more where it now lies."""
    write_records(target, keys_in(path), tick)
    for record in keys_in(path):
        tick()
        if not holds_record(target, record):
            raise BadBackup(f"{record.key!r} did not arrive as it was sent; what was restored is not whole")


def keys_in(path: Path) -> Iterator[Record]:
    return (line for line in read_backup(path) if not isinstance(line, BackupBegin | KeptFile))


def restore_embedded(data: Path, path: Path, tick: Tick, *, replace: bool) -> None:
    """Restores beside the old files first; only a whole book takes their place."""
    files = data / "redis"
    if holds_a_book(files) and not replace:
        raise DataError(
            f"{files} already holds a book. Nothing was touched. Name an empty directory with --data, "
            "or say --replace: the old book is then moved aside."
        )
    with new_room(data) as room:
        with (
            run_server(EmbeddedServer(room)) as url,
            redis.Redis.from_url(url, protocol=2) as target,
        ):
            fill_target(target, path, tick)
        move_aside(files)
        (room / "redis").rename(files)
        sync_folder(data)


def holds_a_book(files: Path) -> bool:
    return any(path.stat().st_size for path in files.glob("appendonlydir/*.aof"))


@contextmanager
def new_room(data: Path) -> Iterator[Path]:
    """Throws away what an interrupted restore has left."""
    room = data / "restoring"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(mode=0o700)
    try:
        yield room
    finally:
        shutil.rmtree(room)

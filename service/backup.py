"""Backups: the book and what belongs to it, taken while everything runs, and brought back elsewhere."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Final

import redis
from redis.cluster import RedisCluster

from events.backup import BadBackup, Begin, Content, Kept, check, read, write
from events.files import sync_folder, write_whole
from events.records import Record, holds, records
from events.records import write as write_records
from service.clock import now_ms
from service.config import Config
from service.data import claimed
from service.embedded import EmbeddedServer
from service.errors import DataError
from service.standing import frozen, servers_of, standing
from service.store import ARCHIVE

KEY: Final = "secret"  # the server's own key, where it is kept in a file

Tick = Callable[[], object]


def back_up(config: Config, path: Path, tick: Tick) -> Content:
    """The file, read again from the disk and checked."""
    with servers_of(config) as servers, ExitStack() as opened:
        copies = [opened.enter_context(frozen(server)) for server in servers]
        write(path, now_ms(), everything(copies, config.data, tick))
    return check(path, tick)


def everything(copies: "list[redis.Redis]", data: Path, tick: Tick) -> Iterator[Record | Kept]:
    for record in chain.from_iterable(map(records, copies)):
        tick()
        yield record
    yield from files(data)


def files(data: Path) -> Iterator[Kept]:
    """Read after the keys: what was archived in between stands in both, and the keys count."""
    for path in [data / KEY, *sorted((data / ARCHIVE).rglob("*"))]:
        if path.is_file() and not path.name.startswith("."):
            yield Kept(str(path.relative_to(data)), path.read_bytes())


def restore(config: Config, path: Path, tick: Tick, *, replace: bool) -> Content:
    """Nothing is touched unless the file is whole and there is room for it."""
    content = check(path, tick)
    if config.redis_url is not None or config.redis_cluster_url is not None:
        with target_of(config) as target:
            empty(target, replace=replace)
            fill(target, path, tick)
        put_files(config.data, path)
    else:
        with claimed(config.data):
            restore_embedded(config.data, path, tick, replace=replace)
            put_files(config.data, path)
    return content


def target_of(config: Config) -> Any:
    if config.redis_cluster_url is not None:
        return RedisCluster.from_url(config.redis_cluster_url, protocol=2)
    return redis.Redis.from_url(str(config.redis_url), protocol=2)


def empty(target: Any, *, replace: bool) -> None:
    if target.dbsize() and not replace:
        raise DataError(
            "The server already holds something. Nothing was touched. "
            "Name an empty one, or say --replace to throw away what it holds."
        )
    target.flushdb()


def fill(target: Any, path: Path, tick: Tick) -> None:
    """Everything is looked at once more where it now lies."""
    write_records(target, keys_in(path), tick)
    for record in keys_in(path):
        tick()
        if not holds(target, record):
            raise BadBackup(f"{record.key!r} did not arrive as it was sent; what was restored is not whole")


def keys_in(path: Path) -> Iterator[Record]:
    return (line for line in read(path) if not isinstance(line, Begin | Kept))


def restore_embedded(data: Path, path: Path, tick: Tick, *, replace: bool) -> None:
    """Beside the old files first; only a whole book takes their place."""
    files = data / "redis"
    if holds_a_book(files) and not replace:
        raise DataError(
            f"{files} already holds a book. Nothing was touched. Name an empty directory with --data, "
            "or say --replace: the old book is then moved aside."
        )
    with new_room(data) as room:
        with (
            standing(EmbeddedServer(room)) as url,
            redis.Redis.from_url(url, protocol=2) as target,
        ):
            fill(target, path, tick)
        if files.exists():
            files.rename(data / f"redis.before-{time.strftime('%Y%m%dT%H%M%S')}")
        (room / "redis").rename(files)
        sync_folder(data)


def holds_a_book(files: Path) -> bool:
    return any(path.stat().st_size for path in files.glob("appendonlydir/*.aof"))


@contextmanager
def new_room(data: Path) -> Iterator[Path]:
    """What an interrupted restore has left is thrown away."""
    room = data / "restoring"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(mode=0o700)
    try:
        yield room
    finally:
        shutil.rmtree(room)


def put_files(data: Path, backup: Path) -> None:
    """A file that is there already stays: another secret would make other tokens of repeated requests."""
    for line in read(backup):
        if isinstance(line, Kept):
            path = data / inside(line.name)
            if not path.exists():
                write_whole(path, line.content)


def inside(name: str) -> str:
    """Names come out of a file that somebody may have made up."""
    parts = Path(name).parts
    if name != KEY and (parts[:1] != (ARCHIVE,) or ".." in parts):
        raise BadBackup(f"the backup holds a file that is none of ours: {name!r}")
    return name

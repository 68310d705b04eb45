"""Backups: the book, the server's key and archived matches, taken while everything runs."""

import hashlib
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any, Final

import redis
from redis.cluster import RedisCluster

from events.archive.archive import ARCHIVE_SUFFIX, ArchiveSpoilt, unpack_book
from events.backup.backup_file import (
    BackupBegin,
    BackupContent,
    BadBackup,
    KeptFile,
    check_backup,
    read_backup,
    write_backup,
)
from events.backup.server_copy import (
    Record,
    UnknownKeyKind,
    copy_servers,
    find_keys,
    holds_record,
    write_records,
)
from events.store import StoreUnavailable
from events.whole_files import draft_file, sync_folder, write_whole_file
from service.clock import now_ms
from service.config import SHORTEST_SECRET, Config
from service.host.book_access import connect_servers, run_server
from service.host.data_dir import BEFORE, claim_directory
from service.host.embedded_server import EmbeddedServer
from service.startup_errors import DataError
from service.store import ARCHIVE

KEY: Final = "secret"  # the server's own key, where it is kept in a file
NAMES_SHOWN: Final = 5  # names in a message
BACKUP_FAILURES: Final = (BadBackup, UnknownKeyKind, StoreUnavailable, redis.RedisError)

Tick = Callable[[], object]


def back_up(config: Config, path: Path, tick: Tick) -> BackupContent:
    """Write a backup; it gets its name only once read again from disk and found sound."""
    with draft_file(path) as draft:
        with connect_servers(config) as servers, copy_servers(servers, path.parent, tick) as records:
            write_backup(draft, now_ms(), chain(records, read_files(config.data)))
        return check_backup(draft, tick)


def restore(config: Config, path: Path, tick: Tick, *, replace: bool) -> BackupContent:
    """Restore a backup; nothing is touched unless the file is whole and there is room for it."""
    content = check_backup(path, tick)
    embedded = config.keeps_own_book
    with claim_directory(config.data) if embedded else nullcontext():
        check_files(config.data, path, replace=replace)
        if embedded:
            restore_embedded(config.data, path, tick, replace=replace)
        else:
            with connect_target(config) as target:
                empty_target(target, replace=replace)
                fill_target(target, path, tick)
        put_files(config.data, path, replace=replace)
    return content


def connect_target(config: Config) -> Any:
    if config.redis_cluster_url is not None:
        return RedisCluster.from_url(config.redis_cluster_url, protocol=2)
    return redis.Redis.from_url(str(config.redis_url), protocol=2)


def empty_target(target: Any, *, replace: bool) -> None:
    """Delete the keys of the book and no others; raise DataError unless that was asked for."""
    if target.dbsize() and not replace:
        raise DataError(
            "The server already holds something. Nothing was touched. "
            "Name an empty one, or say --replace to throw away the book it holds."
        )
    for key in list(find_keys(target)):
        target.unlink(key)


def fill_target(target: Any, path: Path, tick: Tick) -> None:
    """Write the records, then check each where it is now."""
    write_records(target, keys_in(path), tick)
    for record in keys_in(path):
        tick()
        if not holds_record(target, record):
            raise BadBackup(f"{record.key!r} did not arrive as it was sent; what was restored is not whole")


def keys_in(path: Path) -> Iterator[Record]:
    return (line for line in read_backup(path) if not isinstance(line, BackupBegin | KeptFile))


def restore_embedded(data: Path, path: Path, tick: Tick, *, replace: bool) -> None:
    """Restore beside the old files first; only a whole book replaces them."""
    files = data / "redis"
    holds_a_book = any(path.stat().st_size for path in files.glob("appendonlydir/*.aof"))
    if holds_a_book and not replace:
        raise DataError(
            f"{files} already holds a book. Nothing was touched. Name an empty directory with --data, "
            "or say --replace: the old book is then moved aside."
        )
    with new_folder(data) as folder:
        with (
            run_server(EmbeddedServer(folder)) as url,
            redis.Redis.from_url(url, protocol=2) as target,
        ):
            fill_target(target, path, tick)
        move_aside(files)
        (folder / "redis").rename(files)
        sync_folder(data)


@contextmanager
def new_folder(data: Path) -> Iterator[Path]:
    """Yield an empty folder; what an interrupted restore has left is deleted."""
    folder = data / "restoring"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def read_files(data: Path) -> Iterator[KeptFile]:
    """Yield the files, read after the keys: what was archived in between is in both, and the keys count."""
    for path in [data / KEY, *sorted((data / ARCHIVE).rglob("*"))]:
        if path.is_file() and not path.name.startswith("."):
            yield KeptFile(str(path.relative_to(data)), path.read_bytes())


def check_files(data: Path, backup: Path, *, replace: bool) -> None:
    """Raise DataError, before anything is touched, where there is another key or another archive."""
    held = {check_inside(kept.name): digest(kept) for kept in files_in(backup)}
    differing = [] if replace else [kept.name for kept in read_files(data) if differs(kept, held)]
    if differing:
        shown = ", ".join([*differing[:NAMES_SHOWN], *(["…"] if len(differing) > NAMES_SHOWN else [])])
        raise DataError(
            f"{len(differing)} files in {data} are not those of the backup: {shown}. Nothing was touched. "
            "Name an empty directory with --data, or say --replace: they are then moved aside."
        )


def differs(stored: KeptFile, held: dict[str, bytes]) -> bool:
    """Return whether a file differs; a key that the backup lacks and a damaged file do not count."""
    if stored.name not in held:
        return stored.name != KEY
    return held[stored.name] != digest(stored) and is_legible(stored)


def is_legible(file: KeptFile) -> bool:
    if file.name == KEY:
        return len(file.content.strip()) >= SHORTEST_SECRET
    try:
        if file.name.endswith(ARCHIVE_SUFFIX):
            unpack_book(Path(file.name).name.removesuffix(ARCHIVE_SUFFIX), file.content)
    except ArchiveSpoilt:
        return False
    return True


def put_files(data: Path, backup: Path, *, replace: bool) -> None:
    """Write the files, and read each again."""
    if replace:
        move_aside(data / ARCHIVE)
    for kept in files_in(backup):
        path = data / check_inside(kept.name)
        if path.exists() and path.read_bytes() == kept.content:
            continue
        if kept.name == KEY and replace:
            move_aside(path)
        write_whole_file(path, kept.content)
        if path.read_bytes() != kept.content:
            raise BadBackup(f"{path} did not arrive as it was sent; what was restored is not whole")


def move_aside(path: Path) -> None:
    if path.exists():
        path.rename(path.with_name(f"{path.name}{BEFORE}{time.strftime('%Y%m%dT%H%M%S')}"))


def files_in(backup: Path) -> Iterator[KeptFile]:
    return (line for line in read_backup(backup) if isinstance(line, KeptFile))


def digest(file: KeptFile) -> bytes:
    return hashlib.sha256(file.content).digest()


def check_inside(name: str) -> str:
    """Return the name, which may be forged; raise BadBackup where it leaves the directory."""
    parts = Path(name).parts
    if name != KEY and (parts[:1] != (ARCHIVE,) or ".." in parts):
        raise BadBackup(f"the backup holds a file that is none of ours: {name!r}")
    return name

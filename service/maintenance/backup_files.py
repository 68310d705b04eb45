"""Files of the data directory that belong to the book: the server's key and the archived matches."""

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.archive.archive import ARCHIVE_SUFFIX, ArchiveSpoilt, unpack_book
from events.backup.backup_file import BadBackup, KeptFile, read_backup
from events.whole_files import write_whole_file
from service.host.data_dir import BEFORE
from service.secret import SHORTEST
from service.startup_errors import DataError
from service.store import ARCHIVE

KEY: Final = "secret"  # the server's own key, where it is kept in a file
NAMES_SHOWN: Final = 5  # names in a message


def read_files(data: Path) -> Iterator[KeptFile]:
    """Read after the keys: what was archived in between stands in both, and the keys count."""
    for path in [data / KEY, *sorted((data / ARCHIVE).rglob("*"))]:
        if path.is_file() and not path.name.startswith("."):
            yield KeptFile(str(path.relative_to(data)), path.read_bytes())


def check_files(data: Path, backup: Path, *, replace: bool) -> None:
    """Before anything is touched: another key or another archive is not mixed with what comes."""
    held = {check_inside(kept.name): digest(kept) for kept in files_in(backup)}
    differing = [] if replace else [kept.name for kept in read_files(data) if differs(kept, held)]
    if differing:
        shown = ", ".join([*differing[:NAMES_SHOWN], *(["…"] if len(differing) > NAMES_SHOWN else [])])
        raise DataError(
            f"{len(differing)} files in {data} are not those of the backup: {shown}. Nothing was touched. "
            "Name an empty directory with --data, or say --replace: they are then moved aside."
        )


def differs(lying: KeptFile, held: dict[str, bytes]) -> bool:
    """A key that the backup does not have may stay; a damaged file may be replaced by a whole one."""
    if lying.name not in held:
        return lying.name != KEY
    return held[lying.name] != digest(lying) and is_legible(lying)


def is_legible(file: KeptFile) -> bool:
    if file.name == KEY:
        return len(file.content.strip()) >= SHORTEST
    try:
        if file.name.endswith(ARCHIVE_SUFFIX):
            unpack_book(Path(file.name).name.removesuffix(ARCHIVE_SUFFIX), file.content)
    except ArchiveSpoilt:
        return False
    return True


def put_files(data: Path, backup: Path, *, replace: bool) -> None:
    """Each is read again where it now lies."""
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
    """Names come from a file that may be forged."""
    parts = Path(name).parts
    if name != KEY and (parts[:1] != (ARCHIVE,) or ".." in parts):
        raise BadBackup(f"the backup holds a file that is none of ours: {name!r}")
    return name

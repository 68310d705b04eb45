"""DocumentChanges of the house that an older program has put away with a match of the same name.

Ids of the house could once be taken by an import, and the archive then took the documents of the house along.
They are brought back where they are missing, once in the life of an archive. The file gets another name.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from events.archive.archive import ARCHIVE_SUFFIX, ArchiveSpoilt, unpack_book
from events.names import SERVER_MARK, is_server_scope
from events.store import Guard, ServerScope
from events.whole_files import write_whole_file

if TYPE_CHECKING:
    from pathlib import Path

    from events.archive.archive import Archive
    from events.store import Store

HOMECOMING: Final = ".house-brought-home"  # a file of the archive
ASIDE: Final = ".brought-home"


def bring_house_home(store: Store, archive: Archive) -> None:
    """If this process may not write there, it leaves the work to one that may."""
    if not os.access(archive.folder, os.W_OK) or (archive.folder / HOMECOMING).exists():
        return
    with archive.alone():
        for path in sorted(archive.folder.glob(f"*/{SERVER_MARK}*{ARCHIVE_SUFFIX}")):
            bring_home(store, path)
        write_whole_file(archive.folder / HOMECOMING, b"")


def bring_home(store: Store, path: Path) -> None:
    """What lies in the store is newer. The file is put aside last, so that this may break off anywhere."""
    match = path.name.removesuffix(ARCHIVE_SUFFIX)
    scope = ServerScope(match.removeprefix(SERVER_MARK))
    with suppress(ArchiveSpoilt):  # then there is nothing to bring, and the file is all that is left of it
        for name, fields in unpack_book(match, path.read_bytes()).documents.items():
            for field, value in fields.items() if is_server_scope(scope.name) else ():
                store.swap(scope, Guard(name, field, None), {name: {field: value}})
    path.rename(path.with_name(f"{path.name}{ASIDE}"))

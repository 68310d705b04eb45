"""How the keys of a book are laid out: agreed on when it is opened, and brought up to date in older books.

Until layout 2 the documents of the server lay among those of matches, under ids no match was meant to have.
Each of them moves within its partition, in one step, to the key of today. So opening may break off anywhere,
and several processes may open at once: whoever comes next moves what is left. Only then is the layout noted.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from events.names import SERVER_MARK, is_server_scope
from events.redis_book.keys import CONFIG_KEY
from events.store import NewerLayout, PartitionsDiffer, ServerScope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.redis_book.keys import Keys

LAYOUT: Final = 2
FIRST_LAYOUT: Final = 1  # of a book that names none
MOVE_SCRIPT: Final = resources.files("events.redis_book").joinpath("move.lua").read_text("utf-8")

_OLD_DOCUMENT: Final = re.compile(rf"\{{gb:\d+\}}:m:{SERVER_MARK}([^:]+):([a-z_]+)".encode())
# An id of the house could be taken by an import once; what such a match left behind is not the house's.
_OF_MATCHES: Final = frozenset({"book", "head", "causes", "snap"})


def agree_on_layout(client: Any, keys: Keys) -> None:
    """Raises PartitionsDiffer or NewerLayout; after it every key lies where this program looks for it."""
    partitions, layout = client.hmget(CONFIG_KEY, "partitions", "layout")
    if partitions is None:
        client.hsetnx(CONFIG_KEY, "partitions", keys.partitions)
        partitions = client.hget(CONFIG_KEY, "partitions")
    if int(partitions) != keys.partitions:
        raise PartitionsDiffer(f"the book was begun with {int(partitions)} partitions, not {keys.partitions}")
    written = int(layout or FIRST_LAYOUT)
    if written > LAYOUT:
        raise NewerLayout(f"the book is laid out in form {written}, this Grubenbuch knows {LAYOUT}")
    if written < LAYOUT:
        move_documents_of_house(client, keys)
        client.hset(CONFIG_KEY, "layout", LAYOUT)


def move_documents_of_house(client: Any, keys: Keys) -> None:
    for old, place, name in list(find_old_documents(client)):
        client.eval(MOVE_SCRIPT, 2, old, keys.document(place, name))


def find_old_documents(client: Any) -> Iterator[tuple[bytes, ServerScope, str]]:
    """One walk over all names, once in the life of a book."""
    for key in client.scan_iter(match=f"{{gb:*}}:m:{SERVER_MARK}*", count=1000):
        found = _OLD_DOCUMENT.fullmatch(key)
        if found and is_server_scope(found[1].decode()) and found[2].decode() not in _OF_MATCHES:
            yield key, ServerScope(found[1].decode()), found[2].decode()

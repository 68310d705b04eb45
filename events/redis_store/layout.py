"""Where everything is stored in Redis, and how replies are read.

The hash tag of a key is a partition, so that one script reaches what an append needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from events.entry import FIRST_PREV, BrokenChain, Entry, unseal
from events.names import check_document, partition_of
from events.redis_store.packing import unpack, unpack_digest
from events.store import (
    FeedItem,
    Head,
    ListingPosition,
    OtherLayout,
    PartitionsDiffer,
    Scope,
    ServerScope,
    check_scope,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


CONFIG_KEY: Final = "gb:config"


class Keys(msgspec.Struct, frozen=True):
    partitions: int

    def partition(self, scope: Scope) -> int:
        return partition_of(str(scope), self.partitions)

    def of_match(self, match: str, part: str) -> str:
        return f"{{gb:{self.partition(match)}}}:m:{match}:{part}"

    def document(self, scope: Scope, name: str) -> str:
        if isinstance(scope, ServerScope):
            return f"{{gb:{self.partition(scope)}}}:h:{scope.name}:{name}"
        return self.of_match(scope, name)

    def document_to_write(self, scope: Scope, name: str) -> str:
        check_scope(scope)
        return self.document(scope, check_document(name))

    def feed(self, partition: int) -> str:
        return f"{{gb:{partition}}}:feed"

    def probe(self, partition: int) -> str:
        """Return the key of a probe, which is never written."""
        return f"{{gb:{partition}}}:probe"

    def due(self, partition: int) -> str:
        return f"{{gb:{partition}}}:due"

    def listing(self, partition: int, label: str) -> str:
        return f"{{gb:{partition}}}:matches:{label}" if label else f"{{gb:{partition}}}:matches"


LAYOUT: Final = 2


def agree_on_layout(client: Any, keys: Keys) -> None:
    """Note layout and partitions in a new book; raise PartitionsDiffer or OtherLayout where they differ.

    A book that was begun is only read: its server may have no memory left.
    """
    partitions, layout = client.hmget(CONFIG_KEY, "partitions", "layout")
    if partitions is None:
        client.hsetnx(CONFIG_KEY, "layout", LAYOUT)  # first: whoever finds partitions finds a layout as well
        client.hsetnx(CONFIG_KEY, "partitions", keys.partitions)
        partitions, layout = client.hmget(CONFIG_KEY, "partitions", "layout")
    if int(partitions) != keys.partitions:
        raise PartitionsDiffer(f"the book was begun with {int(partitions)} partitions, not {keys.partitions}")
    if layout is None or int(layout) != LAYOUT:
        found = "an early form" if layout is None else f"form {int(layout)}"
        raise OtherLayout(f"the book is laid out in {found}, this Grubenbuch knows form {LAYOUT}")


StreamElement = tuple[bytes, dict[bytes, bytes]]  # of a stream: id and fields

HEAD_FIELDS: Final = ("v", "h", "o", "t", "c", "s")


def read_head(match: str, fields: list[bytes | None]) -> Head | None:
    version, hash_, opened, touched, closed, summary = fields
    if not (version and hash_ and opened and touched and summary is not None):
        return None
    return Head(
        match=match,
        version=int(version),
        hash=hash_.hex(),
        opened=int(opened),
        touched=int(touched),
        closed=closed == b"1",
        summary=_note(summary),
    )


def read_entries(
    found: list[StreamElement], *, after_first: bool = False, prev: str = FIRST_PREV
) -> Iterator[Entry]:
    """Each takes its `prev` from the element before; with `after_first` the first is there only for that."""
    for place, (id_, fields) in enumerate(found):
        hash_ = fields[b"h"].hex()
        if place or not after_first:
            yield _unsealed(id_, fields[b"e"], prev, hash_)
        prev = hash_


def read_few(found: list[StreamElement] | Exception, most: int) -> list[Entry] | None:
    """Return what follows the first; None if there is more, or if it cannot be read."""
    if isinstance(found, Exception) or not 0 < len(found) <= most:
        return None
    try:
        return list(read_entries(found, after_first=True))
    except BrokenChain:
        return None


def read_nonce(element: StreamElement) -> bytes:
    """Return the nonce of the append that wrote it."""
    return element[1].get(b"a", b"")


def read_feed_item(element: StreamElement) -> FeedItem:
    id_, fields = element
    return FeedItem(_number(id_), fields[b"m"].decode(), int(fields[b"v"]), _note(fields[b"n"]))


def read_number(element: StreamElement) -> int:
    return _number(element[0])


def read_positions(members: list[tuple[bytes, float]]) -> Iterator[ListingPosition]:
    for match, opened in members:
        yield ListingPosition(int(opened), match.decode())


def read_document(fields: dict[bytes, bytes]) -> dict[str, bytes]:
    return {field.decode(): unpack(value) for field, value in fields.items()}


def read_cause(value: bytes) -> tuple[str, int]:
    """Return the fingerprint and the version it was written with."""
    version, _, fingerprint = value.partition(b":")
    return unpack_digest(fingerprint), int(version)


def _note(value: bytes) -> bytes:
    """Return it unpacked, or as it is: what cannot be read must not hold up those behind it."""
    try:
        return unpack(value)
    except ValueError:
        return value


def _unsealed(id_: bytes, body: bytes, prev: str, hash_: str) -> Entry:
    try:
        return unseal(unpack(body), prev, hash_)
    except ValueError as failure:  # not packed, no JSON, no UTF-8, or no entry
        raise BrokenChain(_number(id_), "its bytes cannot be read") from failure


def _number(id_: bytes) -> int:
    return int(id_.split(b"-")[0])

"""A match as a snapshot keeps it, and the shape by which it is recognised."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, Final

import msgspec

from events.codec import decode, encode
from events.snapshots import Snapshot
from games.catalogue import GAMES
from games.match.state import Match


class _Kept(msgspec.Struct, frozen=True):
    """Kept apart, because only the game knows the type of its table."""

    match: Match
    table: msgspec.Raw


@cache
def shape_of(game: str) -> str:
    """Changes as soon as a field, a type or the rules of the game do; not with what is said about them."""
    types = (Match, GAMES[game].table)
    schemas = encode([without_descriptions(msgspec.json.schema(kind)) for kind in types])
    return f"{GAMES[game].rules_name} {hashlib.sha256(schemas).hexdigest()[:16]}"


def without_descriptions(schema: Any) -> Any:
    if isinstance(schema, dict):
        kept = {name: part for name, part in schema.items() if not is_description(name, part)}
        return {name: without_descriptions(part) for name, part in kept.items()}
    return [without_descriptions(part) for part in schema] if isinstance(schema, list) else schema


def is_description(name: str, part: Any) -> bool:
    """A text; the schema of a field of that name is none."""
    return name == "description" and isinstance(part, str)


class _Shapes:
    """Every shape that this process can read."""

    def __contains__(self, shape: object) -> bool:
        return any(shape_of(game) == shape for game in GAMES)


SHAPES: Final = _Shapes()


def snapshot_of(match: Match, version: int, hash_: str, opened: int, touched: int) -> Snapshot:
    bare = msgspec.structs.replace(match, table=None)
    state = encode(_Kept(bare, msgspec.Raw(encode(match.table))))
    return Snapshot(
        shape=shape_of(match.game),
        version=version,
        hash=hash_,
        opened=opened,
        touched=touched,
        state=msgspec.Raw(state),
    )


def state_of(snapshot: Snapshot) -> Match:
    kept = decode(snapshot.state, _Kept)
    table: Any = decode(kept.table, kept.match.rules.table)
    return msgspec.structs.replace(kept.match, table=table)

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
from service.matches.history import Course


class _Kept(msgspec.Struct, frozen=True):
    """Kept apart, because only the game knows the type of its table."""

    match: Match
    table: msgspec.Raw
    course: Course


class _KeptCourse(msgspec.Struct, frozen=True):
    """Enough of it for those who need no table."""

    course: Course


@cache
def shape_of(game: str) -> str:
    """Changes as soon as a field, a type or the rules of the game do; not with what is said about them."""
    types = (Match, GAMES[game].table, Course)
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


def pack_state(match: Match, course: Course) -> msgspec.Raw:
    bare = msgspec.structs.replace(match, table=None)
    return msgspec.Raw(encode(_Kept(bare, msgspec.Raw(encode(match.table)), course)))


def state_of(snapshot: Snapshot) -> tuple[Match, Course]:
    kept = decode(snapshot.state, _Kept)
    table: Any = decode(kept.table, kept.match.rules.table)
    return msgspec.structs.replace(kept.match, table=table), kept.course


def course_in(snapshot: Snapshot) -> Course:
    """How the game had gone by then."""
    return decode(snapshot.state, _KeptCourse).course

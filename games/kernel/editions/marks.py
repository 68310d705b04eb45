"""Where each datum of a board comes from, and which of them no edition may change.

A group says its source; a field whose name ends in `_source`, that of one datum. What the built-in edition
has from the rulebook, or derived from it, is so in every edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from games.kernel.editions.checks import Misprint
from games.kernel.editions.documents import Document
from games.kernel.editions.paths import Trail, children_of, write_path
from games.kernel.editions.registry import HEAD, WORDS, Editions

STATED_MARKS: Final = ("rulebook", "derived")
PROSE: Final = ("name", "printed_in")  # what a thing is called changes no play
_RULE: Final = re.compile(r"\b[A-Z]{2}-R?\d+\b")


def is_mark(path: Trail) -> bool:
    return path[-1] == "source" or path[-1].endswith("_source")


def marked_data(document: Document) -> Iterator[tuple[Trail, Any, str]]:
    """Every datum of a board with its mark."""
    for name, group in document.items():
        if name not in {*HEAD, WORDS}:
            yield from marked_within(group, (name,), "")


def marked_within(value: Any, path: Trail, mark: str) -> Iterator[tuple[Trail, Any, str]]:
    """The nearest mark that stands above a datum."""
    marks: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    mark, empty = marks.get("source", mark), True
    for step, part in children_of(value):
        empty = False
        if not is_mark((step,)):
            yield from marked_within(part, (*path, step), marks.get(f"{step}_source", mark))
    if empty:
        yield path, value, mark


def contradictions(editions: Editions[Any], document: Document) -> Iterator[Misprint]:
    """What the rulebook states and the board contradicts."""
    known = {path: (value, mark) for path, value, mark in marked_data(editions.built_in)}
    here = {path: value for path, value, _ in marked_data(document)}
    for path, (value, mark) in known.items():
        if mark in STATED_MARKS and path[-1] not in PROSE and here.get(path) != value:
            yield said_otherwise(editions, path, here.get(path), value)
    for path, value in here.items():
        if (
            path not in known
            and path[-1] not in PROSE
            and group_mark(editions.built_in, path) in STATED_MARKS
        ):
            yield said_otherwise(editions, path, value, None)


def group_mark(document: Document, path: Trail) -> str:
    """The mark of the group in which something new stands."""
    mark: str = document.get(path[0], {}).get("source", "")
    return mark


def said_otherwise(editions: Editions[Any], path: Trail, here: Any, there: Any) -> Misprint:
    said = "nothing" if there is None else there
    detail = f"is {'missing' if here is None else here}, the rulebook says {said}"
    return Misprint("contradicts", write_path(path), rule_of(editions.kind, path), detail)


def rule_of(kind: Any, path: Trail) -> str:
    """The rule that the type names nearest to the datum; empty if it names none."""
    told = ""
    for described in descriptions_along(msgspec.inspect.type_info(kind), path):
        found = _RULE.search(described)
        told = found[0] if found else told
    return told


def descriptions_along(kind: msgspec.inspect.Type, path: Trail) -> Iterator[str]:
    """What the types on the way to a datum say of themselves."""
    if isinstance(kind, msgspec.inspect.Metadata):
        yield (kind.extra_json_schema or {}).get("description", "")
        yield from descriptions_along(kind.type, path)
    elif isinstance(kind, msgspec.inspect.StructType):
        yield kind.cls.__doc__ or ""
        for field in kind.fields:
            if path and field.encode_name == path[0]:
                yield from descriptions_along(field.type, path[1:])
    elif isinstance(kind, msgspec.inspect.UnionType):
        for one in kind.types:
            yield from descriptions_along(one, path)
    elif isinstance(kind, msgspec.inspect.DictType) and path:
        yield from descriptions_along(kind.value_type, path[1:])
    elif isinstance(kind, msgspec.inspect.VarTupleType) and path:
        yield from descriptions_along(kind.item_type, path[1:])

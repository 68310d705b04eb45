"""Where stored types name something of the table: seats, spaces, tiles, lists with a place for each seat.

The types say it (`quantities.names`, `quantities.one_per`). Each is gone through once; after that a table
costs no more than one call for each part that can hold a reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from games.kernel.pointers import escape_pointer


class Reference(NamedTuple):
    """`value` must be among those of its kind, or, of a list with one place for each, be their number."""

    kind: str
    value: Any
    pointer: str
    per: bool = False


Walk = Callable[[Any, str, list[Reference]], None]


def references(thing: msgspec.Struct) -> list[Reference]:
    """All references of a struct, however deep they lie in it."""
    found: list[Reference] = []
    if walk := _walk_of_struct(type(thing)):
        walk(thing, "", found)
    return found


def kinds_of(types: Any) -> Iterator[str]:
    """The words by which types refer to the table."""
    for info in declared_in(types):
        if isinstance(info, inspect.Metadata) and info.extra:
            yield from info.extra.values()


def declared_in(types: Any) -> Iterator[inspect.Type]:
    """Every part of which the types are made, each struct once."""
    left, seen = list(inspect.multi_type_info(types)), set()
    while left:
        info = left.pop()
        if isinstance(info, inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
        yield info
        left += parts_of(info)


def parts_of(info: inspect.Type) -> list[inspect.Type]:
    """What a type is made of, one step down."""
    if isinstance(info, inspect.StructType):
        return [field.type for field in info.fields]
    if isinstance(info, inspect.UnionType):
        return list(info.types)
    if isinstance(info, inspect.DictType):
        return [info.key_type, info.value_type]
    if isinstance(info, inspect.TupleType):
        return list(info.item_types)
    if isinstance(info, inspect.CollectionType):
        return [info.item_type]
    return [info.type] if isinstance(info, inspect.Metadata) else []


@cache
def _walk_of_struct(kind: type[msgspec.Struct]) -> Walk | None:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)  # noqa: S101  a struct has no other
    walks = [(field.name, walk) for field in info.fields if (walk := _walk_of(field.type))]

    def look(thing: Any, pointer: str, found: list[Reference]) -> None:
        for name, walk in walks:
            walk(getattr(thing, name), f"{pointer}/{name}", found)

    return look if walks else None


def _walk_struct(thing: msgspec.Struct, pointer: str, found: list[Reference]) -> None:
    """Looked up when it is met: structs may hold themselves."""
    if walk := _walk_of_struct(type(thing)):
        walk(thing, pointer, found)


def _walk_of(info: inspect.Type) -> Walk | None:
    """None where nothing below can be a reference."""
    for kind, walk_of in WALKS.items():
        if isinstance(info, kind):
            return walk_of(info)
    return None


def _walk_of_metadata(info: inspect.Metadata) -> Walk | None:
    inner, extra = _walk_of(info.type), info.extra or {}
    name, per = extra.get("names"), extra.get("per")

    def look(thing: Any, pointer: str, found: list[Reference]) -> None:
        if name and thing is not None:
            found.append(Reference(name, thing, pointer))
        if per:
            found.append(Reference(per, len(thing), pointer, per=True))
        if inner:
            inner(thing, pointer, found)

    return look if name or per else inner


def _walk_of_union(info: inspect.UnionType) -> Walk | None:
    """Structs are told apart by their class, everything else by what Python calls it."""
    walks = {
        python: walk
        for part in info.types
        if not isinstance(_bare(part), inspect.StructType)
        if (walk := _walk_of(part))
        for python in PYTHON.get(type(_bare(part)), ())
    }

    def look(thing: Any, pointer: str, found: list[Reference]) -> None:
        if isinstance(thing, msgspec.Struct):
            _walk_struct(thing, pointer, found)
        elif walk := walks.get(type(thing)):
            walk(thing, pointer, found)

    structs = any(isinstance(_bare(part), inspect.StructType) for part in info.types)
    return look if walks or structs else None


def _walk_of_mapping(info: inspect.DictType) -> Walk | None:
    key, value = _walk_of(info.key_type), _walk_of(info.value_type)

    def look(thing: Any, pointer: str, found: list[Reference]) -> None:
        for name, inner in thing.items():
            place = f"{pointer}/{escape_pointer(str(name))}"
            if key:
                key(name, place, found)
            if value:
                value(inner, place, found)

    return look if key or value else None


def _walk_of_list(info: inspect.CollectionType) -> Walk | None:
    item = _walk_of(info.item_type)
    if item is None:
        return None

    def look(thing: Any, pointer: str, found: list[Reference]) -> None:
        for number, inner in enumerate(thing):
            item(inner, f"{pointer}/{number}", found)

    return look


def _walk_of_places(info: inspect.TupleType) -> Walk | None:
    items = [_walk_of(part) for part in info.item_types]

    def look(thing: Any, pointer: str, found: list[Reference]) -> None:
        for number, (walk, inner) in enumerate(zip(items, thing, strict=True)):
            if walk:
                walk(inner, f"{pointer}/{number}", found)

    return look if any(items) else None


def _bare(info: inspect.Type) -> inspect.Type:
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


PYTHON: dict[type[inspect.Type], tuple[type, ...]] = {
    inspect.IntType: (int,),
    inspect.StrType: (str,),
    inspect.ListType: (list,),
    inspect.VarTupleType: (tuple,),
    inspect.TupleType: (tuple,),
    inspect.DictType: (dict,),
    inspect.LiteralType: (str, int),
}

WALKS: dict[type[inspect.Type], Callable[[Any], Walk | None]] = {
    inspect.Metadata: _walk_of_metadata,
    inspect.StructType: lambda _: _walk_struct,
    inspect.UnionType: _walk_of_union,
    inspect.DictType: _walk_of_mapping,
    inspect.TupleType: _walk_of_places,
    inspect.CollectionType: _walk_of_list,
}

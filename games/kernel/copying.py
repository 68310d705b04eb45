"""How a table is copied: whatever can change, by its own type, so that no field can be forgotten.

What never changes is shared: numbers, words, tuples, and frozen structs with all that is in them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")
Copier = Callable[[Any], Any]

_UNCHANGING: Final = (
    inspect.BoolType,
    inspect.IntType,
    inspect.StrType,
    inspect.NoneType,
    inspect.LiteralType,
)


def clone(thing: T) -> T:
    """The one way to copy a table."""
    kind: Any = type(thing)
    copied: T = _copier_of(kind)(thing)
    return copied


@cache
def _copier_of(kind: Any) -> Copier:
    copier = find_copier(inspect.type_info(kind))
    if copier is None:
        raise TypeError(f"nothing changes in {kind}")
    return copier


def find_copier(kind: inspect.Type) -> Copier | None:
    """None: nothing of this type ever changes."""
    match kind:
        case inspect.Metadata(type=inner):
            return find_copier(inner)
        case inspect.StructType(cls=struct, fields=fields):
            return None if struct.__struct_config__.frozen else copier_of_struct(struct, fields)
        case inspect.ListType(item_type=item):
            return copier_of_list(find_copier(item))
        case inspect.DictType(value_type=value):
            return copier_of_dict(find_copier(value))
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            require_unchanging(*parts)
        case inspect.VarTupleType(item_type=item):
            require_unchanging(item)
        case _ if not isinstance(kind, _UNCHANGING):
            raise TypeError(f"nobody has said how to copy {kind}")
    return None


def require_unchanging(*kinds: inspect.Type) -> None:
    for kind in kinds:
        if find_copier(kind) is not None:
            raise TypeError(f"nobody has said how to copy what may hold {kind}")


def copier_of_struct(struct: Any, fields: tuple[inspect.Field, ...]) -> Copier:
    found = [(field.name, find_copier(field.type)) for field in fields]
    changing = [(name, copier) for name, copier in found if copier is not None]
    shallow: Copier = struct.__copy__
    if not changing:
        return shallow

    def copy_struct(thing: msgspec.Struct) -> msgspec.Struct:
        copied: msgspec.Struct = shallow(thing)
        for name, copier in changing:
            setattr(copied, name, copier(getattr(thing, name)))
        return copied

    return copy_struct


def copier_of_list(copier: Copier | None) -> Copier:
    if copier is None:
        return list.copy
    return lambda things: list(map(copier, things))


def copier_of_dict(copier: Copier | None) -> Copier:
    if copier is None:
        return dict.copy
    return lambda things: {key: copier(value) for key, value in things.items()}

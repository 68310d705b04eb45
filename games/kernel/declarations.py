"""What a type still has to say of its values: bounds, references that a table knows, descriptions.

See quantities.py for how it is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import inspect

from games.kernel.game import Game
from games.kernel.references import declared_in, kinds_of, parts_of
from games.kernel.score import Line


def stored_types(game: Game[Any]) -> list[type[msgspec.Struct]]:
    """Whatever of a game can come from elsewhere, and what is read off its table."""
    return [*game.commands, *game.events, *game.items, game.table, game.options, game.view_type, Line]


def printed_types(game: Game[Any]) -> list[type[msgspec.Struct]]:
    return list({type(board) for board in game.editions.values()})


def gaps_in_declarations(game: Game[Any]) -> list[str]:
    """Everything that is missing, each as a sentence."""
    types = [*stored_types(game), *printed_types(game)]
    return [*gaps_in_bounds(types), *gaps_in_references(game), *gaps_in_descriptions(types)]


def gaps_in_bounds(types: Iterable[type[msgspec.Struct]]) -> Iterator[str]:
    for struct in structs_in(types):
        for field in struct.fields:
            if any(is_unbounded(part) for part in parts_before_structs(field.type)):
                yield f"{struct.cls.__name__}.{field.name} has no bounds"


def is_unbounded(info: inspect.Type) -> bool:
    if isinstance(info, inspect.IntType | inspect.FloatType):
        return info.ge is None or info.le is None
    if isinstance(info, inspect.StrType | inspect.CollectionType | inspect.DictType):
        return info.max_length is None
    return isinstance(info, inspect.AnyType)


def gaps_in_references(game: Game[Any]) -> Iterator[str]:
    """References to what no table of the game has; the edition is known without it."""
    for kind in sorted({*kinds_of(stored_types(game))} - {*game.names, "edition"}):
        yield f"no table has anything called {kind}"


def gaps_in_descriptions(types: Iterable[type[msgspec.Struct]]) -> Iterator[str]:
    """As openapi.yaml would show it: the schema of a struct, and each of its properties."""
    types = list(types)
    tags = {struct.tag_field for struct in structs_in(types)}  # its value is the name
    _, schemas = msgspec.json.schema_components(types)
    for name, schema in schemas.items():
        if not schema.get("description"):
            yield f"{name} has no description"
        for field, inner in schema.get("properties", {}).items():
            if not inner.get("description") and field not in tags:
                yield f"{name}.{field} has no description"


def structs_in(types: Iterable[type[msgspec.Struct]]) -> Iterator[inspect.StructType]:
    return (info for info in declared_in(types) if isinstance(info, inspect.StructType))


def parts_before_structs(info: inspect.Type) -> Iterator[inspect.Type]:
    """A field's own type down to the structs in it, which are looked at by themselves."""
    left = [info]
    while left:
        part = left.pop()
        if not isinstance(part, inspect.StructType):
            yield part
            left += parts_of(part)

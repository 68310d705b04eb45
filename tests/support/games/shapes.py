"""The corpus of shapes: one example of everything ever stored, kept to be read for ever.

    PYTHONPATH=.:tests python tests/support/games/shapes.py  # adds what is missing; never changes a line

Each line of games/shapes/<game>.ndjson has the kind and type of a thing, its shape and an example. When a
type changes, its new shape is added beside the old one, and the old example must still be read: by defaults,
or by an upcaster of events/upcasting.py.
"""

from __future__ import annotations

import json
from functools import singledispatch
from pathlib import Path
from typing import Union, get_args

import msgspec
from msgspec import inspect

from events.codec import encode
from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Command, Event, Item
from games.match.agenda import MatchItem
from games.match.commands import COMMANDS
from games.match.events import EVENTS
from games.match.state import Match

HERE = Path(__file__).parents[2] / "games" / "shapes"
MATCH = "match"


def list_stored_types(name):
    """Everything of a game, or of the match around all games, that is stored in a book or a snapshot."""
    if name == MATCH:
        return with_parts([*COMMANDS, *EVENTS, *get_args(MatchItem), Match])
    game = GAMES[name]
    return with_parts([*game.commands, *game.events, *game.items, game.table])


def with_parts(kinds):
    """Also what is stored only inside others, under a tag of its own."""
    found = list(kinds)
    for kind in found:  # grows during the loop
        found += [part.cls for part in tagged_in(inspect.type_info(kind), top=True) if part.cls not in found]
    return list(dict.fromkeys(found))


def tagged_in(info, *, top=False):
    """The tagged structs right below, however deep in lists, unions and plain structs."""
    if is_tagged(info) and not top:
        yield info
        return
    for inner in inside(info):
        yield from tagged_in(inner)


def inside(info):
    """What a type is made of."""
    names = ("type", "item_type", "key_type", "value_type")
    parts = [getattr(info, name) for name in names if hasattr(info, name)]
    parts += [*getattr(info, "types", ()), *getattr(info, "item_types", ())]
    return parts + [field.type for field in info.fields] if isinstance(info, inspect.StructType) else parts


def is_tagged(info):
    return isinstance(info, inspect.StructType) and info.tag is not None


def key(kind):
    """("event", "slate_sold")"""
    for base, name in ((Command, "command"), (Event, "event"), (Item, "item")):
        if issubclass(kind, base):
            return name, kind.__struct_config__.tag
    tag = kind.__struct_config__.tag
    return ("part", tag) if tag else ("table", kind.__name__)


@singledispatch
def shape(info):
    """What decides which JSON can be read: names, types, what may be left out; no prose."""
    return type(info).__name__.removesuffix("Type").lower()


@shape.register
def _(info: inspect.StructType):
    fields = {field.encode_name: _field(field) for field in info.fields}
    return {info.tag_field: info.tag, **fields} if info.tag else fields


@shape.register
def _(info: inspect.Metadata):
    """Bounds and descriptions are no shape: what was ever stored lies within them."""
    return _inner(info.type)


@shape.register
def _(info: inspect.UnionType):
    return sorted((_inner(part) for part in info.types), key=str)


@shape.register
def _(info: inspect.LiteralType):
    return {"one of": sorted(info.values, key=str)}


@shape.register
def _(info: inspect.DictType):
    return {"each": _inner(info.value_type), "by": _inner(info.key_type)}


@shape.register
def _(info: inspect.TupleType):
    return {"of": [_inner(part) for part in info.item_types]}


@shape.register(inspect.ListType)
@shape.register(inspect.VarTupleType)
def _(info):
    return {"list of": _inner(info.item_type)}


def _inner(info):
    """What has a tag is described by itself."""
    return f"<{info.tag}>" if is_tagged(info) else shape(info)


def _field(field):
    inner = _inner(field.type)
    return inner if field.required else {"unless left out": inner}


@singledispatch
def example(info):
    """JSON with every field in it."""
    return PLAIN[type(info)]


PLAIN = {inspect.BoolType: True, inspect.StrType: "word", inspect.AnyType: None}


@example.register
def _(info: inspect.Metadata):
    return example(info.type)


@example.register
def _(info: inspect.IntType):
    return max(1, info.ge or 0)


@example.register
def _(info: inspect.StructType):
    fields = {field.encode_name: example(field.type) for field in info.fields}
    return {info.tag_field: info.tag, **fields} if info.tag else fields


@example.register
def _(info: inspect.UnionType):
    """Not null, and not nested without end where it could be."""
    parts = [part for part in info.types if not isinstance(part, inspect.NoneType)]
    return example(min(parts, key=lambda part: len(list(tagged_in(part, top=True)))))


@example.register
def _(info: inspect.LiteralType):
    return min(info.values, key=str)


@example.register
def _(info: inspect.DictType):
    return {str(example(info.key_type)): example(info.value_type)}


@example.register
def _(info: inspect.TupleType):
    return [example(part) for part in info.item_types]


@example.register(inspect.ListType)
@example.register(inspect.VarTupleType)
def _(info):
    return [example(info.item_type)]


def describe_type(kind):
    info = inspect.type_info(kind)
    name, tag = key(kind)
    return {"kind": name, "type": tag, "shape": shape(info), "example": example(info)}


def read_back(name, line):
    """As the scene reads what is stored; raises if that is no longer possible."""
    kinds = [kind for kind in list_stored_types(name) if key(kind)[0] == line["kind"]]
    if line["kind"] == "part":  # several families, each with its own word for the type
        kinds = [kind for kind in kinds if key(kind)[1] == line["type"]]
    wanted = kinds[0] if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007  made of a tuple
    return msgspec.json.decode(lift_shapes(encode(line["example"]), name), type=wanted)


def path(name):
    return HERE / f"{name}.ndjson"


def read_shapes(name):
    lines = path(name).read_text("utf-8").splitlines() if path(name).exists() else []
    return [json.loads(line) for line in lines]


def list_missing_shapes(name):
    """What is stored today and has no example yet."""
    known = [(line["kind"], line["type"], line["shape"]) for line in read_shapes(name)]
    today = [json.loads(encode(describe_type(kind))) for kind in list_stored_types(name)]
    return [line for line in today if (line["kind"], line["type"], line["shape"]) not in known]


def add(name):
    lines = list_missing_shapes(name)
    with path(name).open("ab") as file:
        file.writelines(encode(line) + b"\n" for line in lines)
    return len(lines)


def main():
    HERE.mkdir(exist_ok=True)
    for name in (MATCH, *GAMES):
        print(f"{name}: {add(name)} shapes added, {len(read_shapes(name))} kept")  # noqa: T201  for the person who adds them


if __name__ == "__main__":
    main()

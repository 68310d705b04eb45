"""What a datum of a board is called: the names on the way to it.

    /valleys/list/ogwen/mines/ogwen-1/value

In a list, things that have an id, a number or a die go by it; anything else by its place, counted from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.kernel.pointers import escape_pointer

Trail = tuple[str, ...]
IDENTITIES: Final = ("id", "die", "number")


def write_path(path: Sequence[str]) -> str:
    return "".join(f"/{escape_pointer(step)}" for step in path)


def identity_in(things: Sequence[Any]) -> str | None:
    """The field by which each of them is known; None: by their places."""
    for field in IDENTITIES:
        if things and all(isinstance(thing, Mapping) and field in thing for thing in things):
            known = [str(thing[field]) for thing in things]
            return field if len(set(known)) == len(known) else None
    return None


def steps_of(things: Sequence[Any]) -> list[str]:
    """What each thing of a list is called."""
    field = identity_in(things)
    if field is None:
        return [str(place) for place in range(1, len(things) + 1)]
    return [str(thing[field]) for thing in things]


def children_of(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((str(name), part) for name, part in value.items())
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from zip(steps_of(value), value, strict=True)


def data_in(value: Any, path: Trail = ()) -> Iterator[tuple[Trail, Any]]:
    """Every datum with its path; a list or mapping without anything in it is one as well."""
    inside = list(children_of(value))
    if not inside:
        yield path, value
    for step, part in inside:
        yield from data_in(part, (*path, step))


def find_datum(value: Any, path: Sequence[str]) -> Any:
    """Raises LookupError if nothing has this path."""
    for step in path:
        value = dict(children_of(value))[step]
    return value


def name_pointer(document: Any, pointer: str) -> Trail:
    """A JSON Pointer, which counts from 0, as a trail; it ends where the document does not go on."""
    path: list[str] = []
    here = document
    for step in pointer.split("/")[1:]:
        inside = list(children_of(here))
        in_list = isinstance(here, Sequence) and not isinstance(here, str) and step.isdigit()
        found = inside[int(step)] if in_list and int(step) < len(inside) else (step, dict(inside).get(step))
        path.append(found[0])
        here = found[1]
    return tuple(path)

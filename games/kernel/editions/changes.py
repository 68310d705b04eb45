"""An edition as a difference to another.

Where both have a mapping, what differs is merged; null takes something away. A list is replaced as a whole,
or changed thing by thing where the difference has a mapping in its place:

    valleys: {list: {ogwen: {mines: {ogwen-1: {value: 5}}}}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.kernel.editions.paths import Trail, children_of, data_in, identity_in, steps_of

ABSENT = "absent"


class Unfitting(ValueError):  # noqa: N818  it says what the change is
    """The edition it is based on has nothing there that could be changed so."""

    def __init__(self, path: Trail, said: str) -> None:
        super().__init__(said)
        self.path = path
        self.said = said


class Difference(NamedTuple):
    """A datum in which two editions differ; None stands for one that is not there."""

    path: Trail
    here: Any
    there: Any


def apply_changes(base: Any, changes: Any, path: Trail = ()) -> Any:
    if isinstance(changes, Mapping) and isinstance(base, Mapping):
        return merge_mapping(base, changes, path)
    if isinstance(changes, Mapping) and isinstance(base, Sequence) and not isinstance(base, str):
        return merge_list(base, changes, path)
    return changes


def merge_mapping(base: Mapping[str, Any], changes: Mapping[str, Any], path: Trail) -> dict[str, Any]:
    merged = dict(base)
    for name, change in changes.items():
        if change is None:
            merged.pop(name, None)
        else:
            merged[name] = apply_changes(base.get(name), change, (*path, name))
    return merged


def merge_list(base: Sequence[Any], changes: Mapping[str, Any], path: Trail) -> list[Any]:
    """What is new comes last; whoever wants it elsewhere writes the whole list."""
    merged = dict(zip(steps_of(base), base, strict=True))
    field = identity_in(base)
    for step, change in changes.items():
        here = (*path, step)
        if step not in merged and not is_new_thing(change, field, step, len(merged)):
            raise Unfitting(here, f"there is no {step!r} in it, and this is no whole new one")
        if change is None:
            del merged[step]
        else:
            merged[step] = apply_changes(merged.get(step), change, here)
    return list(merged.values())


def is_new_thing(change: Any, field: str | None, step: str, known: int) -> bool:
    if field is None:
        return change is not None and step == str(known + 1)
    return isinstance(change, Mapping) and str(change.get(field)) == step


def differences(here: Any, there: Any) -> Iterator[Difference]:
    """In the order of the first, then what only the second has; order counts where things have names."""
    ours, theirs = dict(data_in(here)), dict(data_in(there))
    for path in [*ours, *(path for path in theirs if path not in ours)]:
        if path not in ours or path not in theirs or ours[path] != theirs[path]:
            yield Difference(path, ours.get(path), theirs.get(path))
    yield from other_orders(here, there, ())


def other_orders(here: Any, there: Any, path: Trail) -> Iterator[Difference]:
    """Lists of the same things in another order."""
    ours, theirs = dict(children_of(here)), dict(children_of(there))
    is_list = isinstance(here, Sequence) and isinstance(there, Sequence)
    if is_list and list(ours) != list(theirs) and sorted(ours) == sorted(theirs):
        yield Difference(path, " ".join(ours), " ".join(theirs))
    for step in ours.keys() & theirs.keys():
        yield from other_orders(ours[step], theirs[step], (*path, step))

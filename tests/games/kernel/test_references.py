"""Every place where a type names something is found, with a JSON Pointer to it."""

from typing import Annotated

import msgspec
from msgspec import Meta

from games.kernel.quantities import Seat, names, one_per
from games.kernel.references import Reference, references

Space = Annotated[str, Meta(max_length=9), names("space")]


class Ship(msgspec.Struct, tag="ship"):
    owner: Seat
    at: Space | None = None


class Caravan(msgspec.Struct, tag="caravan"):
    """It may hold others."""

    parts: list["Ship | Caravan"]


class Map(msgspec.Struct):
    title: str = ""
    spaces: dict[Space, list[Seat]] = {}
    route: tuple[Space, int, Seat] = ("a", 1, 0)
    taken: Annotated[list[bool], one_per("seat", 4)] = []
    things: tuple[Ship | Caravan, ...] = ()


def found(thing):
    return {(it.kind, it.value, it.pointer) for it in references(thing) if not it.per}


def test_keys_values_lists_and_tuples():
    assert found(Map(spaces={"b": [2, 3]})) == {
        ("space", "b", "/spaces/b"),
        ("seat", 2, "/spaces/b/0"),
        ("seat", 3, "/spaces/b/1"),
        ("space", "a", "/route/0"),
        ("seat", 0, "/route/2"),
    }


def test_a_union_is_gone_into_by_what_is_there():
    thing = Map(things=(Ship(1), Caravan([Ship(2, "c")])))

    assert found(thing) - found(Map()) == {
        ("seat", 1, "/things/0/owner"),
        ("seat", 2, "/things/1/parts/0/owner"),
        ("space", "c", "/things/1/parts/0/at"),
    }


def test_a_list_with_one_place_for_each_tells_its_length():
    assert Reference("seat", 2, "/taken", per=True) in references(Map(taken=[True, False]))


def test_a_struct_that_names_nothing_has_none():
    class Plain(msgspec.Struct):
        count: int

    assert references(Plain(3)) == []


def test_a_pointer_is_escaped():
    assert ("space", "a/b~c", "/spaces/a~1b~0c") in found(Map(spaces={"a/b~c": []}))

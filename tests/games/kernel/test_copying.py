"""Copies of tables: equal, and with nothing in common that could change."""

from typing import Any

import msgspec
import pytest

from games.catalogue import GAMES
from games.kernel import Table
from games.kernel.copying import clone
from support.games.toy import Take, ToyTable
from support.games.walk import walk


def changing_parts(thing):
    """The ids of all that could be changed in it; what is frozen holds nothing of the kind."""
    if isinstance(thing, msgspec.Struct) and not thing.__struct_config__.frozen:
        inner = [getattr(thing, field) for field in thing.__struct_fields__]
    elif isinstance(thing, list | dict):
        inner = [*thing.values()] if isinstance(thing, dict) else thing
    else:
        return set()
    return {id(thing)}.union(*map(changing_parts, inner))


def test_changing_a_copy_leaves_its_original():
    here = ToyTable(edition="first", stones=5, taken=[0, 0], agenda=(Take(0),))
    copy = clone(here)
    copy.taken[0] = 9
    copy.agenda = ()
    assert here == ToyTable(edition="first", stones=5, taken=[0, 0], agenda=(Take(0),))


@pytest.mark.parametrize("name", GAMES)
def test_a_table_and_its_copy_are_equal_and_share_nothing_that_changes(name):
    for position in walk(name, seats=3, seed=5):
        if position.number % 20 == 0:
            copy = clone(position.live)
            assert copy == position.live
            assert len(changing_parts(copy)) == len(changing_parts(position.live)) > 3
            assert not changing_parts(copy) & changing_parts(position.live)


class Bag(Table):
    """Holds what nobody has said how to copy."""

    pieces: Any = None


class Lot(Table):
    """Holds a list where there may be none."""

    pieces: list[int] | None = None


class Pairs(Table):
    """Holds lists within a tuple."""

    pieces: tuple[list[int], ...] = ()


@pytest.mark.parametrize("kind", [Bag, Lot, Pairs])
def test_a_field_that_would_be_shared_by_mistake_is_refused(kind):
    with pytest.raises(TypeError, match="nobody has said how to copy"):
        clone(kind(edition="first"))

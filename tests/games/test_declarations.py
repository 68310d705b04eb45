"""Every value of every type says how large it can be, what it names, and what it means."""

from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta

from games.catalogue import GAMES
from games.kernel.declarations import (
    gaps_in_bounds,
    gaps_in_declarations,
    gaps_in_descriptions,
    gaps_in_references,
)
from support.games.toy import toy_game

DECLARED = ("schiefer", "ruhrschifffahrt", "schichtwechsel")  # games whose types say it all


@pytest.mark.parametrize("name", DECLARED)
def test_the_types_of_a_game_leave_nothing_unsaid(name):
    assert gaps_in_declarations(GAMES[name]) == []


@pytest.mark.parametrize("kind", [int, float, str, list[bool], tuple[bool, ...], dict[str, bool], Any])
def test_a_value_without_bounds_is_found_wherever_it_lies(kind):
    class Inner(msgspec.Struct):
        value: kind

    class Outer(msgspec.Struct):
        inner: Annotated[dict[Annotated[str, Meta(max_length=3)], Inner | None], Meta(max_length=9)]

    assert list(gaps_in_bounds([Outer])) == ["Inner.value has no bounds"]


def test_a_half_bounded_number_is_unbounded():
    class Counted(msgspec.Struct):
        count: Annotated[int, Meta(ge=0)]

    assert list(gaps_in_bounds([Counted])) == ["Counted.count has no bounds"]


def test_a_field_and_a_type_without_a_description_are_found():
    class Bare(msgspec.Struct, tag="bare"):
        count: bool
        told: Annotated[bool, Meta(description="What it is.")]

    assert list(gaps_in_descriptions([Bare])) == ["Bare has no description", "Bare.count has no description"]


def test_a_reference_to_what_no_table_has_is_found():
    assert list(gaps_in_references(toy_game(names={}))) == ["no table has anything called seat"]

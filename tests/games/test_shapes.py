"""Whatever was stored once can be read for ever."""

import json
from types import SimpleNamespace

import msgspec
import pytest

from events.entry import UnreadableEntry
from events.upcasting import UPCASTERS, Upcaster, lift_shapes
from service.matches import folding
from support.games import shapes

NAMES = [shapes.MATCH, *shapes.GAMES]
KEPT = [(name, line) for name in NAMES for line in shapes.read_shapes(name)]


@pytest.mark.parametrize(
    ("name", "line"),
    KEPT,
    ids=lambda part: part if isinstance(part, str) else f"{part['kind']}-{part['type']}",
)
def test_an_example_of_every_shape_is_read(name, line):
    shapes.read_back(name, line)


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_is_stored_has_an_example_of_its_shape_of_today(name):
    lacking = [f"{line['kind']} {line['type']}" for line in shapes.list_missing_shapes(name)]

    assert lacking == [], "write them with: PYTHONPATH=.:tests python tests/support/games/shapes.py"


def test_every_upcaster_is_needed_by_an_example():
    examples = [line["example"] for _, line in KEPT]

    for upcaster in UPCASTERS:
        assert any(upcaster.old(example) for example in examples if example.get("type") == upcaster.type)


def test_a_field_more_or_another_type_is_another_shape():
    class Sold(msgspec.Struct, tag="sold"):
        seat: int

    class SoldMore(msgspec.Struct, tag="sold"):
        seat: int
        coins: int = 0

    class SoldOtherwise(msgspec.Struct, tag="sold"):
        seat: str

    found = [
        json.dumps(shapes.shape(msgspec.inspect.type_info(kind))) for kind in (Sold, SoldMore, SoldOtherwise)
    ]
    assert len(set(found)) == 3


class TestUpcasting:
    """As if the sale of Schiefer had once told its coins as a list."""

    OLD = b'[{"coins":[1,1],"mine":"ogwen-1","seat":0,"type":"slate_sold"},{"agenda":[],"type":"asked"}]'
    NEW = b'[{"coins":2,"mine":"ogwen-1","seat":0,"type":"slate_sold"},{"agenda":[],"type":"asked"}]'
    COINS_COUNTED = Upcaster(
        "schiefer",
        "slate_sold",
        lambda old: isinstance(old["coins"], list),
        lambda old: old | {"coins": sum(old["coins"])},
    )

    def test_what_is_old_is_lifted_and_what_is_new_stays(self):
        assert lift_shapes(self.OLD, "schiefer", (self.COINS_COUNTED,)) == self.NEW
        assert lift_shapes(self.NEW, "schiefer", (self.COINS_COUNTED,)) == self.NEW

    def test_where_nothing_is_old_the_very_bytes_come_back(self):
        assert lift_shapes(self.OLD, "schiefer", ()) is self.OLD
        other = b'[{"type":"asked"}]'
        assert lift_shapes(other, "schiefer", (self.COINS_COUNTED,)) is other

    def test_another_game_may_use_the_same_name(self):
        assert lift_shapes(self.OLD, "schichtwechsel", (self.COINS_COUNTED,)) == self.OLD

    def test_shapes_are_lifted_one_after_the_other_and_inside_of_others(self):
        steps = (
            Upcaster("*", "pay", lambda old: "price" not in old, lambda old: old | {"price": 1}),
            Upcaster("*", "pay", lambda old: "seat" not in old, lambda old: old | {"seat": old["price"]}),
        )
        raw = b'[{"agenda":[{"type":"pay"}],"type":"asked"}]'

        assert (
            lift_shapes(raw, "any", steps)
            == b'[{"agenda":[{"price":1,"seat":1,"type":"pay"}],"type":"asked"}]'
        )

    def test_entries_are_read_through_it_and_keep_their_bytes_and_hashes(self, monkeypatch):
        entry = SimpleNamespace(version=1, events=msgspec.Raw(self.OLD))
        with pytest.raises(UnreadableEntry):
            folding.events_of(entry, "schiefer")

        upcasters = (self.COINS_COUNTED,)
        monkeypatch.setattr(folding, "lift_shapes", lambda raw, game: lift_shapes(raw, game, upcasters))

        assert folding.events_of(entry, "schiefer")[0].coins == 2
        assert bytes(entry.events) == self.OLD

"""Whatever a table names must be there."""

import msgspec
import pytest

from games.kernel import LawBroken
from games.kernel.laws import read_table
from support.games.schichtwechsel_given import (
    GAME,
    begun,
)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda table: table["supply"].update(coal=2**53 - 1), "/supply/..."),
        (lambda table: table.update(agenda=table["agenda"] * 20), "/agenda"),
        (lambda table: table["supply"].pop("blue"), "/supply"),
        (lambda table: table["players"][0]["wagons"].pop("u1"), "/players/0/wagons"),
        (lambda table: table["players"][1].update(tile="hewer_2"), "/players/1/tile"),
        (lambda table: table["players"][1].update(miner=15), "/players/1/miner"),
        (lambda table: table["sites"]["pit_vp2"].append(4), "/sites/pit_vp2/0"),
        (
            lambda table: table.update(
                laid={"loading_huge": [{"seat": 0, "white": 0, "own": 0, "coins": 1}]}
            ),
            None,
        ),
        (lambda table: table["arrivals"].update(river=[0]), "/arrivals/river"),
        (lambda table: table.update(round_cards=[1, 7]), "/round_cards/1"),
    ],
)
def test_whatever_a_table_names_must_be_there(change, pointer):
    forged = msgspec.to_builtins(begun(), str_keys=True)
    change(forged)

    with pytest.raises(LawBroken) as refusal:
        read_table(GAME, forged)
    assert refusal.value.breach.pointer == (pointer or "/laid/loading_huge")

"""How many legal sequences of commands there are from set positions: a slip in any rule changes a count."""

from pathlib import Path

import pytest
import yaml

from games.kernel import decide
from games.kernel.copying import clone
from games.schichtwechsel.agenda import FinalScoring, NextTurn, StowCubes, UseBarSpaces
from games.schichtwechsel.setup import OPENING, blank_table
from games.schichtwechsel.state import SchichtwechselOptions
from support.games.luck import Seeded
from support.games.schichtwechsel_given import BOARD, EDITION, GAME, Scene, asks, laid, player, table

COUNTS = yaml.safe_load(Path(__file__).with_name("perft.yaml").read_text("utf-8"))


def opening():
    return Scene(blank_table(4, EDITION, SchichtwechselOptions()), *OPENING, luck=Seeded(1)).game


def cubes():
    game = table(3, hand={"coal": 2, "spoil": 1, "blue": 0})
    player(game, 1, wagons={"u1": (1, 0), "u3": (0, 1), "u4": (1, 0)})
    return asks(game, StowCubes(1)).game


def bar():
    game = table(2)
    player(
        game, 0, bar=("bar2",), tile="train_driver", wagons={"u1": (1, 0), "u3": (0, 2)}, discs={"road": 1}
    )
    player(game, 1, bar=("bar1", "bar3"), tile="overman", wagons={"u5": (2, 0)})
    return asks(game, UseBarSpaces()).game


def turn_of_plenty():
    game = table(4, plant={"g1": 0, "g4": 1}, laid={"wagon_medium": [laid(3, white=2)]})
    player(
        game,
        0,
        white=3,
        coins=2,
        coal=4,
        spoil=5,
        miner=3,
        headframes=0,
        raised=2,
        discs={"road": 2, "rail": 4, "canal": 7},
        wagons={"u1": (1, 0), "u2": (0, 1), "u5": (2, 0)},
    )
    game.sites["working_speed"] = [0]
    return asks(game, NextTurn(0)).game


def last_scoring():
    game = table(3, at_round=5, marker=1, plant={"g1": 0, "g4": 2, "g5": 2})
    game.sites |= {"pit_miner": [0, 2], "pit_sale": [2, 0, 2], "working_speed": [0, 2, 2]}
    player(game, 0, own_space=True, miner=9)
    player(game, 2, own_space=True, coke=1, miner=5)
    return asks(game, FinalScoring(BOARD.final_scoring.order)).game


POSITIONS = {
    "opening": opening,
    "cubes": cubes,
    "bar": bar,
    "turn_of_plenty": turn_of_plenty,
    "last_scoring": last_scoring,
}


def sequences(game, depth):
    """Commands in a row, each legal after the one before; the luck is always the same."""
    if not game.agenda:
        return 0
    legal = GAME.rules.legal(game, game.agenda[0])
    if depth == 1:
        return len(legal)
    return sum(sequences(after(game, command), depth - 1) for command in legal)


def after(game, command):
    copy = clone(game)
    for event in decide(GAME.rules, game, game.agenda[0].seat, command, Seeded(0)):
        event.apply(copy)
    return copy


@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_sequences_is_what_it_was(name):
    game = POSITIONS[name]()
    assert [sequences(game, depth) for depth in (1, 2, 3)] == COUNTS[name]["sequences"]

"""How many sequences of commands are legal, counted to depth 3: a rule that moves shows up here first."""

from pathlib import Path

import pytest
import yaml

from games.kernel import Play
from games.kernel.copying import clone
from games.ruhrschifffahrt.agenda import BeginEvents, BeginVoyages, ChooseOption, Purchase, SetUpTable
from support.games.luck import Seeded
from support.games.ruhrschifffahrt_given import EDITION, GAME, Scene, player, table

COUNTS = yaml.safe_load(Path(__file__).with_name("perft.yaml").read_text("utf-8"))
ALL_TILES = [tile.id for tile in GAME.editions[EDITION].personal_tiles.list]


def opening():
    blank = GAME.blank(4, EDITION, GAME.options())
    return Scene(blank, SetUpTable(), luck=Seeded(0))


def departures():
    game = table(
        3,
        in_round=6,
        ships={"i_kettwig": [0], "c_steele": [1], "port": [2]},
        depots={"d02": 4, "d07": 3, "d08": 4, "d10": 5, "d13": 2, "d15": 4},
        track={"black": [3, 4], "white": [5]},
    )
    player(game, 0, tiles=["supply", "wages", "coal_hauler_1", "inn"], thalers=3)
    player(game, 1, tiles=["grafschaft_mark", "towing_1"], thalers=0)
    return Scene(game, *map(ChooseOption, range(3)), luck=Seeded(0))


def purchases():
    game = table(2, in_round=8, obstacles=["o14", "o09", "o01"])
    player(game, 0, tiles=[*ALL_TILES, "warehouse", "inn"], thalers=8, supply=3, debts=1)
    player(game, 1, tiles=["lock", "port"], thalers=6, supply=1)
    game.warehouses |= {"belgium": [0, 1], "c_werden": [1]}
    return Scene(game, Purchase(0), Purchase(1), luck=Seeded(0))


def removal():
    game = table(4, in_round=11)
    for it in game.players:
        it.timeline = [11]
    return Scene(game, BeginEvents(), luck=Seeded(0))


def voyages():
    game = table(
        3,
        in_round=4,
        ships={"d08": [0], "d12": [1], "d14": [2]},
        depots={"d08": 4, "d12": 4, "d14": 3, "d01": 4},
        track={"black": [1, 2, 3, 4], "white": []},
    )
    for it in game.players:
        it.option = "pilot"
    return Scene(game, BeginVoyages(), luck=Seeded(0))


POSITIONS = {position.__name__: position for position in (opening, departures, purchases, removal, voyages)}


def perft(game, depth):
    """Sequences of so many commands; a game that ends early ends its sequences."""
    if not game.agenda:
        return 0
    legal = GAME.rules.legal(game, game.agenda[0])
    if depth == 1:
        return len(legal)
    return sum(perft(after(game, command), depth - 1) for command in legal)


def after(game, command):
    play = Play(GAME.rules, clone(game), Seeded(0))
    play.answer(command)
    return play.game


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_sequences_are_legal_as_were_counted(name):
    game = POSITIONS[name]().game
    assert [perft(game, depth) for depth in (1, 2, 3)] == COUNTS[name]["counts"]


def test_every_count_is_explained():
    assert set(COUNTS) == set(POSITIONS)
    assert all(count["why"] for count in COUNTS.values())

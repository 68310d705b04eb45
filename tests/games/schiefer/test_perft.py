"""How many ways there are to go on: any change of what is offered changes one of these counts."""

from pathlib import Path

import msgspec
import pytest
import yaml

from games.kernel import Chance, Play
from games.kernel.copying import clone
from games.schiefer.agenda import SchieferItem
from games.schiefer.game import SCHIEFER
from support.games.schiefer_given import given, player, run

POSITIONS = yaml.safe_load(Path(__file__).with_name("perft.yaml").read_text("utf-8"))


class Ones(Chance):
    """Every die that is rolled on the way shows a one."""

    def next_below(self, bound):  # noqa: ARG002  however many faces it has
        return 0


def position(at):
    """The table out of its YAML: see schiefer_given.given."""
    start = given(
        *msgspec.convert(at["agenda"], list[SchieferItem]),
        players=[player(**person) for person in at["players"]],
        **{key: value for key, value in at.items() if key not in ("agenda", "players")},
    )
    return run(msgspec.convert(msgspec.to_builtins(start), type(start))).game  # YAML has lists for tuples


def ways(game, depth):
    if depth == 0 or not game.agenda:
        return 1
    options = SCHIEFER.rules.legal(game, game.agenda[0])
    return len(options) if depth == 1 else sum(ways(after(game, option), depth - 1) for option in options)


def after(game, option):
    play = Play(SCHIEFER.rules, clone(game), Ones())
    play.answer(option)
    return play.game


@pytest.mark.parametrize("name", POSITIONS)
def test_the_ways_to_go_on_are_as_many_as_counted(name):
    game = position(POSITIONS[name]["at"])
    assert [ways(game, depth) for depth in (1, 2, 3)] == POSITIONS[name]["ways"]

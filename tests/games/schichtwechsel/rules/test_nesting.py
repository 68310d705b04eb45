"""A card, a barrier, a miner, a copied card, a barrier …: nesting is a longer agenda and nothing else."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from games.schichtwechsel.agenda import Perform, PlaceHeadframe, TakeTurn
from games.schichtwechsel.commands import (
    Accept,
    AdvanceDisc,
    Choose,
    CopyCard,
    MoveHeadframe,
    MoveMiner,
    PlaceHouse,
    TakeHouse,
    TradeSpoil,
    UseCard,
)
from games.schichtwechsel.effects import GainTool, Points
from games.schichtwechsel.events import CoalGained, DiscAdvanced, HousePlaced, PointsScored, ToolsGained
from games.schichtwechsel.state import HEADFRAME_AREA
from support.games.schichtwechsel_given import kinds, player, table, turn

ROOT = Path(__file__).parents[4]
TURN = ["CloseTurn", "NextTurn"]
CARD = ["PlaceHeadframe", *TURN]  # the second headframe of the card played
SPACE = ["Perform", *CARD]  # the two points of the bonus space
LAMP = ["Perform", *SPACE]  # the tool of the lamp room
ROUTE = ["AdvanceDiscs", *LAMP]  # the steps left of the card copied there


def deep():
    """Every disc stands before a barrier, the miner two spaces before the lamp room."""
    game = table(4)
    player(
        game,
        discs={"road": 1, "rail": 1, "canal": 1},
        miner=2,
        coins=1,
        spoil=3,
        headframes=0,
        raised=2,
    )
    game.sites["working_speed"] = [0]
    return game


# Each answer, and what the game then waits for, next item first.
NEST = [
    (UseCard("headframe_both", "special"), ["PlaceHeadframe", *CARD]),
    # a canal step for the headframe crosses a barrier
    (MoveHeadframe(HEADFRAME_AREA, "big_canal"), ["PickBenefit", *SPACE]),
    (Choose("miner"), ["WalkOn", *SPACE]),
    # the lamp room: which card? its tool waits
    (MoveMiner(4), ["PickCopy", *LAMP]),
    (CopyCard("route_big", "large"), ["AdvanceDiscs", *LAMP]),
    # the road crosses a barrier; two steps of the copied card wait
    (AdvanceDisc("road"), ["PickBenefit", *ROUTE]),
    (Choose("miner"), ["WalkOn", *ROUTE]),
    # manwinding: which small card?
    (MoveMiner(5), ["PickCopy", *ROUTE]),
    (CopyCard("route_small", "small"), ["PickBenefit", *ROUTE]),
    # the road again, over the house barrier: which house, and where?
    (Choose("road_step"), ["PickHouse", *ROUTE]),
    (TakeHouse("bar3"), ["PickSite", *ROUTE]),
    # the innermost card is done; the outer one goes on: the canal, over its house barrier
    (PlaceHouse("pit_sale"), ROUTE),
    (AdvanceDisc("canal"), ["PickHouse", *ROUTE]),
    (TakeHouse("bar5"), ["PickSite", *ROUTE]),
    # the last step, the tool and the points need no question; then the second headframe
    (PlaceHouse("pit_vp2"), CARD),
    (MoveHeadframe(HEADFRAME_AREA, "small_point"), TURN),
    # a trade after the action, a barrier, the miner, and coal that may be taken
    (TradeSpoil(3), ["PickBenefit", "NextTurn"]),
    (Choose("rail_step"), ["PickBenefit", "NextTurn"]),
    (Choose("miner"), ["WalkOn", "NextTurn"]),
    (MoveMiner(7), ["TakeOrLeave", "NextTurn"]),
    (Accept(), ["TakeTurn", "NextTurn"]),
]


@pytest.mark.rule("SW-R53", "SW-R5", "SW-105", "SW-114", "SW-R34")
def test_twelve_questions_deep_every_level_goes_on_where_it_was_interrupted():
    scene = turn(deep())
    for command, agenda in NEST:
        scene.answer(command)
        assert scene.asked == agenda, f"after {command}"
    assert scene.question == TakeTurn(1)


@pytest.mark.rule("SW-R53")
def test_what_waits_in_the_nest_is_data():
    scene = turn(deep())
    scene.answer(*(command for command, _ in NEST[:11]))
    assert scene.game.agenda[2:5] == (
        Perform(0, (GainTool(1),)),
        Perform(0, (Points(2),)),
        PlaceHeadframe(0, "small", second=True),
    )


@pytest.mark.rule("SW-R53")
def test_the_interrupted_effects_follow_from_the_inside_to_the_outside():
    scene = turn(deep())
    scene.answer(*(command for command, _ in NEST[:14]))
    (last, _) = NEST[14]
    assert scene.answer(last) == [
        HousePlaced(0, "bar5", "pit_vp2"),
        DiscAdvanced(0, "road", 4),
        ToolsGained(0, 1),
        PointsScored(0, 2, "played"),
    ]
    rest = scene.answer(*(command for command, _ in NEST[15:]))
    assert kinds(rest)[0] == "HeadframeMoved"
    assert rest[-1] == CoalGained(0, 1)


ANOTHER_PROCESS = """
import sys, msgspec
from games.catalogue import GAMES
from games.kernel import decide
from support.games.luck import Rigged

game = GAMES["schichtwechsel"]
kind = tuple[game.table, list[game.command_type]]
saved, commands = msgspec.json.decode(sys.stdin.buffer.read(), type=kind)
for command in commands:
    for event in decide(game.rules, saved, saved.agenda[0].seat, command, Rigged()):
        event.apply(saved)
sys.stdout.buffer.write(msgspec.json.encode(saved, order="sorted"))
"""


@pytest.mark.parametrize("depth", [4, 9, 11])
def test_another_process_goes_on_in_the_middle_of_the_nest(depth):
    scene = turn(deep())
    commands = [command for command, _ in NEST]
    scene.answer(*commands[:depth])
    saved = msgspec.json.encode((scene.game, commands[depth:]))
    elsewhere = subprocess.run(
        [sys.executable, "-c", ANOTHER_PROCESS],
        input=saved,
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
    ).stdout
    scene.answer(*commands[depth:])
    assert elsewhere == msgspec.json.encode(scene.game, order="sorted")

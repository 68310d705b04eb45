"""Preparation, step I: cubes out of the bag."""

import pytest

from games.schichtwechsel.agenda import DrawCubes, MineCoal, ShareOutCubes, StowCubes
from games.schichtwechsel.commands import GiveCubes, PlaceCube
from games.schichtwechsel.events import (
    BagFilled,
    BlueCubeReturned,
    CubeDropped,
    CubePlaced,
    CubesDrawn,
    CubesGiven,
    ToolsGained,
    WaterRose,
)
from support.games.luck import Rigged, Seeded
from support.games.schichtwechsel_given import LOCK, asks, kinds, player, table

FULL = {"u1": (1, 0), "u2": (0, 1), "u3": (2, 0), "u4": (0, 2), "u5": (2, 0)}


@pytest.mark.rule("SW-44", "SW-45", "SW-R46")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bag_is_filled_and_a_triple_of_cubes_is_drawn(seats):
    game = table(seats, bag={"coal": 8, "spoil": 2, "blue": 0})
    scene = asks(game, MineCoal(), luck=Rigged(0, 0, 9 + 2 * seats - 2))
    # 8 + seats coal lie before the spoil: two draws from the front, one from the end
    assert scene.facts[:2] == [BagFilled(seats, seats), CubesDrawn(("coal", "coal", "spoil"))]
    assert sum(game.bag.values()) == 10 + 2 * seats - 3


@pytest.mark.rule("SW-45", "SW-137", "SW-165")
def test_the_first_player_sees_the_cubes_and_gives_them_to_anybody_who_has_none():
    game = table(3, starter=1, bag={"coal": 9, "spoil": 0, "blue": 0})
    game.supply["spoil"] = 0
    scene = asks(game, MineCoal(), luck=Seeded(0))
    assert scene.question.seat == 1
    assert scene.question.cubes == ("coal", "coal", "coal")
    assert scene.legal == [GiveCubes(1), GiveCubes(2), GiveCubes(0)], "also to oneself"
    given = scene.answer(GiveCubes(2))
    assert given == [CubesGiven(2, ("coal", "coal", "coal"))]
    assert type(scene.question) is StowCubes
    assert scene.question.seat == 2, "the receiver places them"
    while type(scene.question) is StowCubes:
        scene.answer(scene.legal[0])
    assert type(scene.question) is ShareOutCubes
    assert scene.question.seat == 1, "and the first player draws again"
    assert scene.legal == [GiveCubes(1), GiveCubes(0)]


@pytest.mark.rule("SW-45")
def test_the_last_triple_needs_no_choice():
    game = table(2, bag={"coal": 0, "spoil": 3, "blue": 0})
    scene = asks(game, DrawCubes((1,)), luck=Seeded(0))
    assert scene.facts == [CubesDrawn(("spoil",) * 3), CubesGiven(1, ("spoil",) * 3)]
    assert scene.question.seat == 1


@pytest.mark.rule("SW-46", "SW-R51")
def test_cubes_are_placed_one_by_one_in_any_order():
    game = table(hand={"coal": 1, "spoil": 2, "blue": 0})
    player(game, wagons={"u1": (1, 0), "u2": (1, 0), "u4": (2, 0), "u5": (2, 0)})  # u3 is all there is
    scene = asks(game, StowCubes(0))
    assert scene.legal == [PlaceCube("coal", "u3"), PlaceCube("spoil", "u3")]
    placed = scene.answer(PlaceCube("coal", "u3"))
    # the coal bars both spoil cubes from the wagon
    assert placed == [CubePlaced(0, "coal", "u3"), *[CubeDropped(0, "spoil"), ToolsGained(0, 1)] * 2]


@pytest.mark.rule("SW-46")
def test_the_receiver_may_keep_the_wagon_for_the_other_kind():
    game = table(hand={"coal": 1, "spoil": 2, "blue": 0})
    player(game, wagons={"u1": (1, 0), "u2": (1, 0), "u4": (2, 0), "u5": (2, 0)})
    scene = asks(game, StowCubes(0))
    placed = scene.answer(PlaceCube("spoil", "u3"))
    # only the second spoil fits there now, so it is placed, and the coal is dropped
    assert placed == [
        CubePlaced(0, "spoil", "u3"),
        CubePlaced(0, "spoil", "u3"),
        CubeDropped(0, "coal"),
        ToolsGained(0, 1),
    ]


@pytest.mark.rule("SW-47", "SW-48", "SW-R2", "SW-R51")
def test_a_blue_cube_raises_the_water_and_waits_until_all_have_drawn():
    game = table(2, bag={"coal": 5, "spoil": 0, "blue": 1})
    game.supply["blue"] = 0
    scene = asks(game, DrawCubes((0, 1)), luck=Rigged(0, 0, 3, 0, 0))  # two coal, then the last one: blue
    assert scene.question.cubes == ("coal", "coal", "blue")
    given = scene.answer(GiveCubes(1))
    assert given == [CubesGiven(1, ("coal", "coal", "blue")), WaterRose(1, 4)]
    assert game.hand == {"coal": 2, "spoil": 0, "blue": 1}, "one of the three is used up"
    rest = scene.answer(PlaceCube("coal", "u1"), PlaceCube("coal", "u5"))
    assert kinds(rest) == ["CubePlaced", "CubePlaced", "CubesDrawn", "CubesGiven"]
    assert game.bag["blue"] == 0
    last = scene.answer(PlaceCube("coal", "u1"), PlaceCube("coal", "u2"), PlaceCube("coal", "u5"))
    assert last[-1] == BlueCubeReturned()
    assert (game.bag["blue"], game.hand["blue"]) == (1, 0)
    assert game.players[1].water == 4
    assert game.players[0].water == 3


@pytest.mark.rule("SW-49", "SW-R14", "SW-25")
def test_a_cube_without_a_place_goes_to_the_supply_and_costs_a_tool():
    game = table(card=LOCK, hand={"coal": 2, "spoil": 0, "blue": 0})
    player(game, wagons=FULL | {"u4": (0, 0), "u5": (1, 0)})  # u4 is empty but locked
    coal = game.supply["coal"]
    assert asks(game, StowCubes(0)).facts == [
        CubePlaced(0, "coal", "u5"),  # compulsory, as it is possible
        CubeDropped(0, "coal"),
        ToolsGained(0, 1),
    ]
    assert game.supply["coal"] == coal + 1


@pytest.mark.rule("SW-49")
def test_spoil_finds_no_place_on_the_coal_only_wagon():
    game = table(hand={"coal": 0, "spoil": 1, "blue": 0})
    player(game, wagons=FULL | {"u5": (0, 0)})
    assert asks(game, StowCubes(0)).facts == [CubeDropped(0, "spoil"), ToolsGained(0, 1)]


@pytest.mark.rule("SW-R47")
def test_a_short_supply_fills_the_bag_as_far_as_it_goes_and_the_last_triple_may_be_smaller():
    game = table(3, bag={"coal": 3, "spoil": 0, "blue": 0})
    game.supply |= {"coal": 1, "spoil": 0}
    scene = asks(game, MineCoal(), luck=Seeded(0))
    assert scene.facts[0] == BagFilled(1, 0)
    scene.answer(GiveCubes(0))
    while type(scene.question) is StowCubes:
        scene.answer(scene.legal[0])
    assert scene.question.cubes == ("coal",), "four cubes: three, and one"
    scene.answer(GiveCubes(2))
    scene.answer(scene.legal[0])
    assert scene.question is None, "seat 1 gets nothing"


@pytest.mark.rule("SW-45")
def test_every_cube_of_the_bag_is_as_likely_as_the_others():
    game = table(2, bag={"coal": 1, "spoil": 1, "blue": 1})
    for number, cube in enumerate(("coal", "spoil", "blue")):
        game.bag = {"coal": 1, "spoil": 1, "blue": 1}
        game.hand = {"coal": 0, "spoil": 0, "blue": 0}
        scene = asks(game, DrawCubes((0, 1)), luck=Rigged(number, 0))
        assert scene.question.cubes[0] == cube

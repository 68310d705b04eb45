"""Headframe cards and the bonus spaces."""

import pytest

from games.schichtwechsel import effects as fx
from games.schichtwechsel.agenda import PlaceHeadframe
from games.schichtwechsel.commands import (
    Choose,
    Decline,
    MoveHeadframe,
    MoveMiner,
    PlaceCoke,
    UseCard,
)
from games.schichtwechsel.events import (
    CoalGained,
    CokeGained,
    CokePlaced,
    DiscAdvanced,
    HeadframeMoved,
    MinerMoved,
    PointsScored,
    SpoilGained,
    ToolsDiscarded,
    WaterRose,
)
from games.schichtwechsel.state import HEADFRAME_AREA
from support.games.schichtwechsel_given import asks, performs, player, plays, table, turn

BIG = ["big_miner", "big_coke_wagon", "big_coking_space", "big_canal"]
SMALL = ["small_coal", "small_spoil", "small_tool", "small_point"]
BOTH_CARD, ONE_CARD = UseCard("headframe_both", "special"), UseCard("headframe_one", "special")


def raised(count=1, *, bonus=None, **changes):
    """Seat 0 has so many headframes in the headframe area, and others on bonus spaces."""
    game = table(bonus=bonus or {})
    out = count + list((bonus or {}).values()).count(0)
    player(game, headframes=2 - out, raised=count, white=2, coins=2, **changes)
    return game


def moves(game, area, *, second=False):
    scene = asks(game, PlaceHeadframe(0, area, second))
    return [(command.source, command.space) for command in scene.legal if isinstance(command, MoveHeadframe)]


@pytest.mark.rule("SW-125", "SW-167")
def test_headframe_cards_need_a_headframe_in_play():
    game = table()
    player(game, white=2, coins=1)
    scene = turn(game)
    assert scene.reasons[BOTH_CARD] == ("no_headframe_in_play", "SW-125")
    assert scene.reasons[ONE_CARD] == ("no_headframe_in_play", "SW-125")
    assert {BOTH_CARD, ONE_CARD} <= set(turn(raised()).legal)


@pytest.mark.rule("SW-130", "SW-R36")
@pytest.mark.parametrize(
    ("space", "gains"),
    [
        ("big_miner", [MinerMoved(0, 2, "tally_office")]),  # its point is lost
        ("big_coke_wagon", [CokeGained(0), WaterRose(0, 4)]),
        ("big_canal", [DiscAdvanced(0, "canal", 1), PointsScored(0, 2, "played")]),
    ],
)
def test_the_big_bonuses(space, gains):
    scene = asks(raised(), PlaceHeadframe(0, "any", second=False))
    assert scene.answer(MoveHeadframe(HEADFRAME_AREA, space))[1:] == gains


@pytest.mark.rule("SW-130", "SW-R57")
def test_the_big_bonus_of_coke_on_a_coking_space():
    scene = asks(raised(), PlaceHeadframe(0, "big", second=False))
    scene.answer(MoveHeadframe(HEADFRAME_AREA, "big_coking_space"))
    assert scene.answer(PlaceCoke("g5")) == [CokePlaced(0, "g5", 0), WaterRose(0, 4)]


@pytest.mark.rule("SW-131", "SW-R74")
@pytest.mark.parametrize(
    ("space", "gain"),
    [
        ("small_coal", CoalGained(0, 1)),
        ("small_spoil", SpoilGained(0, 1)),
        ("small_tool", ToolsDiscarded(0, 1)),
        ("small_point", PointsScored(0, 1, "played")),
    ],
)
def test_the_small_bonuses(space, gain):
    scene = asks(raised(), PlaceHeadframe(0, "any", second=False))
    assert scene.answer(MoveHeadframe(HEADFRAME_AREA, space)) == [
        HeadframeMoved(0, HEADFRAME_AREA, space),
        gain,
    ]


@pytest.mark.rule("SW-130", "SW-149", "SW-R66")
def test_the_miner_bonus_of_a_miner_at_the_exit():
    game = raised(miner=14)
    scene = asks(game, PlaceHeadframe(0, "big", second=False))
    gained = scene.answer(MoveHeadframe(HEADFRAME_AREA, "big_miner"))
    assert gained[1:] == [PointsScored(0, 2, "played"), ToolsDiscarded(0, 1)]


@pytest.mark.rule("SW-127")
def test_a_bonus_space_is_closed_to_all_others():
    game = raised(bonus={"big_canal": 1, "small_point": 2})
    assert moves(game, "any") == [
        (HEADFRAME_AREA, space) for space in BIG + SMALL if space not in ("big_canal", "small_point")
    ]


@pytest.mark.rule("SW-R36", "SW-R54")
def test_a_bonus_that_would_give_nothing_is_not_offered():
    game = raised(coke=6, coal=6, spoil=6, tools=0, own_space=True)
    game.plant = {"g1": 0, "g2": 0, "g3": 0}
    assert moves(game, "any") == [
        (HEADFRAME_AREA, "big_miner"),
        (HEADFRAME_AREA, "big_canal"),
        (HEADFRAME_AREA, "small_point"),
    ]
    player(game, coke=5, coal=5, spoil=5, tools=1, own_space=False)
    assert [space for _, space in moves(game, "any")] == BIG + SMALL, "one place or marker is enough"


@pytest.mark.rule("SW-126", "SW-129")
def test_the_one_headframe_card_moves_the_one_that_stands_in_the_area():
    game = raised(1, bonus={"small_coal": 0})
    found = moves(game, "any")
    assert [move for move in found if move[1] in SMALL] == [
        ("small_coal", space) for space in SMALL if space != "small_coal"
    ]
    # to the top row either the one in the headframe area or the one of the left column
    assert [move for move in found if move[1] == "big_canal"] == [
        (HEADFRAME_AREA, "big_canal"),
        ("small_coal", "big_canal"),
    ]


@pytest.mark.rule("SW-126", "SW-129")
def test_with_one_in_each_area_each_moves_within_its_own():
    game = raised(0, bonus={"small_coal": 0, "big_canal": 0})
    found = moves(game, "any")
    assert {source for source, space in found if space in BIG} == {"big_canal"}
    assert {source for source, space in found if space in SMALL} == {"small_coal"}


@pytest.mark.rule("SW-132", "SW-R33")
def test_a_headframe_that_moves_on_gains_again_but_never_on_the_same_space():
    game = raised(0, bonus={"small_point": 0})
    found = moves(game, "any")
    assert ("small_point", "small_point") not in found
    scene = asks(game, PlaceHeadframe(0, "any", second=False))
    scene.answer(MoveHeadframe("small_point", "small_coal"))
    assert game.bonus == {"small_coal": 0}
    assert ("small_coal", "small_point") in moves(game, "any")


@pytest.mark.rule("SW-132", "SW-91")
def test_headframe_cards_may_be_used_repeatedly():
    game = raised()
    scene = turn(game)
    scene.answer(ONE_CARD)
    while scene.question and scene.question.seat == 0:
        scene.answer(scene.legal[-1])
    player(game, white=2)
    assert ONE_CARD in turn(game).legal


@pytest.mark.rule("SW-128", "SW-R34")
def test_with_one_headframe_in_play_the_coin_card_gives_the_big_bonus_alone():
    scene = plays(raised(), "headframe_both")
    assert {command.space for command in scene.legal} == set(BIG)
    scene.answer(MoveHeadframe(HEADFRAME_AREA, "big_coke_wagon"))
    assert scene.question is None


@pytest.mark.rule("SW-128", "SW-R64")
def test_the_small_part_may_be_left_out_and_the_big_part_not():
    scene = plays(raised(2), "headframe_both")
    assert Decline() not in scene.legal
    scene.answer(MoveHeadframe(HEADFRAME_AREA, "big_coke_wagon"))
    assert Decline() in scene.legal
    scene.answer(Decline())
    assert scene.game.players[0].raised == 1


@pytest.mark.rule("SW-R34", "SW-R53")
def test_a_second_headframe_brought_into_play_by_the_big_bonus_serves_the_small_part():
    game = raised(1, discs={"canal": 1})
    scene = plays(game, "headframe_both")
    scene.answer(MoveHeadframe(HEADFRAME_AREA, "big_canal"), Choose("headframe"))
    assert (game.players[0].headframes, game.players[0].raised) == (0, 1)
    assert {command.space for command in scene.legal[:-1]} == set(SMALL)


@pytest.mark.rule("SW-R64")
def test_the_coin_card_moves_the_headframe_that_stands_in_the_area():
    game = raised(1, bonus={"big_miner": 0})
    assert moves(game, "big") == [("big_miner", space) for space in BIG if space != "big_miner"]
    assert moves(game, "small", second=True) == [(HEADFRAME_AREA, space) for space in SMALL]
    game = raised(1, bonus={"small_tool": 0})
    assert {source for source, _ in moves(game, "big")} == {HEADFRAME_AREA}, "the other serves the small part"
    assert {source for source, _ in moves(game, "small", second=True)} == {"small_tool"}
    game = raised(0, bonus={"small_tool": 0, "big_miner": 0})
    assert {source for source, _ in moves(game, "big")} == {"big_miner"}, "no swap"


@pytest.mark.rule("SW-R64")
def test_a_single_headframe_moves_to_the_big_space_wherever_it_stands():
    game = raised(0, bonus={"small_tool": 0})
    assert {source for source, _ in moves(game, "big")} == {"small_tool"}


@pytest.mark.rule("SW-R64", "SW-R54")
def test_without_a_free_big_space_the_coin_card_is_not_offered():
    game = raised(2, bonus=dict(zip(BIG, (1, 1, 2, 2), strict=True)))
    scene = turn(game)
    assert scene.reasons[BOTH_CARD] == ("changes_nothing", "SW-R54")
    assert ONE_CARD in scene.legal


@pytest.mark.rule("SW-169", "SW-R53")
def test_the_bonus_canal_step_crosses_barriers():
    game = raised(discs={"canal": 4})
    scene = plays(game, "headframe_one")
    scene.answer(MoveHeadframe(HEADFRAME_AREA, "big_canal"))
    assert [command.benefit for command in scene.legal[:2]] == ["miner", "headframe"]
    scene.answer(Choose("miner"))
    assert scene.facts[-2:] == [PointsScored(0, 1, "played"), PointsScored(0, 2, "played")]


@pytest.mark.rule("SW-130", "SW-111")
def test_the_miner_bonus_goes_with_speed():
    game = raised()
    game.sites["working_speed"] = [0]
    scene = asks(game, PlaceHeadframe(0, "big", second=False))
    scene.answer(MoveHeadframe(HEADFRAME_AREA, "big_miner"))
    assert scene.legal == [MoveMiner(2), MoveMiner(3)]


@pytest.mark.rule("SW-119")
def test_a_headframe_leaves_the_card_only_once():
    game = table()
    player(game, headframes=0, raised=2)
    assert performs(game, fx.RaiseHeadframe()).came_to_nothing

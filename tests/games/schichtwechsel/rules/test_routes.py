"""Discs, barriers and houses."""

import msgspec
import pytest

from games.schichtwechsel import effects as fx
from games.schichtwechsel.agenda import AdvanceDiscs, PickHouse, PickSite
from games.schichtwechsel.commands import (
    Accept,
    AdvanceDisc,
    Choose,
    Decline,
    PlaceHouse,
    TakeHouse,
    UseCard,
)
from games.schichtwechsel.events import (
    DiscAdvanced,
    HeadframeRaised,
    HousePlaced,
    MinerMoved,
    PointsScored,
    SpoilGained,
    TargetReached,
    ToolsDiscarded,
)
from support.games.schichtwechsel_given import BOARD, asks, performs, player, plays, table, turn


def steps(route, *, at, count=1, **changes):
    """Seat 0 goes so many steps on a route from a space."""
    game = table()
    player(game, discs={route: at}, **changes)
    return performs(game, fx.Advance((route,) * count))


BARRIERS = {
    "road": {
        2: "miner_or_headframe",
        3: "house",
        5: "tool",
        6: "miner_or_headframe",
        8: "house",
        9: "miner_or_headframe",
        11: "headframe_or_points",
    },
    "rail": {
        2: "miner_or_headframe",
        4: "house",
        5: "miner_or_headframe",
        7: "house",
        9: "miner_or_headframe",
        11: "miner_or_headframe",
    },
    "canal": {
        2: "miner_or_headframe",
        3: "house",
        5: "miner_or_headframe",
        7: "miner_or_headframe",
        8: "miner_or_headframe",
    },
}
EVERY_STEP = [(track.id, space) for track in BOARD.routes.list for space in range(1, track.spaces + 1)]
ASKED = {
    "miner_or_headframe": [Choose("miner"), Choose("headframe"), Decline()],
    "headframe_or_points": [Choose("headframe"), Choose("two_points")],
    "house": [TakeHouse(f"bar{number}") for number in range(1, 6)],
}


@pytest.mark.rule("SW-105", "SW-107", "SW-108", "SW-109", "SW-110", "SW-R3")
@pytest.mark.parametrize(("route", "space"), EVERY_STEP)
def test_every_step_meets_the_barrier_that_stands_there(route, space):
    scene = steps(route, at=space - 1)
    kind = BARRIERS[route].get(space)
    assert scene.facts[0] == DiscAdvanced(0, route, space)
    assert scene.legal == ASKED.get(kind, [])
    assert (ToolsDiscarded(0, 1) in scene.facts) == (kind == "tool")


@pytest.mark.rule("SW-108", "SW-107")
def test_each_route_has_four_miner_or_headframe_barriers_and_a_house():
    for barriers in BARRIERS.values():
        kinds = list(barriers.values())
        assert sum(kind in ("miner_or_headframe", "headframe_or_points") for kind in kinds) == 4
        assert "house" in kinds
    houses = sum(list(barriers.values()).count("house") for barriers in BARRIERS.values())
    assert houses == len(BOARD.bar.spaces)


@pytest.mark.rule("SW-104")
def test_discs_share_a_space():
    game = table()
    for seat in (1, 2, 3):
        player(game, seat, discs={"rail": 1})
    assert performs(game, fx.Advance(("rail",))).facts == [DiscAdvanced(0, "rail", 1)]


@pytest.mark.rule("SW-106", "SW-R70")
def test_the_first_disc_on_a_target_is_remembered():
    game = table()
    player(game, 0, discs={"canal": 8})
    player(game, 1, discs={"canal": 8})
    assert performs(game, fx.Advance(("canal",)), seat=1).facts == [
        DiscAdvanced(1, "canal", 9),
        TargetReached(1, "canal"),
    ]
    performs(game, fx.Advance(("canal",)))
    assert game.arrivals == {"canal": [1, 0]}


@pytest.mark.rule("SW-R6")
def test_steps_beyond_a_target_are_lost():
    assert steps("rail", at=12, count=2).came_to_nothing
    assert steps("rail", at=11, count=2).facts == [DiscAdvanced(0, "rail", 12), TargetReached(0, "rail")]
    game = table()
    player(game, discs={"rail": 12}, white=2)
    assert turn(game).reasons[UseCard("route_medium_b", "medium")] == ("changes_nothing", "SW-R54")
    assert UseCard("route_medium_a", "medium") in turn(game).legal, "the canal step is left"
    assert plays(game, "route_medium_a").facts[1:] == [DiscAdvanced(0, "canal", 1)]


@pytest.mark.rule("SW-105", "SW-R5", "SW-R53")
def test_a_barrier_is_settled_before_the_disc_goes_on():
    scene = steps("rail", at=0, count=3)
    assert scene.facts[-1] == DiscAdvanced(0, "rail", 2)
    assert scene.asked == ["PickBenefit", "AdvanceDiscs"]
    assert scene.answer(Choose("miner")) == [
        MinerMoved(0, 2, "tally_office"),
        PointsScored(0, 1, "played"),
        DiscAdvanced(0, "rail", 3),
    ]


@pytest.mark.rule("SW-R5")
def test_with_two_routes_the_player_chooses_before_every_step():
    scene = asks(table(), AdvanceDiscs(0, ("road", "road", "canal"), cross=True, optional=False, must=False))
    scene.answer(AdvanceDisc("road"))
    assert scene.legal == [AdvanceDisc("road"), AdvanceDisc("canal")]
    scene.answer(AdvanceDisc("canal"))
    assert scene.facts[-1] == DiscAdvanced(0, "road", 2), "one step is left"


@pytest.mark.rule("SW-108", "SW-R55")
def test_the_miner_or_headframe_choice_may_be_declined():
    scene = steps("rail", at=1)
    assert scene.answer(Decline()) == []
    assert scene.game.players[0].miner == 1


@pytest.mark.rule("SW-108", "SW-113")
def test_at_a_barrier_the_miner_moves_with_speed_and_uses_the_space():
    game = table()
    player(game, discs={"rail": 1}, miner=2)
    game.sites["working_speed"] = [0, 0]
    scene = performs(game, fx.Advance(("rail",)))
    scene.answer(Choose("miner"))
    assert [command.space for command in scene.legal] == [3, 4, 5]


@pytest.mark.rule("SW-108", "SW-119", "SW-R55", "SW-R74")
def test_the_first_headframe_in_play_may_bring_spoil_and_the_second_two_points():
    game = table()
    player(game, discs={"rail": 1})
    scene = performs(game, fx.Advance(("rail",)))
    assert scene.answer(Choose("headframe")) == [HeadframeRaised(0)]
    assert scene.answer(Accept()) == [SpoilGained(0, 1)]
    assert (game.players[0].headframes, game.players[0].raised) == (1, 1)
    player(game, discs={"rail": 4})
    scene = performs(game, fx.Advance(("rail",)))
    assert scene.answer(Choose("headframe")) == [HeadframeRaised(0), PointsScored(0, 2, "played")]


@pytest.mark.rule("SW-119", "SW-26")
def test_a_full_tip_takes_no_spoil_for_the_first_headframe():
    scene = steps("rail", at=1, spoil=6)
    assert scene.answer(Choose("headframe")) == [HeadframeRaised(0)]
    assert scene.question is None


@pytest.mark.rule("SW-R4")
def test_with_both_headframes_out_only_the_miner_is_left():
    assert steps("rail", at=1, headframes=0, raised=2).legal == [Choose("miner"), Decline()]


@pytest.mark.rule("SW-109", "SW-R4", "SW-R55")
def test_the_last_road_barrier_is_a_headframe_or_two_points_and_cannot_be_declined():
    scene = steps("road", at=10)
    assert scene.legal == [Choose("headframe"), Choose("two_points")]
    assert scene.answer(Choose("two_points")) == [PointsScored(0, 2, "played")]
    out = steps("road", at=10, headframes=0, raised=2)
    assert out.facts == [DiscAdvanced(0, "road", 11), PointsScored(0, 2, "played")]


@pytest.mark.rule("SW-110", "SW-R55")
def test_the_tool_barrier_discards_a_tool_without_a_question():
    assert steps("road", at=4).facts == [DiscAdvanced(0, "road", 5), ToolsDiscarded(0, 1)]
    assert steps("road", at=4, tools=0).facts == [DiscAdvanced(0, "road", 5)]


@pytest.mark.rule("SW-107", "SW-R9", "SW-R50")
def test_a_house_barrier_moves_any_house_to_a_site_and_cannot_be_declined():
    scene = steps("road", at=2)
    assert Decline() not in scene.legal
    scene.answer(TakeHouse("bar4"))
    assert scene.legal == [PlaceHouse(site.id) for site in BOARD.sites.list]
    assert scene.answer(PlaceHouse("pit_spoil")) == [HousePlaced(0, "bar4", "pit_spoil")]
    assert scene.game.players[0].bar == ("bar1", "bar2", "bar3", "bar5")
    assert scene.game.sites["pit_spoil"] == [0]


@pytest.mark.rule("SW-R50")
def test_without_a_house_on_the_bar_nothing_is_moved():
    assert steps("road", at=2, bar=()).facts == [DiscAdvanced(0, "road", 3)]


@pytest.mark.rule("SW-R49", "SW-111", "SW-156")
def test_one_house_a_player_on_single_space_pits_two_at_working_speed_and_any_number_on_the_left():
    game = table()
    game.sites |= {"pit_vp4": [0], "working_speed": [0, 0], "pit_vp2": [0, 0, 1], "pit_sale": [0, 2, 3]}
    scene = asks(game, PickSite(0, "bar1"))
    assert [command.site for command in scene.legal] == [
        "pit_vp2",
        "pit_sale",
        "pit_miner",
        "pit_spoil",
        "pit_tools",
    ]
    assert scene.reasons[PlaceHouse("pit_vp4")] == ("enough_houses_here", "SW-R49")


@pytest.mark.rule("SW-R49")
@pytest.mark.parametrize("pit", ["pit_miner", "pit_spoil", "pit_vp4", "pit_tools"])
def test_no_second_own_house_fits_on_a_single_space_pit(pit):
    game = table()
    game.sites[pit] = [0]
    assert PlaceHouse(pit) not in asks(game, PickSite(0, "bar1")).legal
    assert PlaceHouse(pit) in asks(game, PickSite(1, "bar1")).legal


@pytest.mark.rule("SW-R50")
def test_the_left_pits_always_have_room():
    game = table(2)
    for site in game.sites:
        game.sites[site] = [1, 1, 1, 0, 0, 0]
    assert asks(game, PickHouse(0)).legal
    assert [command.site for command in asks(game, PickSite(0, "bar1")).legal] == ["pit_vp2", "pit_sale"]


@pytest.mark.rule("SW-169", "SW-75")
def test_every_step_but_that_of_a_tile_crosses_barriers():
    game = table()
    player(game, discs={"canal": 1})
    assert performs(game, fx.Advance(("canal",))).facts == [DiscAdvanced(0, "canal", 2)]
    player(game, discs={"canal": 1})
    assert performs(game, fx.Advance(("canal",), cross=False)).came_to_nothing
    printed = list(advances(BOARD))
    of_tiles = list(advances(BOARD.tiles))
    assert [each.cross for each in of_tiles] == [False] * 3
    assert [each for each in printed if not each.cross] == of_tiles


def advances(printed):
    """Every route step printed on a part of the board, however deep in it."""
    if isinstance(printed, fx.Advance):
        yield printed
    elif isinstance(printed, msgspec.Struct):
        for field in printed.__struct_fields__:
            yield from advances(getattr(printed, field))
    elif isinstance(printed, tuple | dict):
        for part in printed.values() if isinstance(printed, dict) else printed:
            yield from advances(part)

"""The final scoring, entry by entry, and who wins."""

import pytest

from games.schichtwechsel.agenda import FinalScoring, LoadCokeWagons
from games.schichtwechsel.commands import Decline, LoadCoke, MoveMiner
from games.schichtwechsel.events import (
    CokeLoaded,
    CokeSold,
    EntryScored,
    ExitReached,
    GameEnded,
    MinerMoved,
    PointsScored,
    ToolsDiscarded,
)
from games.schichtwechsel.score import final_places, score
from support.games.schichtwechsel_given import BOARD, asks, kinds, player, table

ORDER = [
    "pit_miner",
    "miner_exit",
    "road",
    "rail",
    "canal",
    "pit_spoil",
    "pit_vp4",
    "pit_vp2",
    "pit_sale",
    "coke_sales",
    "full_coal_wagons",
    "unsold_coke",
    "pit_tools",
    "tool_markers",
    "first_player_marker",
]


def final(game, *entries):
    """The final scoring of these entries, all of them if none is named."""
    return asks(game, FinalScoring(entries or BOARD.final_scoring.order))


def sheet(game, seat=0):
    return {line.category: line.points for line in score(game) if line.seat == seat}


def bare(seats=4, **changes):
    """Nobody has anything that scores."""
    game = table(seats, at_round=5, **changes)
    for seat in range(seats):
        player(game, seat, tools=0)
    return game


@pytest.mark.rule("SW-147", "SW-172")
def test_the_entries_in_their_order():
    assert list(BOARD.final_scoring.order) == ORDER
    lines = [line.category for line in score(table()) if line.seat == 1]
    assert lines == [
        "round_cards",
        "pit_water",
        "played",
        *(entry for entry in ORDER if entry not in ("pit_miner", "pit_sale", "pit_tools")),
    ]


@pytest.mark.rule("SW-147", "SW-172", "SW-R31")
def test_each_entry_is_worked_through_clockwise_from_the_holder_before_the_next():
    game = bare(3, marker=1, starter=0)
    for seat in range(3):
        player(game, seat, coal=1, discs={"road": 4})
    scored = [(event.category, event.seat) for event in final(game).facts if isinstance(event, EntryScored)]
    assert scored == [
        *(("road", seat) for seat in (1, 2, 0)),
        *(("full_coal_wagons", seat) for seat in (1, 2, 0)),
        ("first_player_marker", 1),
    ]


@pytest.mark.rule("SW-147", "SW-148", "SW-111")
def test_owners_at_the_miner_pit_move_once_more_with_speed_and_without_use():
    game = bare(marker=2)
    game.sites["pit_miner"] = [1, 3]
    game.sites["working_speed"] = [3]
    player(game, 1, miner=7)
    player(game, 3, miner=1, tools=1)
    scene = final(game, "pit_miner")
    assert scene.question.seat == 3, "clockwise from the holder of the marker"
    assert scene.legal == [MoveMiner(2), MoveMiner(3)]
    moved = scene.answer(MoveMiner(2))
    assert moved == [
        MinerMoved(3, 2, "tally_office"),
        MinerMoved(1, 8, "break_time"),  # no points for either space
        GameEnded(),
    ]
    assert game.players[0].miner == 1, "no house there, no movement"


@pytest.mark.rule("SW-148", "SW-R66")
def test_the_last_movement_still_takes_a_tool_at_the_end_of_the_shift():
    game = bare()
    game.sites["pit_miner"] = [0]
    player(game, miner=12, tools=2)
    assert ToolsDiscarded(0, 1) in final(game, "pit_miner").facts
    assert game.players[0].tools == 1


@pytest.mark.rule("SW-149")
def test_a_miner_already_at_the_exit_scores_for_the_last_movement():
    game = bare(arrivals={"exit": [0]})
    game.sites["pit_miner"] = [0]
    player(game, miner=14, tools=2)
    assert final(game, "pit_miner").facts == [
        PointsScored(0, 2, "played"),
        ToolsDiscarded(0, 1),
        GameEnded(),
    ]


@pytest.mark.rule("SW-150", "SW-R69", "SW-R70")
def test_the_first_miner_at_the_exit_scores_eight_and_the_others_five():
    game = bare(marker=2)
    game.sites["pit_miner"] = [0, 3]
    player(game, 0, miner=13)
    player(game, 3, miner=13)
    player(game, 1, miner=13)
    facts = final(game, "pit_miner", "miner_exit").facts
    assert [event.seat for event in facts if isinstance(event, ExitReached)] == [3, 0]
    assert [event for event in facts if isinstance(event, EntryScored)] == [
        EntryScored(3, "miner_exit", 8, 14),
        EntryScored(0, "miner_exit", 5, 14),
    ]
    assert sheet(game, 1)["miner_exit"] == 0


TIERS = [
    ("road", [(3, 0), (4, 1), (6, 1), (7, 2), (9, 2), (10, 3), (11, 3)]),
    ("rail", [(5, 0), (6, 2), (7, 2), (8, 3), (9, 3), (10, 4), (11, 4)]),
    ("canal", [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3)]),
]


@pytest.mark.rule("SW-151", "SW-152", "SW-153")
@pytest.mark.parametrize(("route", "tiers"), TIERS)
def test_a_route_scores_its_best_mark(route, tiers):
    game = bare()
    for space, points in tiers:
        player(game, discs={route: space})
        assert sheet(game)[route] == points


@pytest.mark.rule("SW-151", "SW-152", "SW-153", "SW-R70", "SW-106")
@pytest.mark.parametrize(("route", "target"), [("road", 12), ("rail", 12), ("canal", 9)])
def test_a_target_scores_eight_for_the_first_and_five_for_every_other(route, target):
    game = bare(arrivals={route: [2, 0, 1]})
    for seat in range(3):
        player(game, seat, discs={route: target})
    assert [sheet(game, seat)[route] for seat in range(4)] == [5, 5, 8, 0]


@pytest.mark.rule("SW-154", "SW-147")
def test_the_spoil_pit_scores_one_and_one_for_each_spoil_on_the_tip():
    game = bare()
    game.sites["pit_spoil"] = [0, 1]
    player(game, 0, spoil=4, wagons={"u1": (0, 1)})
    player(game, 2, spoil=6)
    assert [sheet(game, seat)["pit_spoil"] for seat in range(4)] == [5, 1, 0, 0]


@pytest.mark.rule("SW-155", "SW-147")
def test_the_four_point_pit():
    game = bare()
    game.sites["pit_vp4"] = [1]
    player(game, 1, spoil=3)  # counts at the spoil pit alone
    assert [sheet(game, seat)["pit_vp4"] for seat in range(4)] == [0, 4, 0, 0]


@pytest.mark.rule("SW-156")
def test_the_two_point_pit_scores_every_house():
    game = bare()
    game.sites["pit_vp2"] = [0, 1, 0, 0]
    player(game, 0, spoil=3)  # counts at the spoil pit alone
    assert [sheet(game, seat)["pit_vp2"] for seat in range(4)] == [6, 2, 0, 0]


@pytest.mark.rule("SW-157", "SW-R40", "SW-R75", "SW-R55", "SW-R68")
def test_the_sale_pit_loads_for_each_house_and_then_sells_a_pair_for_each():
    game = bare(plant={"g1": 0, "g2": 0, "g3": 0})
    game.sites["pit_sale"] = [0, 1, 0]
    player(game, 0, own_space=True, coke=0)
    player(game, 1, coke=2)
    supply = dict(game.supply)
    scene = final(game, "pit_sale")
    assert scene.question == LoadCokeWagons(0, 2, must=False)
    loaded = scene.answer(LoadCoke("own"), LoadCoke("g1"))
    assert loaded == [CokeLoaded(0, "own"), CokeLoaded(0, "g1")], "no sale before the second load"
    assert scene.question == LoadCokeWagons(0, 2, must=False), "the load of the second house"
    sold = scene.answer(LoadCoke("g2"), LoadCoke("g3"))
    assert sold == [
        CokeLoaded(0, "g2"),
        CokeLoaded(0, "g3"),
        CokeSold(0, 1, 4),
        CokeSold(0, 2, 6),
        CokeSold(1, 1, 4),  # only then the next player
        GameEnded(),
    ]
    assert game.supply == supply, "neither coin nor token"
    assert (game.players[0].white, game.players[0].points) == (0, {})


@pytest.mark.rule("SW-157", "SW-R55")
def test_free_loads_may_be_declined():
    game = bare(plant={"g1": 0, "g2": 0})
    game.sites["pit_sale"] = [0]
    player(game, coke=1)
    scene = final(game, "pit_sale")
    scene.answer(Decline())
    assert kinds(scene.facts) == ["GameEnded"], (
        "one coke is no pair, and what stands in the plant is not sold"
    )


@pytest.mark.rule("SW-R41")
def test_houses_beyond_the_coke_or_the_columns_have_no_effect():
    game = bare()
    game.sites["pit_sale"] = [0, 0, 0, 1]
    player(game, 0, coke=3)
    player(game, 1, coke=6, pairs=5, stock=0)
    assert kinds(final(game, "pit_sale").facts) == ["CokeSold", "GameEnded"]


@pytest.mark.rule("SW-157")
def test_one_house_sells_one_pair():
    game = bare()
    game.sites["pit_sale"] = [0]
    player(game, 0, coke=6)
    assert final(game, "pit_sale").facts == [CokeSold(0, 1, 4), GameEnded()]


@pytest.mark.rule("SW-158")
@pytest.mark.parametrize(("pairs", "points"), [(0, 0), (1, 4), (2, 10), (3, 17), (4, 26), (5, 36)])
def test_sold_pairs_score_four_six_seven_nine_and_ten(pairs, points):
    game = bare()
    player(game, pairs=pairs)
    assert sheet(game)["coke_sales"] == points


@pytest.mark.rule("SW-159", "SW-R60")
@pytest.mark.parametrize("coal", range(7))
def test_full_coal_wagons_score_in_their_best_arrangement(coal):
    game = bare()
    player(game, coal=coal)
    assert sheet(game)["full_coal_wagons"] == [0, 1, 2, 2, 3, 3, 4][coal]


@pytest.mark.rule("SW-160", "SW-R42")
def test_coke_that_is_left_after_the_sales_scores_one_each():
    game = bare(plant={"g1": 0, "g2": 1})
    game.sites["pit_sale"] = [0]
    player(game, own_space=True, coke=3)
    scene = final(game, "pit_sale", "coke_sales", "unsold_coke")
    scene.answer(Decline())
    scored = [event for event in scene.facts if isinstance(event, EntryScored) and event.seat == 0]
    # a pair is sold; one coke on a wagon and two in the plant are left
    assert scored == [EntryScored(0, "coke_sales", 4, 1), EntryScored(0, "unsold_coke", 3, 3)]


@pytest.mark.rule("SW-161", "SW-162", "SW-R55")
def test_the_tool_pit_discards_up_to_three_before_they_are_counted():
    game = bare()
    game.sites["pit_tools"] = [0, 1]
    player(game, 0, tools=5)
    player(game, 1, tools=1)
    player(game, 2, tools=4)
    assert final(game, "pit_tools", "tool_markers").facts == [
        ToolsDiscarded(0, 3),
        ToolsDiscarded(1, 1),
        EntryScored(0, "tool_markers", -4, 2),
        EntryScored(2, "tool_markers", -8, 4),
        GameEnded(),
    ]


@pytest.mark.rule("SW-163")
def test_the_first_player_marker_scores_two():
    game = bare(marker=3, starter=1)
    assert [sheet(game, seat)["first_player_marker"] for seat in range(4)] == [0, 0, 0, 2]


@pytest.mark.rule("SW-170", "SW-138", "SW-30")
def test_points_of_the_game_stand_on_the_sheet_by_their_source():
    game = bare()
    player(game, points={"round_cards": 4, "pit_water": 2, "played": 9})
    assert {name: sheet(game)[name] for name in ("round_cards", "pit_water", "played")} == {
        "round_cards": 4,
        "pit_water": 2,
        "played": 9,
    }


@pytest.mark.rule("SW-164", "SW-R45")
def test_most_points_win_and_among_equals_the_one_farthest_clockwise_from_the_holder():
    game = bare(4, marker=1)
    for seat, points in enumerate((10, 8, 10, 10)):  # seat 1 has 2 more for the marker
        player(game, seat, points={"played": points})
    # all have 10; from seat 1 clockwise 2, 3, 0: seat 0 is the farthest, the holder the nearest
    assert final_places(game) == [1, 4, 3, 2]
    player(game, 2, points={"played": 11})
    assert final_places(game) == [2, 4, 1, 3]

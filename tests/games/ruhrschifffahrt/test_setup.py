"""4.0: what lies on the table before the first round."""

from collections import Counter

import pytest

from games.kernel import Play
from games.ruhrschifffahrt.agenda import ChooseGain
from games.ruhrschifffahrt.commands import TakeGain
from games.ruhrschifffahrt.events.history import MarkerDrawn
from support.games.luck import Seeded
from support.games.ruhrschifffahrt_given import BOARD, EDITION, GAME, Scene, player, table


def laid_out(seats, **options):
    return table(seats, ships={}, in_round=1, **options)


def opened(seats, seed=0):
    """A real match at its first question."""
    play = Play(GAME.rules, GAME.blank(seats, EDITION, GAME.options()), Seeded(seed))
    play.first(*GAME.opening)
    play.run()
    return play.game


@pytest.mark.rule("RS-2", "RS-3", "RS-4", "RS-19")
def test_ten_warehouses_one_in_supply_two_and_two_on_the_board_five_on_the_timeline():
    for it in laid_out(4).players:
        assert it.supply == 1
        assert it.bonus == {"first_lock": 2, "grafschaft_mark": 2}
        assert it.timeline == [6, 7, 9, 10, 11]


@pytest.mark.rule("RS-2", "RS-143", "RS-5", "RS-6")
def test_players_start_with_two_thalers_twelve_stones_and_eight_tiles_above_the_board():
    game = laid_out(3)
    assert [it.colour for it in game.players] == ["blue", "red", "green"]
    for seat, it in enumerate(game.players):
        assert (it.thalers, it.points, it.debts, it.stone_supply) == (2, 0, 0, 12)
        assert (it.stones, it.tiles, it.blanks, it.option) == ({}, [], [], "")
        assert it.above == [
            "lock", "coal_store", "essen_warehouse", "port", "supply", "wages", "grafschaft_mark",
            "mark_warehouse",
        ]  # fmt: skip
        assert game.ship(seat) == ""


@pytest.mark.rule("RS-6", "RS-R34")
@pytest.mark.parametrize(("seats", "copies"), [(2, 1), (3, 2), (4, 3)])
def test_there_is_one_white_tile_less_than_players_for_each_field(seats, copies):
    game = laid_out(seats)
    assert set(game.stock.values()) == {copies}
    assert len(game.stock) == 9
    assert game.blanks == 9


@pytest.mark.rule("RS-7")
def test_the_first_round_is_1769():
    game = opened(2)
    assert (game.round, game.year.year) == (1, 1769)


@pytest.mark.rule("RS-8", "RS-R58")
def test_eight_country_markers_lie_face_down():
    game = laid_out(4)
    assert sum(game.countries_down.values()) == 8
    assert game.countries_shown == []


@pytest.mark.rule("RS-9")
def test_the_export_marker_starts_on_the_left():
    game = laid_out(4)
    assert game.export_marker == 0
    assert BOARD.export_scale.values[0] == 1


@pytest.mark.rule("RS-10", "RS-156", "RS-R58")
def test_fourteen_markers_go_unseen_on_the_obstacles_and_six_into_the_bag():
    game = laid_out(4)
    assert len(game.obstacles) == 14
    assert game.bag == 6
    assert len(game.unseen) == 20  # nobody knows which lies where


@pytest.mark.rule("RS-10", "RS-R58")
def test_any_marker_may_be_the_first_drawn():
    drawn = set()
    for seed in range(200):
        play = Play(GAME.rules, GAME.blank(2, EDITION, GAME.options()), Seeded(seed))
        play.first(*GAME.opening)
        play.run()
        drawn |= {event.marker for event in play.events if isinstance(event, MarkerDrawn)}
    assert drawn == {marker.id for marker in BOARD.demand_markers.list}


@pytest.mark.rule("RS-55", "RS-R39")
def test_the_variant_leaves_out_the_starred_markers_and_puts_four_into_the_bag():
    game = laid_out(4, variant=True)
    assert game.left_out == ["m19", "m20"]
    assert (len(game.obstacles), game.bag, len(game.unseen)) == (14, 4, 18)


@pytest.mark.rule("RS-11", "RS-141", "RS-R33")
@pytest.mark.parametrize(
    ("seats", "black", "white", "empty"),
    [
        (4, 8, 6, {"d09"}),
        (3, 7, 5, {"d06", "d09", "d10"}),
        (2, 6, 4, {"d03", "d06", "d09", "d10", "d12"}),
    ],
)
def test_the_depots_are_filled_by_the_number_of_players(seats, black, white, empty):
    game = laid_out(seats)
    assert Counter(game.river.coal[depot] for depot in game.depots) == {"black": black, "white": white}
    assert set(game.river.depots) - set(game.depots) == empty
    assert game.boxed == {"black": 8 - black, "white": 6 - white}
    assert game.track == {"black": [], "white": []}


@pytest.mark.rule("RS-11")
def test_black_coal_starts_with_three_pips_where_the_way_is_free_and_all_other_with_four():
    game = laid_out(4)
    assert {depot for depot, pips in game.depots.items() if pips == 3} == {"d07", "d13", "d14"}
    assert set(game.depots.values()) == {3, 4}


@pytest.mark.rule("RS-12", "RS-20")
def test_the_first_start_player_is_drawn_by_lot():
    starts = {opened(3, seed).order[0] for seed in range(40)}
    assert starts == {0, 1, 2}


@pytest.mark.rule("RS-R37")
def test_the_bank_never_runs_out():
    game = table(4, in_round=6)
    for seat in range(4):
        player(game, seat, thalers=30)  # 120 Thaler, though the box holds 45 coins
    scene = Scene(game, ChooseGain(0))
    scene.does(TakeGain("thalers"))
    assert scene.game.players[0].thalers == 31

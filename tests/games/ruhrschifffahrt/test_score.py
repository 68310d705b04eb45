"""7.0: the score sheet and the winner."""

import pytest

from games.kernel.score import totals
from games.ruhrschifffahrt.agenda import Purchase
from games.ruhrschifffahrt.commands import BuildLock, BuildWarehouse
from games.ruhrschifffahrt.score import LEDGER, final_places, score
from games.ruhrschifffahrt.state import Tally
from support.games.ruhrschifffahrt_given import GAME, Scene, player, table


def at_the_end(seats=2, **changes):
    return table(seats, in_round=12, **changes)


def lines(game, seat=0):
    return {line.category: (line.points, line.count, line.rule) for line in score(game) if line.seat == seat}


def total(game, seat=0):
    return totals(score(game), len(game.players))[seat]


@pytest.mark.rule("RS-R62", "RS-140")
def test_every_category_has_its_line_and_its_rule():
    game = at_the_end(ships={"port": [0], "c_witten": [1]})
    ledger = {name: Tally(5, 2) for name in LEDGER} | {"levy": Tally(-1, 1), "rare_debt": Tally(-2, 1)}
    ledger["fallback"] = Tally(-1, 1)
    player(game, 0, ledger=ledger, tiles=["ruhraake", "mayor", "railway"], thalers=3)
    game.warehouses |= {"c_steele": [0], "c_werden": [0], "c_kettwig": [0]}
    game.warehouses |= {"k_mark": [0], "k_essen": [0], "k_berg": [0]}
    assert lines(game) == {
        "levy": (-1, 1, "RS-22"),
        "gains": (5, 2, "RS-25"),
        "locks": (5, 2, "RS-118"),
        "city": (5, 2, "RS-122"),
        "coal_stores": (5, 2, "RS-122"),
        "port": (5, 2, "RS-126"),
        "export": (5, 2, "RS-134"),
        "inn": (5, 2, "RS-110"),
        "rare_debt": (-2, 1, "RS-132"),
        "fallback": (-1, 1, "RS-R24"),
        "ruhraake": (4, 1, "RS-112"),
        "mayor": (3, 3, "RS-113"),
        "railway": (3, 3, "RS-114"),
        "city_trios": (3, 1, "RS-R31"),
        "coal_store_trio": (3, 1, "RS-R31"),
    }
    sheet = set(lines(game))
    player(game, 0, debts=1)
    assert lines(game)["debt"] == (-2, 1, "RS-R31")
    assert sheet | {"debt"} == set(GAME.words.sections["categories"])


@pytest.mark.rule("RS-112")
@pytest.mark.parametrize(("space", "points"), [("c_werden", 2), ("port", 4)])
def test_ruhraake_gives_two_points_or_four_in_the_port(space, points):
    game = at_the_end(ships={space: [0], "c_witten": [1]})
    player(game, 0, tiles=["ruhraake"])
    assert lines(game)["ruhraake"] == (points, 1, "RS-112")


@pytest.mark.rule("RS-113")
def test_the_mayor_gives_a_point_per_thaler_but_only_without_debts():
    game = at_the_end()
    player(game, 0, tiles=["mayor"], thalers=7)
    assert total(game) == 7
    player(game, 0, debts=1, supply=0)
    assert "mayor" not in lines(game)


@pytest.mark.rule("RS-113", "RS-R52")
def test_money_alone_is_worth_nothing():
    game = at_the_end()
    player(game, 0, thalers=10)
    assert total(game) == 0


@pytest.mark.rule("RS-114", "RS-R53")
def test_the_railway_counts_city_warehouses_muelheim_too_but_neither_port_nor_coal_stores():
    game = at_the_end()
    player(game, 0, tiles=["railway"])
    game.warehouses |= {"c_werden": [1, 0], "c_muelheim": [0], "belgium": [0], "k_mark": [0]}
    assert lines(game)["railway"] == (2, 2, "RS-114")


@pytest.mark.rule("RS-112", "RS-113", "RS-114", "RS-100")
def test_golden_tiles_not_owned_give_nothing():
    game = at_the_end()
    player(game, 0, blanks=["mayor", "railway", "ruhraake"], thalers=5)
    game.warehouses["c_werden"] = [0]
    assert lines(game) == {}


@pytest.mark.rule("RS-R31")
@pytest.mark.parametrize(
    ("cities", "points"),
    [
        (("c_steele", "c_werden"), 0),
        (("c_steele", "c_werden", "c_kettwig"), 3),
        (("c_witten", "c_blankenstein", "c_hattingen"), 3),
        (("c_witten", "c_blankenstein", "c_kettwig"), 0),
        (("c_steele", "c_werden", "c_kettwig", "c_witten", "c_blankenstein", "c_hattingen"), 6),
    ],
)
def test_all_three_cities_of_essen_or_the_mark_give_three_points(cities, points):
    game = at_the_end()
    for city in cities:
        game.warehouses[city] = [0]
    assert total(game) == points


@pytest.mark.rule("RS-R31")
@pytest.mark.parametrize(
    ("stores", "points"),
    [
        ({"k_mark": [0, 0], "k_essen": [0]}, 0),
        ({"k_mark": [0], "k_essen": [1, 0], "k_berg": [0]}, 3),
        ({"k_mark": [0], "k_essen": [0], "k_berg": [0], "k_werden": [0]}, 3),
    ],
)
def test_three_different_coal_stores_give_three_points_once(stores, points):
    game = at_the_end()
    game.warehouses |= stores
    assert total(game) == points


@pytest.mark.rule("RS-R31", "RS-17", "RS-R62")
@pytest.mark.parametrize(("points", "debts", "lost"), [(9, 2, 4), (3, 2, 3), (0, 1, 0)])
def test_each_debt_left_costs_two_points_but_never_more_than_there_are(points, debts, lost):
    game = at_the_end()
    player(game, 0, points=points, debts=debts)
    assert lines(game)["debt"] == (-lost, debts, "RS-R31")
    assert total(game) == points - lost


@pytest.mark.rule("RS-R31")
def test_bonuses_come_before_the_debt_penalty():
    game = at_the_end()
    player(game, 0, tiles=["ruhraake"], debts=2)
    assert lines(game)["debt"] == (-2, 2, "RS-R31")  # two points to lose, from the Ruhraake


@pytest.mark.rule("RS-R54", "RS-122", "RS-118")
def test_what_was_given_at_once_is_not_given_again():
    game = table(2, in_round=8)
    player(game, 0, tiles=["port", "lock"], thalers=9, supply=2)
    scene = Scene(game, Purchase(0))
    scene.does(BuildWarehouse("port", "belgium"))
    scene.does(BuildLock("o14"))
    assert lines(game) == {"port": (2, 1, "RS-126"), "locks": (3, 1, "RS-118")}
    assert total(game) == game.players[0].points == 5


@pytest.mark.rule("RS-16")
def test_above_thirty_points_counting_goes_on():
    game = at_the_end()
    player(game, 0, points=41)
    player(game, 1, points=30)
    assert total(game) == 41
    assert [seat.past_track for seat in GAME.view(game).seats] == [True, False]


@pytest.mark.rule("RS-R32")
def test_most_points_win_then_thalers_then_warehouses_then_a_shared_place():
    game = at_the_end(4)
    for seat, (points, thalers) in enumerate([(9, 2), (9, 4), (10, 0), (9, 2)]):
        player(game, seat, points=points, thalers=thalers)
    assert final_places(game) == [3, 2, 1, 3]
    game.warehouses["belgium"] = [3]
    assert final_places(game) == [4, 2, 1, 3]
    game.warehouses["k_mark"] = [0]
    assert final_places(game) == [3, 2, 1, 3]

"""6.6, phase 6: the turn, and locks."""

import pytest

from games.ruhrschifffahrt.agenda import BeginPurchases, BuildForcedLock, OpenPurchases, Purchase
from games.ruhrschifffahrt.commands import (
    BuildLock,
    BuildWarehouse,
    FinishPurchases,
    RepayDebt,
    VisitInn,
)
from games.ruhrschifffahrt.events.buildings import DebtTaken, LockBuilt
from games.ruhrschifffahrt.events.rounds import PhaseBegan
from games.ruhrschifffahrt.events.tiles import BonusWarehousesReceived, TileUsed
from games.ruhrschifffahrt.rules.book import RULES
from support.games.ruhrschifffahrt_given import Scene, of_kind, player, table

ALL_LOCKS = [f"o{number:02}" for number in range(14, 0, -1)]


def buyer(*tiles, in_round=5, seats=2, forced=False, obstacles=None, **changes):
    game = table(seats, in_round=in_round, locks_forced=forced)
    if obstacles is not None:
        game.obstacles = list(obstacles)
    player(game, 0, tiles=list(tiles), **changes)
    return game


@pytest.mark.rule("RS-115", "RS-R49", "RS-13")
def test_a_player_does_everything_before_the_next_one_begins():
    game = table(2, in_round=5, ships={"c_werden": [0], "c_witten": [1]})
    for seat in range(2):
        player(game, seat, tiles=["lock", "essen_warehouse"], thalers=10)
    scene = Scene(game, BeginPurchases())
    assert scene.happened(PhaseBegan) == [PhaseBegan("purchases", (1, 0))]
    assert scene.question == Purchase(1)
    scene.does(BuildWarehouse("essen_warehouse", "c_werden"))
    assert scene.question == Purchase(1)
    scene.does(BuildLock("o09"))  # both tiles used: nothing is left to buy
    assert scene.question == Purchase(0)
    scene.does(FinishPurchases())
    assert scene.question is None


@pytest.mark.rule("RS-115")
def test_in_any_sequence_or_nothing_at_all():
    game = buyer("lock", "essen_warehouse", thalers=10, debts=1)
    scene = Scene(game, Purchase(0))
    kinds = {type(command) for command in scene.legal}
    assert kinds == {BuildLock, BuildWarehouse, RepayDebt, FinishPurchases}
    scene.does(FinishPurchases())
    assert scene.events == []


@pytest.mark.rule("RS-104", "RS-116", "RS-R40")
def test_a_lock_may_be_built_on_any_obstacle_even_in_the_mark_without_its_tile():
    scene = Scene(buyer("lock", thalers=9), Purchase(0))
    assert scene.legal_of(BuildLock) == [BuildLock(it) for it in ALL_LOCKS]


@pytest.mark.rule("RS-116", "RS-53")
def test_not_where_a_lock_stands_already():
    scene = Scene(buyer("lock", thalers=9, obstacles=ALL_LOCKS[1:]), Purchase(0))
    assert BuildLock("o14") not in scene.legal


@pytest.mark.rule("RS-116", "RS-104")
def test_locks_need_their_tile():
    assert Scene(buyer("inn", thalers=9), Purchase(0)).legal_of(BuildLock) == []


@pytest.mark.rule("RS-21", "RS-116")
def test_no_locks_in_round_one():
    game = buyer("lock", "inn", in_round=1, thalers=9)
    scene = Scene(game, Purchase(0))
    assert scene.legal_of(BuildLock) == []
    assert scene.barred()[BuildLock("o01")] == ("locks_not_yet", "RS-116")


@pytest.mark.rule("RS-116", "RS-21", "RS-24", "RS-118", "RS-117")
@pytest.mark.parametrize(("in_round", "price"), [(2, 2), (4, 2), (5, 3), (12, 3)])
@pytest.mark.parametrize(("obstacle", "points"), [("o14", 3), ("o10", 3), ("o09", 2), ("o08", 2), ("o01", 2)])
def test_a_lock_costs_two_then_three_and_gives_three_points_in_the_mark_else_two(
    in_round, price, obstacle, points
):
    game = buyer("lock", in_round=in_round, thalers=5)
    scene = Scene(game, Purchase(0))
    events = scene.does(BuildLock(obstacle))
    assert of_kind(events, LockBuilt) == [LockBuilt(0, obstacle, price, points)]
    assert (game.players[0].thalers, game.players[0].points) == (5 - price, points)
    assert obstacle not in game.obstacles
    assert game.bag == 7  # six, and this one


@pytest.mark.rule("RS-119", "RS-153", "RS-3")
def test_the_first_lock_brings_two_warehouses_after_its_price_is_paid():
    game = buyer("lock", thalers=0, supply=1)
    assert RULES.legal(game, Purchase(0)) == [
        FinishPurchases()
    ]  # 2 of 3 Thaler: the two to come do not count
    player(game, 0, thalers=1)
    scene = Scene(game, Purchase(0))
    events = scene.does(BuildLock("o05"))
    assert events == [
        DebtTaken(0, "own_supply", 2, lost=0),
        TileUsed(0, "lock"),
        LockBuilt(0, "o05", 3, 2),
        BonusWarehousesReceived(0, "first_lock", 2),
    ]
    assert (game.players[0].supply, game.players[0].bonus["first_lock"]) == (2, 0)


@pytest.mark.rule("RS-153", "RS-119")
def test_the_second_lock_brings_none():
    game = buyer("lock", thalers=9)
    game.players[0].bonus["first_lock"] = 0
    assert of_kind(Scene(game, Purchase(0)).does(BuildLock("o05")), BonusWarehousesReceived) == []


@pytest.mark.rule("RS-152", "RS-98")
def test_one_lock_per_round():
    game = buyer("lock", "inn", thalers=9)
    scene = Scene(game, Purchase(0))
    scene.does(BuildLock("o05"))
    assert scene.legal_of(BuildLock) == []
    assert scene.barred()[BuildLock("o04")] == ("tile_used", "RS-152")


@pytest.mark.rule("RS-R25", "RS-116")
def test_a_lock_too_dear_is_barred():
    scene = Scene(buyer("lock", "inn", thalers=0, supply=1), Purchase(0))
    assert scene.barred()[BuildLock("o05")] == ("not_enough_money", "RS-116")


@pytest.mark.rule("RS-54", "RS-R27")
def test_a_forced_lock_comes_before_everything_else():
    game = buyer("lock", "inn", "essen_warehouse", forced=True, thalers=9, debts=1)
    scene = Scene(game, OpenPurchases(0))
    assert scene.question == BuildForcedLock(0)
    assert scene.legal == [BuildLock(it) for it in ALL_LOCKS]
    scene.does(BuildLock("o14"))
    assert scene.question == Purchase(0)
    assert scene.legal_of(BuildLock) == []  # it was the lock of the round
    assert {VisitInn("points"), RepayDebt(), FinishPurchases()} <= set(scene.legal)


@pytest.mark.rule("RS-54", "RS-R27")
def test_without_the_bag_running_dry_nothing_is_forced():
    assert Scene(buyer("lock", thalers=9), OpenPurchases(0)).question == Purchase(0)


@pytest.mark.rule("RS-R27")
def test_who_lacks_the_tile_skips_the_forced_lock():
    scene = Scene(buyer("inn", forced=True, thalers=9), OpenPurchases(0))
    assert scene.question == Purchase(0)


@pytest.mark.rule("RS-R27")
def test_no_obstacle_no_duty():
    scene = Scene(buyer("lock", "inn", forced=True, thalers=9, obstacles=[]), OpenPurchases(0))
    assert scene.question == Purchase(0)


@pytest.mark.rule("RS-R27", "RS-R43", "RS-132", "RS-54")
def test_the_duty_reaches_for_supply_and_timeline():
    game = buyer("lock", forced=True, thalers=0, supply=1, timeline=[6, 7], points=7)
    scene = Scene(game, OpenPurchases(0))  # 3 Thaler: one from the supply, one from the timeline
    assert scene.question == BuildForcedLock(0)
    events = scene.does(BuildLock("o05"))
    assert of_kind(events, DebtTaken) == [
        DebtTaken(0, "own_supply", 2, lost=0),
        DebtTaken(0, "timeline", 2, lost=2),
    ]
    assert game.players[0].points == 7 - 2 + 2
    assert game.players[0].thalers == 1


@pytest.mark.rule("RS-R27", "RS-R24")
def test_who_could_not_pay_with_everything_skips_it_without_a_debt_and_may_build_later():
    game = buyer("lock", "inn", forced=True, thalers=0, supply=0, timeline=[11])
    scene = Scene(game, OpenPurchases(0))  # 2 Thaler at most
    assert scene.question == Purchase(0)
    assert scene.events == []
    scene.does(VisitInn("thalers"))
    assert scene.legal_of(BuildLock)


@pytest.mark.rule("RS-R27")
def test_the_duty_holds_for_the_whole_phase_though_the_bag_fills_again():
    game = table(2, in_round=5, locks_forced=True, bag=1)
    for seat in range(2):
        player(game, seat, tiles=["lock"], thalers=9)
    scene = Scene(game, BeginPurchases())
    scene.does(BuildLock("o14"))
    assert game.bag == 2
    assert scene.question == BuildForcedLock(1)

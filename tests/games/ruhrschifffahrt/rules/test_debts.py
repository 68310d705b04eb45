"""5.3: debts, from the supply and, when a payment is forced, from the timeline."""

import pytest

from games.ruhrschifffahrt.agenda import ChooseLevy, ChooseOption, HistoricalEvent, Purchase
from games.ruhrschifffahrt.commands import (
    BuildLock,
    BuildWarehouse,
    FinishPurchases,
    MoveWarehouse,
    PayLevy,
    RepayDebt,
    StartAt,
    TakeNoOption,
    TakeOption,
)
from games.ruhrschifffahrt.events.buildings import DebtRepaid, DebtTaken, PaymentFellShort
from games.ruhrschifffahrt.events.history import LevyPaid
from games.ruhrschifffahrt.events.ships import OptionTaken
from support.games.ruhrschifffahrt_given import Scene, of_kind, player, table

ALL_DEBTS = 4


def at_the_port(*, in_round=3, tiles=(), **changes):
    """Seat 0 lies in the port: whatever delivers needs a tow; Saarn and Broich have a die."""
    game = table(2, in_round=in_round, ships={"port": [0], "c_witten": [1]}, depots={"d14": 3, "d15": 3})
    player(game, 0, tiles=list(tiles), **changes)
    return game


def ordinary(seat):
    return DebtTaken(seat, "own_supply", thalers=2, lost=0)


@pytest.mark.rule("RS-130", "RS-69", "RS-R43")
def test_a_warehouse_of_the_supply_on_a_debt_space_brings_two_thalers():
    scene = Scene(at_the_port(thalers=0, supply=1), ChooseOption(0))
    assert scene.legal == [TakeOption("tow"), TakeOption("tow_and_pilot")]
    events = scene.does(TakeOption("tow"))
    assert events == [ordinary(0), OptionTaken(0, "tow", 1)]
    it = scene.game.players[0]
    assert (it.thalers, it.supply, it.debts) == (1, 0, 1)


@pytest.mark.rule("RS-69")
def test_who_must_take_debts_to_deliver_is_offered_nothing_else():
    game = at_the_port(thalers=0, supply=2)
    game.pilot_closed = True
    scene = Scene(game, ChooseOption(0))  # the one answer is given by itself
    assert scene.happened(DebtTaken, OptionTaken) == [ordinary(0), OptionTaken(0, "tow", 1)]


@pytest.mark.rule("RS-R25")
def test_no_debt_is_taken_while_the_money_lasts():
    scene = Scene(at_the_port(thalers=1, supply=3), ChooseOption(0))
    assert of_kind(scene.does(TakeOption("tow")), DebtTaken) == []


@pytest.mark.rule("RS-R25")
@pytest.mark.parametrize(("thalers", "debts"), [(0, 2), (1, 1), (2, 1), (3, 0)])
def test_no_more_debts_than_needed(thalers, debts):
    scene = Scene(
        at_the_port(in_round=7, thalers=thalers, supply=4), ChooseOption(0)
    )  # tow and pilot costs 3
    events = scene.does(TakeOption("tow_and_pilot"))
    assert of_kind(events, DebtTaken) == [ordinary(0)] * debts
    assert scene.game.players[0].thalers == thalers + 2 * debts - 3


@pytest.mark.rule("RS-R25", "RS-69")
def test_a_debt_may_be_taken_by_choice_for_an_option():
    game = table(2, in_round=3, ships={"c_werden": [0], "c_witten": [1]}, depots={"d07": 3, "d13": 3})
    player(game, 0, thalers=0, supply=1)
    scene = Scene(game, ChooseOption(0))
    assert scene.legal_of(TakeNoOption)  # a delivery without any price, from Laupendahl
    assert TakeOption("tow") in scene.legal


@pytest.mark.rule("RS-130", "RS-R24")
def test_there_are_four_debt_spaces():
    game = at_the_port(in_round=7, thalers=0, supply=3, debts=3)
    scene = Scene(game, ChooseOption(0))  # one debt more: 2 Thaler, enough for the tow alone
    assert scene.happened(OptionTaken) == [OptionTaken(0, "tow", 2)]
    assert scene.game.players[0].debts == ALL_DEBTS


@pytest.mark.rule("RS-132", "RS-R26", "RS-R43")
def test_rare_case_a_forced_payment_takes_the_next_warehouse_of_the_timeline_and_two_points():
    game = at_the_port(thalers=0, supply=0, points=5)
    scene = Scene(game, ChooseOption(0))
    assert scene.legal == [TakeOption("tow"), TakeOption("tow_and_pilot")]
    events = scene.does(TakeOption("tow_and_pilot"))
    assert events == [DebtTaken(0, "timeline", 2, lost=2), OptionTaken(0, "tow_and_pilot", 2)]
    it = scene.game.players[0]
    assert it.timeline == [7, 9, 10, 11]  # 1782 is gone
    assert (it.points, it.debts, it.supply) == (3, 1, 0)


@pytest.mark.rule("RS-132", "RS-17")
def test_the_points_of_the_rare_case_never_fall_below_zero():
    scene = Scene(at_the_port(thalers=0, supply=0, points=1), ChooseOption(0))
    events = scene.does(TakeOption("tow"))
    assert of_kind(events, DebtTaken) == [DebtTaken(0, "timeline", 2, lost=1)]
    assert scene.game.players[0].points == 0


@pytest.mark.rule("RS-132")
def test_the_rare_case_costs_points_each_time():
    scene = Scene(
        at_the_port(in_round=7, thalers=0, supply=0, points=9, timeline=[9, 10, 11]), ChooseOption(0)
    )
    events = scene.does(TakeOption("tow_and_pilot"))  # 3 Thaler: two debts
    assert of_kind(events, DebtTaken) == [DebtTaken(0, "timeline", 2, lost=2)] * 2
    assert scene.game.players[0].points == 5


@pytest.mark.rule("RS-132", "RS-R24")
def test_the_supply_is_pledged_before_the_timeline():
    game = at_the_port(in_round=7, thalers=0, supply=1, points=9)
    game.depots = {"d10": 3}  # Hinsbeck: only tow and pilot delivers, for 3
    scene = Scene(game, ChooseOption(0))
    assert scene.happened(DebtTaken) == [ordinary(0), DebtTaken(0, "timeline", 2, lost=2)]
    assert scene.happened(OptionTaken) == [OptionTaken(0, "tow_and_pilot", 3)]


@pytest.mark.rule("RS-R43")
def test_the_timeline_is_closed_to_an_option_while_money_and_supply_give_a_delivery():
    game = at_the_port(in_round=7, thalers=2, supply=0, points=9)  # the tow can be paid: 2
    scene = Scene(game, ChooseOption(0))
    assert scene.happened(OptionTaken) == [OptionTaken(0, "tow", 2)]
    assert scene.happened(DebtTaken) == []


@pytest.mark.rule("RS-R43", "RS-69")
def test_nor_does_it_open_while_a_delivery_needs_no_option_at_all():
    game = at_the_port(thalers=0, supply=0, points=9)
    game.ships = {"i_mintard": [0], "c_witten": [1]}
    game.depots["d13"] = 3  # upstream, within reach of a tow
    game.pilot_closed = True
    scene = Scene(game, ChooseOption(0))
    assert scene.happened(OptionTaken, DebtTaken) == []
    assert scene.legal == [StartAt("d14"), StartAt("d15")]


@pytest.mark.rule("RS-R43")
def test_unused_white_tiles_do_not_make_a_payment_less_forced():
    game = at_the_port(thalers=0, supply=0, points=4, tiles=["towing_1"])
    scene = Scene(game, ChooseOption(0))
    assert TakeOption("tow") in scene.legal


@pytest.mark.rule("RS-R26", "RS-4")
def test_a_warehouse_pledged_from_the_timeline_is_not_given_out_again():
    game = table(2, in_round=6)
    player(game, 0, timeline=[7, 9, 10, 11], supply=0)
    scene = Scene(game, HistoricalEvent("timeline_warehouse"))
    assert [it.supply for it in scene.game.players] == [0, 2]
    assert scene.game.players[0].timeline == [7, 9, 10, 11]


@pytest.mark.rule("RS-R24")
def test_without_any_debt_left_all_money_goes_and_two_points_with_it():
    game = at_the_port(in_round=7, thalers=1, supply=2, debts=ALL_DEBTS, points=5)
    scene = Scene(game, ChooseOption(0))  # only the cheapest that delivers: the tow
    assert scene.happened(PaymentFellShort, OptionTaken) == [PaymentFellShort(0, 2), OptionTaken(0, "tow", 1)]
    assert (scene.game.players[0].thalers, scene.game.players[0].points) == (0, 3)
    assert isinstance(scene.legal[0], StartAt)  # the action goes through


@pytest.mark.rule("RS-R24", "RS-17")
def test_the_shortfall_takes_no_more_points_than_there_are():
    game = at_the_port(in_round=7, thalers=0, supply=0, timeline=[], points=1)
    scene = Scene(game, ChooseOption(0))
    assert scene.happened(PaymentFellShort) == [PaymentFellShort(0, 1)]
    assert scene.game.players[0].points == 0


@pytest.mark.rule("RS-R24")
def test_debts_still_possible_come_before_the_shortfall():
    game = at_the_port(in_round=7, thalers=0, supply=0, timeline=[11], points=9)
    game.depots = {"d10": 3, "d09": 3}  # Hinsbeck and Gewalt: only tow and pilot delivers, for 3
    scene = Scene(game, ChooseOption(0))
    assert scene.happened(DebtTaken, PaymentFellShort, OptionTaken) == [
        DebtTaken(0, "timeline", 2, lost=2),
        PaymentFellShort(0, 2),
        OptionTaken(0, "tow_and_pilot", 2),
    ]


@pytest.mark.rule("RS-R24", "RS-R44")
def test_the_levy_of_a_player_with_nothing_at_all_lapses():
    game = table(2, in_round=3)
    player(game, 0, thalers=0, supply=0, debts=ALL_DEBTS)
    scene = Scene(game, ChooseLevy(0))
    assert scene.happened(PaymentFellShort, LevyPaid) == [PaymentFellShort(0, 0), LevyPaid(0, 0, 0)]


def buying(*, thalers, supply, tiles, in_round=5, **changes):
    game = table(2, in_round=in_round)
    player(game, 0, thalers=thalers, supply=supply, tiles=tiles, **changes)
    return Scene(game, Purchase(0))


@pytest.mark.rule("RS-R25", "RS-130")
def test_purchases_may_be_paid_by_debts():
    scene = buying(thalers=1, supply=1, tiles=["lock"])
    events = scene.does(BuildLock("o08"))  # 3 Thaler
    assert of_kind(events, DebtTaken) == [ordinary(0)]
    assert scene.game.players[0].thalers == 0


@pytest.mark.rule("RS-R43", "RS-R24")
def test_a_purchase_never_reaches_for_the_timeline():
    scene = buying(thalers=2, supply=0, tiles=["lock"], debts=1)
    assert scene.legal == []
    assert scene.question is None  # nothing but finishing was left


@pytest.mark.rule("RS-R45")
@pytest.mark.parametrize(
    ("thalers", "supply", "possible"),
    [(3, 1, True), (2, 1, False), (1, 2, True), (0, 3, True), (0, 2, False)],
)
def test_the_warehouse_to_be_built_is_not_pledged_for_its_own_price(thalers, supply, possible):
    scene = buying(thalers=thalers, supply=supply, tiles=["essen_warehouse", "inn"])  # a first place costs 3
    assert (BuildWarehouse("essen_warehouse", "c_werden") in scene.legal) == possible
    if not possible:
        assert scene.barred()[BuildWarehouse("essen_warehouse", "c_werden")] == ("not_enough_money", "RS-R45")


@pytest.mark.rule("RS-R24")
@pytest.mark.parametrize(("thalers", "supply", "debts"), [(2, 3, 4), (0, 3, 3), (0, 1, 0)])
def test_what_all_debts_together_do_not_pay_for_is_refused(thalers, supply, debts):
    """Four debt spaces are full, or leave room for one debt of 2, or one warehouse is all there is."""
    scene = buying(thalers=thalers, supply=supply, debts=debts, tiles=["essen_warehouse", "inn"])
    assert scene.barred()[BuildWarehouse("essen_warehouse", "c_werden")] == ("not_enough_money", "RS-R24")


@pytest.mark.rule("RS-R25", "RS-127")
def test_moving_a_port_warehouse_may_be_paid_by_a_debt():
    game = table(2, in_round=5)
    player(game, 0, thalers=0, supply=1, tiles=["port"])
    game.warehouses["belgium"] = [0]
    scene = Scene(game, Purchase(0))
    assert of_kind(scene.does(MoveWarehouse("belgium", "rhineland")), DebtTaken) == [ordinary(0)]


@pytest.mark.rule("RS-128", "RS-131")
def test_repaying_costs_three_and_brings_the_warehouse_back_to_the_supply():
    scene = buying(thalers=7, supply=0, tiles=[], debts=3)
    assert scene.does(RepayDebt()) == [DebtRepaid(0, 3)]
    scene.does(RepayDebt())  # any number of them
    it = scene.game.players[0]
    assert (it.thalers, it.debts, it.supply) == (1, 1, 2)
    assert scene.question is None  # one Thaler does not repay the third


@pytest.mark.rule("RS-128")
def test_a_repaid_warehouse_may_be_built_at_once():
    scene = buying(thalers=6, supply=0, tiles=["essen_warehouse"], debts=1)
    assert scene.legal == [RepayDebt(), FinishPurchases()]
    assert scene.barred()[BuildWarehouse("essen_warehouse", "c_steele")] == ("no_warehouse", "RS-124")
    scene.does(RepayDebt())
    assert BuildWarehouse("essen_warehouse", "c_steele") in scene.legal


@pytest.mark.rule("RS-R25", "RS-128")
def test_no_debt_is_taken_to_repay_a_debt():
    scene = buying(thalers=2, supply=3, tiles=["inn"], debts=1)
    assert RepayDebt() not in scene.legal
    assert scene.barred()[RepayDebt()] == ("not_enough_money", "RS-128")


@pytest.mark.rule("RS-131", "RS-128")
def test_a_pledged_warehouse_stays_blocked_outside_phase_six():
    game = at_the_port(thalers=9, supply=0, debts=1)
    scene = Scene(game, ChooseOption(0))
    assert scene.legal_of(RepayDebt) == []


@pytest.mark.rule("RS-22", "RS-R44", "RS-132", "RS-R43")
def test_a_levy_without_points_or_money_reaches_for_the_timeline():
    game = table(2, in_round=3)
    player(game, 0, thalers=0, supply=0)
    scene = Scene(game, ChooseLevy(0))
    assert scene.happened(DebtTaken, LevyPaid) == [DebtTaken(0, "timeline", 2, lost=0), LevyPaid(0, 1, 0)]


@pytest.mark.rule("RS-R44", "RS-R43")
@pytest.mark.parametrize(("supply", "choices"), [(1, {"thalers", "points"}), (0, {"points"})])
def test_a_levy_without_money_is_paid_in_points_or_by_an_ordinary_debt(supply, choices):
    game = table(2, in_round=3)
    player(game, 0, thalers=0, supply=supply, points=3)
    scene = Scene(game, ChooseLevy(0), ChooseLevy(1))
    if choices == {"points"}:
        assert scene.happened(LevyPaid)[0] == LevyPaid(0, 0, 1)
    else:
        assert scene.legal == [PayLevy("thalers"), PayLevy("points")]

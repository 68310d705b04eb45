"""White tiles: once per game, in the own turn."""

import pytest

from games.ruhrschifffahrt.agenda import (
    AwardTiles,
    BeginPurchases,
    ChooseDieToRaise,
    ChooseOption,
    ChooseStart,
    ChooseTarget,
    Purchase,
    Sail,
)
from games.ruhrschifffahrt.commands import (
    FinishPurchases,
    HaulCoal,
    StartAt,
    TakeFreeTow,
    TakeNoOption,
    TakeOption,
    VisitInn,
)
from games.ruhrschifffahrt.events.coal import DieRaised
from games.ruhrschifffahrt.events.ships import OptionTaken
from games.ruhrschifffahrt.events.tiles import InnVisited, WhiteTileUsed
from support.games.ruhrschifffahrt_given import Scene, player, table


def turn(*tiles, in_round=5, thalers=9, track=None, **changes):
    game = table(
        2,
        in_round=in_round,
        ships={"c_werden": [0], "d14": [1]},
        depots={"d01": 2, "d07": 3, "d12": 4, "d14": 6},
        track=track or {"black": [], "white": []},
        **changes,
    )
    player(game, 0, tiles=list(tiles), thalers=thalers)
    return Scene(game, ChooseOption(0))


@pytest.mark.rule("RS-110", "RS-R20")
def test_the_inn_gives_three_thalers_or_two_points():
    scene = turn("inn", thalers=0)
    assert scene.does(VisitInn("thalers")) == [WhiteTileUsed(0, "inn"), InnVisited(0, 3, 0)]
    assert scene.game.players[0].thalers == 3
    scene = turn("inn")
    assert scene.does(VisitInn("points")) == [WhiteTileUsed(0, "inn"), InnVisited(0, 0, 2)]
    assert scene.game.players[0].points == 2


@pytest.mark.rule("RS-110")
def test_debts_do_not_matter_in_the_inn():
    scene = turn("inn", thalers=0)
    scene.game.players[0].debts = 3
    scene.does(VisitInn("thalers"))
    assert (scene.game.players[0].thalers, scene.game.players[0].debts) == (3, 3)


@pytest.mark.rule("RS-99", "RS-R20")
def test_a_white_tile_is_used_once_and_stays_on_its_field():
    scene = turn("inn")
    scene.does(VisitInn("points"))
    assert scene.legal_of(VisitInn) == []
    it = scene.game.players[0]
    assert (it.tiles, it.turned) == (["inn"], ["inn"])


@pytest.mark.rule("RS-R46", "RS-R20")
def test_the_inn_can_pay_the_option():
    game = turn("inn", thalers=0).game
    game.players[0].supply = 0
    scene = Scene(game, ChooseOption(0))
    assert TakeOption("tow") not in scene.legal
    scene.does(VisitInn("thalers"))
    assert TakeOption("tow") in scene.legal


@pytest.mark.rule("RS-R20", "RS-R42")
def test_the_inn_is_open_while_buying_too_whatever_the_money():
    game = table(2, in_round=5)
    player(game, 0, tiles=["inn"], thalers=10)
    scene = Scene(game, Purchase(0))
    scene.does(VisitInn("thalers"))
    assert game.players[0].thalers == 13  # the limit is for the end of the round


@pytest.mark.rule("RS-R20", "RS-R46")
def test_inn_and_hauler_come_before_the_option_or_after_its_effect_never_inside():
    scene = turn("inn", "coal_hauler_1", "supply", track={"black": [3], "white": []})
    assert scene.legal_of(VisitInn)
    assert scene.legal_of(HaulCoal)
    scene.does(TakeOption("transport"))
    assert isinstance(scene.question, ChooseTarget)
    assert scene.legal_of(VisitInn) + scene.legal_of(HaulCoal) == []
    scene.does(scene.legal[-1])  # into Broich
    assert isinstance(scene.question, ChooseStart)
    assert scene.legal_of(VisitInn)
    scene.does(HaulCoal("d15"))  # the die just transported
    assert scene.game.depots["d15"] == 6
    assert isinstance(scene.question, ChooseStart)


@pytest.mark.rule("RS-R20")
def test_neither_comes_inside_a_supply_and_the_start_ends_the_turn():
    scene = turn("inn", "coal_hauler_1", "supply")
    scene.does(TakeOption("supply"))
    assert isinstance(scene.question, ChooseDieToRaise)
    assert scene.legal_of(VisitInn) + scene.legal_of(HaulCoal) == []
    scene.does(scene.legal[0])
    scene.does(StartAt("d12"))
    assert scene.question is None


@pytest.mark.rule("RS-R20")
def test_neither_is_open_when_sailing():
    game = table(2, in_round=5, ships={"d12": [0], "c_witten": [1]}, depots={"d12": 4})
    player(game, 0, tiles=["inn", "coal_hauler_1"], option="pilot")
    scene = Scene(game, Sail(0))
    assert scene.legal_of(VisitInn) + scene.legal_of(HaulCoal) == []


@pytest.mark.rule("RS-R20")
def test_the_hauler_rests_while_buying():
    game = table(2, in_round=5)
    player(game, 0, tiles=["inn", "coal_hauler_1"])
    assert Scene(game, Purchase(0)).legal_of(HaulCoal) == []


@pytest.mark.rule("RS-108", "RS-15", "RS-R20", "RS-R55")
@pytest.mark.parametrize(("depot", "after"), [("d01", 5), ("d07", 6), ("d12", 6), ("d14", 6)])
def test_the_hauler_raises_any_die_on_a_depot_by_three_at_most_to_six(depot, after):
    scene = turn("coal_hauler_1")  # white coal, coal upstream, coal of another ship, a 6
    assert scene.legal_of(HaulCoal) == [HaulCoal(it) for it in ("d01", "d07", "d12", "d14")]
    assert scene.does(HaulCoal(depot)) == [WhiteTileUsed(0, "coal_hauler_1"), DieRaised(0, depot, after)]
    assert scene.game.depots[depot] == after


@pytest.mark.rule("RS-R56")
def test_two_haulers_are_used_one_after_the_other():
    scene = turn("coal_hauler_2", "coal_hauler_1")
    scene.does(HaulCoal("d01"))
    assert scene.game.players[0].turned == ["coal_hauler_2"]
    scene.does(HaulCoal("d12"))
    assert scene.legal_of(HaulCoal) == []
    assert scene.game.players[0].turned == ["coal_hauler_2", "coal_hauler_1"]


@pytest.mark.rule("RS-109", "RS-R20", "RS-65")
def test_towing_gives_a_tow_option_for_free_as_the_one_option_of_the_round():
    scene = turn("towing_1", track={"black": [2], "white": []}, in_round=7, thalers=0)
    # Heisingen is upstream, empty and has an arrow
    free = [TakeFreeTow("tow"), TakeFreeTow("tow_and_pilot"), TakeFreeTow("tow_and_transport")]
    assert scene.legal_of(TakeFreeTow) == free
    events = scene.does(TakeFreeTow("tow_and_pilot"))
    assert events[:2] == [WhiteTileUsed(0, "towing_1"), OptionTaken(0, "tow_and_pilot", 0)]
    assert scene.game.players[0].option == "tow_and_pilot"
    assert scene.game.players[0].thalers == 0


@pytest.mark.rule("RS-109", "RS-51")
def test_a_closed_pilot_is_closed_for_towing_too():
    scene = turn("towing_1", pilot_closed=True)
    assert scene.legal_of(TakeFreeTow) == [TakeFreeTow("tow")]


@pytest.mark.rule("RS-109", "RS-R14")
def test_towing_cannot_transport_from_an_empty_arrow_space():
    scene = turn("towing_1")
    assert TakeFreeTow("tow_and_transport") not in scene.legal


@pytest.mark.rule("RS-R56", "RS-109")
def test_two_towings_serve_twice():
    scene = turn("towing_1", "towing_2")
    scene.game.players[0].turned = ["towing_1"]
    assert scene.does(TakeFreeTow("tow"))[0] == WhiteTileUsed(0, "towing_2")
    again = turn("towing_1", "towing_2")
    again.game.players[0].turned = ["towing_1", "towing_2"]
    assert Scene(again.game, ChooseOption(0)).legal_of(TakeFreeTow) == []


@pytest.mark.rule("RS-R35")
def test_a_tile_not_earned_is_of_no_use():
    scene = turn()
    assert scene.legal_of(VisitInn) + scene.legal_of(HaulCoal) + scene.legal_of(TakeFreeTow) == []
    assert TakeNoOption() in scene.legal


@pytest.mark.rule("RS-R35")
def test_tiles_of_phase_five_can_be_used_in_phase_six_of_the_same_round():
    game = table(2, in_round=5)
    player(game, 0, stones={"black_industry": 2, "white_industry": 1}, thalers=0)
    scene = Scene(game, AwardTiles(), BeginPurchases())
    assert VisitInn("points") in scene.legal
    assert FinishPurchases() in scene.legal

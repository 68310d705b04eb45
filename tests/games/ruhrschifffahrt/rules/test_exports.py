"""6.7, phase 7: export and the end of the round."""

import pytest

from games.ruhrschifffahrt.agenda import BeginPurchases, BeginRound, EndRound, HistoricalEvent, ScoreExports
from games.ruhrschifffahrt.commands import BuildWarehouse, FinishPurchases, TakeNoOption
from games.ruhrschifffahrt.events.rounds import GameEnded, PhaseBegan, RoundEnded, ThalersReturned
from games.ruhrschifffahrt.events.ships import ExportMarkerMoved, ExportScored
from support.games.luck import Seeded
from support.games.ruhrschifffahrt_given import Scene, of_kind, player, table


def exporting(*, in_round=4, marker=0, country="rhineland", built=(), seats=3):
    """So many country markers lie open as rounds allow; the last one is this country's."""
    shown = ["belgium"] * (max(0, min(in_round, 11) - 4)) + ([country] if 4 <= in_round <= 11 else [])
    game = table(seats, in_round=in_round, export_marker=marker, countries_shown=shown)
    for column, owners in dict(built).items():
        game.warehouses[column] = list(owners)
    return Scene(game, ScoreExports())


@pytest.mark.rule("RS-134", "RS-135", "RS-136")
def test_the_example_of_the_rulebook():
    """Value 2 in the Rhineland: blue on position 1 gets 3, red on 2 gets 2, the marker goes two left."""
    blue, red = 0, 1
    scene = exporting(marker=6, built={"rhineland": [blue, red]})
    assert scene.happened(ExportScored) == [
        ExportScored(blue, "rhineland", 1, 3),
        ExportScored(red, "rhineland", 2, 2),
    ]
    assert scene.happened(ExportMarkerMoved) == [ExportMarkerMoved(4)]
    assert [it.points for it in scene.game.players] == [3, 2, 0]


@pytest.mark.rule("RS-134", "RS-135", "RS-155", "RS-R38")
@pytest.mark.parametrize(
    ("marker", "points"), [(0, [2, 1, 0]), (3, [2, 1, 0]), (4, [3, 2, 1]), (7, [3, 2, 1])]
)
def test_value_and_position_add_up_for_every_warehouse_of_the_column(marker, points):
    scene = exporting(marker=marker, built={"rhineland": [2, 0, 1], "belgium": [0]})
    assert [event.points for event in scene.happened(ExportScored)] == points
    assert [event.seat for event in scene.happened(ExportScored)] == [2, 0, 1]


@pytest.mark.rule("RS-R38", "RS-136")
def test_position_three_at_value_one_scores_nothing_but_took_part():
    scene = exporting(marker=3, built={"rhineland": [0, 1, 2]})
    assert scene.happened(ExportScored)[2].points == 0
    assert scene.game.export_marker == 0


@pytest.mark.rule("RS-136")
@pytest.mark.parametrize(("marker", "to"), [(7, 5), (2, 0), (1, 0), (0, 0)])
def test_the_marker_goes_left_by_the_warehouses_but_not_beyond_the_first_space(marker, to):
    scene = exporting(marker=marker, built={"rhineland": [0, 1]})
    assert scene.game.export_marker == to


@pytest.mark.rule("RS-136")
def test_an_empty_column_moves_nothing():
    scene = exporting(marker=5, built={"belgium": [0, 1]})
    assert scene.happened(ExportScored, ExportMarkerMoved) == []


@pytest.mark.rule("RS-133")
@pytest.mark.parametrize("in_round", range(1, 13))
def test_exports_happen_in_rounds_four_to_eleven(in_round):
    scene = exporting(in_round=in_round, built={"rhineland": [0]})
    assert bool(scene.happened(ExportScored)) == (4 <= in_round <= 11)


@pytest.mark.rule("RS-133", "RS-33")
def test_the_last_country_marker_no_longer_counts_in_round_twelve():
    game = table(2, in_round=12, countries_shown=["rhineland"] * 8)
    game.warehouses["rhineland"] = [0]
    assert Scene(game, ScoreExports()).happened(ExportScored) == []


@pytest.mark.rule("RS-134")
def test_only_the_marker_of_this_round_counts():
    game = table(2, in_round=5, countries_shown=["rhineland"])
    game.warehouses |= {"rhineland": [0], "netherlands": [1]}
    scene = Scene(game, HistoricalEvent("turn_country_marker"), ScoreExports(), luck=[4])  # the Netherlands
    assert [event.seat for event in scene.happened(ExportScored)] == [1]


@pytest.mark.rule("RS-134", "RS-126")
def test_a_warehouse_built_in_this_rounds_phase_six_takes_part():
    game = table(2, in_round=4, countries_shown=["rhineland"])
    player(game, 0, tiles=["port"], thalers=10)
    scene = Scene(game, BeginPurchases(), ScoreExports())
    scene.does(BuildWarehouse("port", "rhineland"))
    if scene.question:
        scene.does(FinishPurchases())
    assert of_kind(scene.events, ExportScored) == [ExportScored(0, "rhineland", 1, 2)]


def ending(in_round=5, **changes):
    return table(2, in_round=in_round, **changes)


@pytest.mark.rule("RS-138", "RS-R42", "RS-R52")
@pytest.mark.parametrize("in_round", [5, 12])
@pytest.mark.parametrize(("thalers", "back"), [(9, 0), (10, 0), (11, 1), (17, 7)])
def test_money_above_ten_goes_back(in_round, thalers, back):
    game = ending(in_round)
    for seat in range(2):
        player(game, seat, thalers=thalers)
    scene = Scene(game, EndRound())
    returned = [ThalersReturned(seat, back) for seat in range(2)]
    assert scene.happened(ThalersReturned) == (returned if back else [])
    assert [it.thalers for it in game.players] == [min(thalers, 10)] * 2


@pytest.mark.rule("RS-137", "RS-98", "RS-R27")
def test_discs_the_closed_pilot_and_used_tiles_are_free_again():
    game = ending(pilot_closed=True, locks_forced=True, port_sales=2)
    player(game, 0, option="pilot", tiles=["lock", "inn"], used=["lock"], turned=["inn"])
    scene = Scene(game, EndRound())
    assert scene.happened(RoundEnded)
    assert (game.pilot_closed, game.locks_forced, game.port_sales) == (False, False, 0)
    it = game.players[0]
    assert (it.option, it.used, it.turned) == ("", [], ["inn"])


@pytest.mark.rule("RS-139", "RS-1")
def test_the_round_marker_goes_one_on():
    game = ending(5)
    Scene(game, EndRound())
    assert game.round == 6


@pytest.mark.rule("RS-1", "RS-140", "RS-R31")
def test_the_game_ends_after_round_twelve():
    game = ending(12)
    scene = Scene(game, EndRound())
    assert scene.happened(GameEnded) == [GameEnded()]
    assert scene.question is None
    assert game.round == 12


@pytest.mark.rule("RS-1", "RS-13", "RS-14")
def test_a_round_has_seven_phases_and_each_begins_with_the_ships_as_they_lie_then():
    game = table(2, in_round=1, ships={"i_horst": [0], "c_werden": [1]}, depots={"d07": 3, "d15": 4})
    scene = Scene(game, BeginRound(), luck=Seeded(0))
    while game.round == 2:
        scene.does(TakeNoOption() if TakeNoOption() in scene.legal else scene.legal[-1])
    phases = [(event.phase, event.order) for event in scene.happened(PhaseBegan)][:7]
    assert phases == [
        ("event", (0, 1)),
        ("water_and_demand", (0, 1)),
        ("start_space_and_option", (0, 1)),
        ("move_and_sell", (1, 0)),  # the first one starts in Broich, the second was towed to Eintracht
        ("progress", (0, 1)),  # from there the second sailed to the port, the first to Mülheim
        ("purchases", (0, 1)),
        ("export_and_round_end", (0, 1)),
    ]

"""6.1, phase 1: the historical events, round by round."""

from collections import Counter

import msgspec
import pytest

from games.kernel import Play
from games.ruhrschifffahrt.agenda import (
    BeginEvents,
    BeginRound,
    ChooseDieToRemove,
    ChooseGain,
    ChooseLevy,
    HistoricalEvent,
    ReturnDie,
)
from games.ruhrschifffahrt.commands import PayLevy, RemoveDie, TakeGain
from games.ruhrschifffahrt.events.coal import DieRemoved, RemovalLapsed, TrackCoalRaised
from games.ruhrschifffahrt.events.history import (
    CountryMarkerTurned,
    GainReceived,
    LevyPaid,
    TimelineWarehouseReceived,
)
from games.ruhrschifffahrt.events.rounds import PhaseBegan, StartPlayerDrawn
from games.ruhrschifffahrt.rules.history import HISTORICAL_EVENTS
from games.ruhrschifffahrt.rules.locks import lock_price
from games.ruhrschifffahrt.rules.special_options import price
from support.games.luck import Rigged
from support.games.ruhrschifffahrt_given import BOARD, GAME, Scene, of_kind, player, table


def phase_one(in_round, seats=2, *, luck=(0,), **changes):
    return Scene(table(seats, in_round=in_round, **changes), BeginEvents(), luck=luck)


def kinds(events):
    return [type(event).__name__ for event in events]


@pytest.mark.rule("RS-12", "RS-20", "RS-R11")
def test_round_one_draws_the_start_player_and_counts_on_round_the_table():
    game = table(3, in_round=1, ships={})
    scene = Scene(game, BeginEvents(), luck=[2])
    assert scene.happened(StartPlayerDrawn) == [StartPlayerDrawn(2, (2, 0, 1))]
    assert scene.game.order == (2, 0, 1)


@pytest.mark.rule("RS-21")
def test_from_round_two_on_locks_may_be_built_for_two_thalers():
    assert [lock_price(table(in_round=number)) for number in range(1, 5)] == [None, 2, 2, 2]
    scene = phase_one(2, luck=())
    assert kinds(scene.events) == ["PhaseBegan"]
    assert scene.game.year.arms == "essen"


@pytest.mark.rule("RS-22", "RS-R44")
def test_in_round_three_everyone_pays_a_thaler_or_a_point_in_ship_order():
    game = table(3, in_round=3)
    player(game, 0, thalers=4, points=2)
    player(game, 1, thalers=4, points=2)
    player(game, 2, thalers=4)
    scene = Scene(game, BeginEvents())
    assert scene.question == ChooseLevy(0)
    assert scene.legal == [PayLevy("thalers"), PayLevy("points")]
    scene.does(PayLevy("thalers"))
    scene.does(PayLevy("points"))  # the third has no point to pay, so is not asked
    assert scene.happened(LevyPaid) == [LevyPaid(0, 1, 0), LevyPaid(1, 0, 1), LevyPaid(2, 1, 0)]
    assert [it.thalers for it in game.players] == [3, 4, 3]
    assert [it.points for it in game.players] == [2, 1, 0]
    assert scene.game.year.arms == "werden"


@pytest.mark.rule("RS-13", "RS-22", "RS-25", "RS-29", "RS-R44", "RS-R60")
@pytest.mark.parametrize(
    ("in_round", "question", "command"),
    [
        (3, ChooseLevy, PayLevy("thalers")),
        (6, ChooseGain, TakeGain("thalers")),
        (10, ChooseGain, TakeGain("points")),
    ],
)
def test_levy_warehouses_and_gains_go_from_the_source_down_not_round_the_table(in_round, question, command):
    game = table(3, in_round=in_round, ships={"c_steele": [2], "c_werden": [0], "c_muelheim": [1]})
    for seat in range(3):
        timeline = [number for number in game.players[seat].timeline if number >= in_round]
        player(game, seat, points=2, timeline=timeline)
    scene = Scene(game, BeginEvents(), luck=[0])
    asked = []
    while scene.question:
        assert isinstance(scene.question, question)
        asked.append(scene.question.seat)
        scene.does(command)
    assert asked == [2, 0, 1]
    warehouses = [event.seat for event in scene.happened(TimelineWarehouseReceived)]
    assert warehouses == ([] if in_round == 3 else [2, 0, 1])


@pytest.mark.rule("RS-R44")
def test_who_has_no_point_can_only_pay_the_levy_in_thalers():
    game = table(2, in_round=3)
    player(game, 0, thalers=4)
    assert GAME.rules.legal(game, ChooseLevy(0)) == [PayLevy("thalers")]


@pytest.mark.rule("RS-R44")
def test_who_cannot_raise_a_thaler_can_only_pay_the_levy_in_points():
    game = table(2, in_round=3)
    player(game, 0, thalers=0, points=2, debts=BOARD.debts.spaces)
    assert GAME.rules.legal(game, ChooseLevy(0)) == [PayLevy("points")]


@pytest.mark.rule("RS-23", "RS-R60")
def test_round_four_paves_the_road_and_turns_the_first_country_marker():
    down = {"rhineland": 0, "netherlands": 0, "belgium": 2}
    scene = phase_one(4, column="clay", countries_down=down)
    assert kinds(scene.events) == ["PhaseBegan", "ColumnChanged", "CountryMarkerTurned"]
    assert (scene.game.column, scene.game.year.arms) == ("paved", "berg")
    assert scene.game.countries_shown == ["belgium"]
    assert scene.game.countries_down == {"rhineland": 0, "netherlands": 0, "belgium": 1}


@pytest.mark.rule("RS-24")
def test_round_five_raises_the_lock_price_and_turns_the_second_marker():
    assert [lock_price(table(in_round=number)) for number in range(5, 13)] == [3] * 8
    down = {"rhineland": 1, "netherlands": 0, "belgium": 0}
    scene = phase_one(5, countries_shown=["belgium"], countries_down=down)
    assert scene.game.countries_shown == ["belgium", "rhineland"]
    assert scene.game.year.arms == "essen"


@pytest.mark.rule("RS-25", "RS-29", "RS-R60")
@pytest.mark.parametrize(("in_round", "arms"), [(6, "werden"), (10, "berg")])
def test_rounds_six_and_ten_give_a_warehouse_and_a_thaler_or_a_point(in_round, arms):
    game = table(2, in_round=in_round)
    for it in game.players:
        it.timeline = [number for number in it.timeline if number >= in_round]
    scene = Scene(game, BeginEvents(), luck=[0])
    assert kinds(scene.events) == ["PhaseBegan", *["TimelineWarehouseReceived"] * 2]
    assert scene.question == ChooseGain(0)
    assert scene.legal == [TakeGain("thalers"), TakeGain("points")]
    scene.does(TakeGain("thalers"))
    events = scene.does(TakeGain("points"))
    assert scene.happened(GainReceived) == [GainReceived(0, 1, 0), GainReceived(1, 0, 1)]
    assert kinds(events)[-1] == "CountryMarkerTurned"  # seen only after the choice
    assert (game.players[0].thalers, game.players[1].points) == (3, 1)
    assert game.players[0].timeline == [later for later in (7, 9, 10, 11) if later > in_round]
    assert [it.supply for it in game.players] == [2, 2]
    assert game.year.arms == arms


@pytest.mark.rule("RS-26")
def test_round_seven_makes_paid_options_dearer_and_gives_a_warehouse():
    scene = phase_one(7)
    assert kinds(scene.events) == ["PhaseBegan", *["TimelineWarehouseReceived"] * 2, "CountryMarkerTurned"]
    assert scene.game.year.arms == "berg"
    tow = scene.game.option("tow")
    assert (price(table(in_round=6), tow), price(scene.game, tow)) == (1, 2)


@pytest.mark.rule("RS-27")
def test_round_eight_lays_rails_and_gives_no_warehouse():
    scene = phase_one(8, column="paved")
    assert kinds(scene.events) == ["PhaseBegan", "ColumnChanged", "CountryMarkerTurned"]
    assert (scene.game.column, scene.game.year.arms) == ("rail", "essen")


@pytest.mark.rule("RS-28", "RS-15", "RS-R4")
def test_round_nine_raises_every_die_on_the_track_up_to_six():
    game = table(2, in_round=9, track={"black": [1, 6], "white": [5]})
    depots = dict(game.depots)
    scene = Scene(game, BeginEvents(), luck=[0])
    assert kinds(scene.events) == [
        "PhaseBegan",
        "TrackCoalRaised",
        *["TimelineWarehouseReceived"] * 2,
        "CountryMarkerTurned",
    ]
    assert scene.happened(TrackCoalRaised) == [TrackCoalRaised(black=(2, 6), white=(6,))]
    assert game.track == {"black": [2, 6], "white": [6]}
    assert game.depots == depots
    assert game.year.arms == "werden"


@pytest.mark.rule("RS-28")
def test_an_empty_track_has_nothing_to_raise():
    assert phase_one(9).happened(TrackCoalRaised) == []


@pytest.mark.rule("RS-30", "RS-31", "RS-141", "RS-R50", "RS-147")
@pytest.mark.parametrize(
    ("seats", "pickers", "due"),
    [(2, [1], {"black": 1}), (3, [2, 1], {"black": 1, "white": 1}), (4, [3, 2, 1], {"black": 2, "white": 1})],
)
def test_round_eleven_removes_dice_from_the_last_ship_upstream(seats, pickers, due):
    game = table(seats, in_round=11, track={"black": [2], "white": [3]})
    boxed = dict(game.boxed)
    scene = Scene(game, BeginEvents(), luck=[0])
    assert scene.question == ChooseDieToRemove(pickers[0], due, tuple(pickers[1:]))
    while isinstance(scene.question, ChooseDieToRemove):
        scene.does(scene.legal[-1])
    removed = scene.happened(DieRemoved)
    assert [event.seat for event in removed] == pickers
    for colour in ("black", "white"):
        assert game.boxed[colour] == boxed[colour] + due.get(colour, 0)
    assert game.track == {"black": [2], "white": [3]}
    assert not any(event.depot in game.depots for event in removed)


@pytest.mark.rule("RS-31", "RS-R50")
def test_the_dice_are_removed_by_the_ships_as_they_lie_not_as_players_sit():
    ships = {"c_steele": [2], "c_werden": [0, 3], "c_muelheim": [1]}  # seat 3 came later: upstream of seat 0
    scene = Scene(table(4, in_round=11, ships=ships), BeginEvents(), luck=[0])
    while scene.question:
        scene.does(scene.legal[0])
    assert [event.seat for event in scene.happened(DieRemoved)] == [1, 0, 3]  # and none by seat 2


@pytest.mark.rule("RS-31", "RS-R29")
def test_each_picker_takes_any_colour_that_is_still_due():
    scene = phase_one(11, seats=3)
    assert RemoveDie("d01") in scene.legal
    assert RemoveDie("d15") in scene.legal
    scene.does(RemoveDie("d01"))  # the white one
    assert all(scene.game.river.coal[it.depot] == "black" for it in scene.legal_of(RemoveDie))


@pytest.mark.rule("RS-R29", "RS-147")
def test_a_pick_lapses_when_no_due_colour_lies_on_a_depot():
    scene = phase_one(11, seats=4, depots={"d01": 4}, track={"black": [1, 2], "white": []})
    # the white die goes first, by the last ship; the two black ones lie on the track only
    assert scene.happened(DieRemoved, RemovalLapsed) == [
        DieRemoved(3, "d01", "white"),
        RemovalLapsed(2),
        RemovalLapsed(1),
    ]
    assert scene.game.track["black"] == [1, 2]


@pytest.mark.rule("RS-32", "RS-R60")
def test_round_eleven_gives_the_last_warehouse_and_turns_the_eighth_marker():
    game = table(2, in_round=11, depots={"d07": 2})
    for it in game.players:
        it.timeline = [11]
    scene = Scene(game, BeginEvents(), luck=[0])
    assert kinds(scene.events) == [
        "PhaseBegan",
        "DieRemoved",
        *["TimelineWarehouseReceived"] * 2,
        "CountryMarkerTurned",
    ]
    assert scene.happened(TimelineWarehouseReceived)[0].seat == 0
    assert game.players[0].timeline == []
    assert game.year.arms == "essen"


@pytest.mark.rule("RS-33")
def test_round_twelve_has_no_event():
    assert kinds(phase_one(12, luck=()).events) == ["PhaseBegan"]


@pytest.mark.rule("RS-8", "RS-23")
def test_each_of_the_eight_country_markers_is_as_likely_as_the_others():
    turned = Counter()
    for number in range(8):
        scene = Scene(table(2, in_round=4), HistoricalEvent("turn_country_marker"), luck=[number])
        turned.update(event.country for event in scene.happened(CountryMarkerTurned))
    assert turned == {"rhineland": 3, "netherlands": 3, "belgium": 2}


@pytest.mark.rule("RS-8")
@pytest.mark.parametrize("number", range(8))
def test_a_table_out_of_the_book_turns_the_same_marker(number):
    """Its keys are sorted there; the same luck must mean the same marker."""
    game = table(2, in_round=4)
    stored = msgspec.json.decode(msgspec.json.encode(game, order="sorted"), type=type(game))
    one, other = (
        Scene(it, HistoricalEvent("turn_country_marker"), luck=[number]).happened(CountryMarkerTurned)
        for it in (game, stored)
    )
    assert one == other


@pytest.mark.rule("RS-R60", "RS-44")
def test_returns_of_the_column_change_come_before_anything_else():
    scene = phase_one(4, column="clay", track={"black": [2], "white": []}, depots={})
    assert isinstance(scene.question, ReturnDie)
    assert kinds(scene.events)[-1] == "DiePushedOff"


@pytest.mark.rule("RS-7", "RS-139", "RS-R60")
def test_a_round_begins_with_its_year_and_its_events():
    game = table(2, in_round=5)
    play = Play(GAME.rules, game, Rigged())
    play.agenda = [BeginRound()]
    play.run()
    assert (game.round, play.events[0].year) == (6, 1782)
    assert of_kind(play.events, PhaseBegan) == [PhaseBegan("event", (0, 1))]


def test_the_timeline_knows_no_event_that_nobody_carries_out():
    named = {event for field in BOARD.timeline.rounds for event in field.events}
    assert named == set(HISTORICAL_EVENTS)

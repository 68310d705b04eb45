"""Facts that a client draws without knowing the rules."""

import msgspec
import pytest

from games.ruhrschifffahrt.agenda import (
    BeginDepartures,
    BeginEvents,
    BeginVoyages,
    ChooseOption,
    ChooseStart,
    OpenPurchases,
    Purchase,
    ReturnDie,
    Sail,
)
from games.ruhrschifffahrt.commands import PutDie, StartAt, TakeNoOption, TakeOption
from support.games.ruhrschifffahrt_given import GAME, Scene, player, table


def seen(game):
    return GAME.view(game)


@pytest.mark.rule("RS-13", "RS-R9")
def test_whose_ship_comes_next():
    game = table(3, in_round=5, ships={"c_steele": [2], "c_werden": [0], "c_muelheim": [1]})
    scene = Scene(game, BeginDepartures())
    assert (seen(game).order, seen(game).to_come) == ((2, 0, 1), [2, 0, 1])
    scene.does(TakeNoOption())
    scene.does(StartAt("d15"))
    assert seen(game).to_come == [0, 1]


@pytest.mark.rule("RS-31", "RS-R50")
def test_in_round_eleven_those_who_remove_a_die_later_are_still_to_come():
    ships = {"c_steele": [2], "c_werden": [0], "c_kettwig": [3], "c_muelheim": [1]}
    scene = Scene(table(4, in_round=11, ships=ships), BeginEvents(), luck=[0])
    assert seen(scene.game).to_come == [1, 3, 0]
    scene.does(scene.legal[0])
    assert seen(scene.game).to_come == [3, 0]


@pytest.mark.rule("RS-R49", "RS-R48")
def test_buyers_to_come_and_whoever_puts_a_die_back_before_the_next_ship_sails():
    game = table(3, in_round=5)
    player(game, 1, tiles=["inn"])
    game.agenda = (Purchase(1), OpenPurchases(0), OpenPurchases(2))
    assert seen(game).to_come == [1, 0, 2]
    game.agenda = (ReturnDie(2, "black", 3), Sail(0), Sail(1))
    assert seen(game).to_come == [2, 0, 1]


@pytest.mark.rule("RS-87", "RS-89", "RS-93")
def test_what_the_trips_of_the_asked_seat_would_bring():
    game = table(2, in_round=5, ships={"c_werden": [0], "c_witten": [1]}, depots={"d13": 3, "d15": 4})
    game.demand = {"i_mintard": 2}
    game.warehouses["c_muelheim"] = [1]
    Scene(game, ChooseOption(0))
    trips = {(it.depot, it.space): it for it in seen(game).trips}
    assert set(trips) == {("d13", "i_mintard"), ("d15", "c_muelheim")}
    assert (trips["d13", "i_mintard"].thalers, trips["d13", "i_mintard"].demand) == (2, 2)
    assert trips["d15", "c_muelheim"].owners == (1,)


@pytest.mark.rule("RS-70", "RS-89")
def test_with_a_pilot_chosen_all_trips_are_shown():
    game = table(2, in_round=5, ships={"c_werden": [0], "c_witten": [1]}, depots={"d13": 3, "d15": 4})
    scene = Scene(game, ChooseOption(0))
    scene.does(TakeOption("pilot"))
    assert isinstance(scene.question, ChooseStart)
    port = [it for it in seen(game).trips if it.space == "port"]
    assert [(it.depot, it.pips, it.stones, it.thalers, it.port_bonus) for it in port] == [
        ("d13", 2, 1, 1, 1),
        ("d15", 3, 1, 2, 1),
    ]


@pytest.mark.rule("RS-77", "RS-R15")
def test_after_tow_and_transport_only_the_trip_from_the_filled_depot_is_open():
    game = table(
        2,
        in_round=5,
        ships={"c_muelheim": [0], "c_witten": [1]},
        depots={"d12": 4, "d14": 3},
        track={"black": [5], "white": []},
    )
    player(game, 0, thalers=9, tiles=["inn"])
    scene = Scene(game, ChooseOption(0))
    scene.does(TakeOption("tow_and_transport"))
    scene.does(PutDie("d13"))
    assert scene.legal_of(StartAt) == [StartAt("d13")]
    assert [(it.depot, it.space) for it in seen(game).trips] == [("d13", "i_mintard")]


@pytest.mark.rule("RS-81", "RS-82")
def test_reachable_sales_spaces_of_the_ships_at_their_depots():
    game = table(2, in_round=5, ships={"d14": [0], "d07": [1]}, depots={"d14": 3, "d07": 4})
    game.players[0].option = "pilot"
    Scene(game, BeginVoyages())
    zero, one = seen(game).seats
    assert zero.reachable == ["i_saarn", "c_muelheim", "i_speldorf", "port"]
    assert one.reachable == []  # has sailed
    assert (zero.ship, one.ship) == ("d14", "c_steele")


@pytest.mark.rule("RS-120", "RS-125", "RS-R51")
def test_the_next_price_and_the_free_places_of_every_site():
    game = table(4, in_round=5)
    game.warehouses |= {"c_werden": [1], "c_steele": [1, 2, 3], "k_mark": [0], "belgium": [0, 1]}
    sites = {it.site: (it.price, it.free) for it in seen(game).sites}
    assert sites["c_werden"] == (4, 2)
    assert sites["c_steele"] == (None, 0)
    assert sites["c_muelheim"] == (2, 3)
    assert sites["k_mark"] == (3, 1)
    assert (sites["belgium"], sites["rhineland"]) == ((4, 1), (4, 3))


@pytest.mark.rule("RS-88", "RS-96")
def test_the_six_areas_against_the_combination_of_every_tile():
    game = table(2, in_round=5)
    player(
        game, 0, stones={"black_city": 2, "black_industry": 1}, tiles=["lock", "inn", "mayor"], used=["lock"]
    )
    player(game, 0, turned=["inn"], blanks=["railway"], above=["grafschaft_mark"])
    game.stock["towing_1"] = 0
    mine = seen(game).seats[0]
    areas = {it.area: (it.stones, it.room) for it in mine.areas}
    assert areas == {
        "black_industry": (1, 1), "black_city": (2, 0), "black_port": (0, 2),
        "white_industry": (0, 2), "white_city": (0, 2), "white_port": (0, 2),
    }  # fmt: skip
    tiles = {it.tile: it for it in mine.tiles}
    assert len(tiles) == 17
    assert tiles["grafschaft_mark"].missing == {"black_industry": 1}
    assert tiles["railway"].missing == {"white_city": 2}
    standing = {name: tile.standing for name, tile in tiles.items()}
    assert standing["grafschaft_mark"] == "above"
    assert (standing["lock"], standing["inn"], standing["mayor"]) == ("used", "used", "ready")
    assert (standing["railway"], standing["towing_1"], standing["towing_2"]) == (
        "blank",
        "sold_out",
        "in_supply",
    )


@pytest.mark.rule("RS-51", "RS-66", "RS-26")
def test_the_options_with_their_prices_and_discs():
    game = table(2, in_round=7, pilot_closed=True)
    game.players[1].option = "wages"
    options = {it.option: (it.price, it.closed, it.seats) for it in seen(game).options}
    assert options["tow"] == (2, False, [])
    assert options["pilot"] == (0, True, [])
    assert options["wages"] == (0, True, [1])
    assert options["supply"] == (0, False, [])
    game.round = 12
    assert {it.option: it.closed for it in seen(game).options}["supply"]


@pytest.mark.rule("RS-134", "RS-135")
def test_what_the_port_would_score_now():
    game = table(3, in_round=5, export_marker=5, countries_shown=["belgium", "rhineland"])
    game.warehouses["rhineland"] = [0, 1]
    it = seen(game).export
    assert (it.country, it.value) == ("rhineland", 2)
    assert it.column_points == {"belgium": [], "netherlands": [], "rhineland": [3, 2]}


@pytest.mark.rule("RS-134")
def test_before_the_marker_of_the_round_is_turned_no_country_buys():
    assert seen(table(3, in_round=5, countries_shown=["belgium"])).export.country is None


@pytest.mark.rule("RS-90", "RS-21")
def test_positions_in_the_port_and_the_price_of_locks():
    game = table(3, in_round=3, ships={"port": [2, 0], "c_witten": [1]})
    it = seen(game)
    assert [seat.port_position for seat in it.seats] == [2, 0, 1]
    assert (it.lock_price, it.year, it.arms) == (2, 1776, "werden")


@pytest.mark.rule("RS-130")
def test_what_a_seat_could_pay():
    game = table(2, in_round=5)
    player(game, 0, thalers=3, supply=2, debts=3)
    assert seen(game).seats[0].funds == 5  # one debt space is left


def test_the_view_is_json():
    game = table(3, in_round=5)
    Scene(game, Purchase(0))
    assert msgspec.json.decode(msgspec.json.encode(seen(game)), type=GAME.view_type) == seen(game)

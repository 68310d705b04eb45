"""5.1: the transport track."""

import pytest

from games.ruhrschifffahrt.agenda import BeginEvents, ReturnDie, Sail
from games.ruhrschifffahrt.commands import PutDie, SellAt
from games.ruhrschifffahrt.events.coal import (
    CoalLaidOnTrack,
    ColumnChanged,
    DieLeftGame,
    DiePushedOff,
    DieReturned,
)
from games.ruhrschifffahrt.state import LooseDie
from support.games.ruhrschifffahrt_given import Scene, player, table

BLACK_DEPOTS = [f"d{number:02}" for number in range(7, 16)]


def black(*depots):
    """One die of three pips on each of these."""
    return dict.fromkeys(depots, 3)


def with_track(*, in_round, black=(), white=(), depots, ships=None):
    return table(
        3, in_round=in_round, track={"black": list(black), "white": list(white)}, depots=depots, ships=ships
    )


def after_sale(**position):
    """Seat 0 sells the 3 of Eintracht in Steele, which is a simple trip; nothing is in between."""
    game = with_track(ships={"d07": [0]}, **position)
    return Scene(game, Sail(0))


@pytest.mark.rule("RS-34", "RS-36", "RS-95")
def test_a_sold_die_goes_onto_the_arrow_space_of_an_empty_column_with_its_pips():
    scene = after_sale(in_round=2, depots={"d07": 3})
    assert scene.game.track == {"black": [3], "white": []}
    assert scene.game.depots == {}


@pytest.mark.rule("RS-36")
def test_the_next_die_goes_on_the_space_above():
    scene = after_sale(in_round=2, black=[1, 5], depots={"d07": 3})
    assert scene.game.track["black"] == [1, 5, 3]


@pytest.mark.rule("RS-37", "RS-38", "RS-35")
@pytest.mark.parametrize(("in_round", "full"), [(2, [1, 4, 4, 4, 4]), (4, [1, 4, 4, 4]), (8, [1, 4, 4])])
def test_a_full_column_lets_its_lowest_die_go_before_the_new_one_comes_on_top(in_round, full):
    scene = after_sale(in_round=in_round, black=full, depots={"d07": 3, "d08": 4})
    assert scene.game.track["black"] == [*full[1:], 3]
    assert scene.happened(DiePushedOff) == [DiePushedOff("black", 1)]
    assert scene.happened(CoalLaidOnTrack) == [CoalLaidOnTrack("black", 3)]


@pytest.mark.rule("RS-35", "RS-37")
@pytest.mark.parametrize(("in_round", "almost_full"), [(2, 4), (4, 3), (8, 2)])
def test_with_one_space_left_no_die_goes(in_round, almost_full):
    scene = after_sale(in_round=in_round, black=[4] * almost_full, depots={"d07": 3})
    assert scene.happened(DiePushedOff) == []


@pytest.mark.rule("RS-38", "RS-39", "RS-R12", "RS-R48")
def test_the_start_player_of_the_phase_puts_it_back_in_the_arms_of_the_round():
    game = with_track(
        in_round=2, black=[1, 4, 4, 4, 4], depots={"d07": 3, "d12": 3}, ships={"d12": [1], "d07": [0]}
    )
    game.order = (2, 0, 1)  # seat 0 sells, but seat 2 began the phase
    scene = Scene(game, Sail(0), Sail(1))
    assert scene.question == ReturnDie(2, "black", 1)  # the next ship waits
    assert scene.legal == [PutDie("d07"), PutDie("d08"), PutDie("d09")]  # Essen; d07 is just left
    scene.does(PutDie("d09"))
    assert scene.game.depots["d09"] == 1
    assert scene.game.track["black"][-1] == 2  # of seat 1, whose turn came then, over an obstacle


@pytest.mark.rule("RS-39")
@pytest.mark.parametrize(
    ("in_round", "depots"),
    [(2, ["d07", "d08", "d09"]), (3, ["d10", "d11", "d12"]), (4, ["d13", "d14", "d15"])],
)
def test_black_dice_return_to_essen_werden_and_berg_in_turn(in_round, depots):
    scene = Scene(with_track(in_round=in_round, depots={}), ReturnDie(1, "black", 2))
    assert scene.legal == [PutDie(depot) for depot in depots]


@pytest.mark.rule("RS-40")
def test_when_the_arms_are_full_any_other_territory_but_the_mark_will_do():
    scene = Scene(with_track(in_round=2, depots=black("d07", "d08", "d09", "d11")), ReturnDie(1, "black", 2))
    assert scene.legal == [PutDie(depot) for depot in ("d10", "d12", "d13", "d14", "d15")]


@pytest.mark.rule("RS-R12")
def test_one_possible_depot_is_no_question():
    game = with_track(in_round=2, depots=black("d07", "d08"))
    game.loose = [LooseDie("black", 2)]
    scene = Scene(game, ReturnDie(1, "black", 2))
    assert scene.question is None
    assert scene.happened(DieReturned) == [DieReturned(1, "d09", "black", 2)]


@pytest.mark.rule("RS-41")
def test_white_dice_return_to_the_mark_whatever_the_arms():
    scene = Scene(with_track(in_round=5, depots={"d01": 4, "d02": 4}), ReturnDie(1, "white", 6))
    assert scene.legal == [PutDie(depot) for depot in ("d03", "d04", "d05", "d06")]


@pytest.mark.rule("RS-R13", "RS-33")
def test_in_the_last_round_a_die_pushed_off_leaves_the_game():
    scene = after_sale(in_round=12, black=[1, 4, 4], depots={"d07": 3})
    assert scene.happened(DieLeftGame) == [DieLeftGame("black", 1)]
    assert scene.game.boxed["black"] == 2  # one of three players, and this one
    assert scene.question is None


@pytest.mark.rule("RS-R13")
def test_round_one_cannot_overflow():
    scene = after_sale(in_round=1, black=[4, 4, 4], depots={"d07": 3})  # the fourth sale of the round
    assert scene.happened(DiePushedOff) == []


@pytest.mark.rule("RS-34", "RS-R36")
def test_white_dice_have_their_own_column():
    game = with_track(in_round=5, black=[2], depots={"d01": 4}, ships={"d01": [0]})
    player(game, 0, tiles=["grafschaft_mark"])
    scene = Scene(game, Sail(0))
    assert scene.game.track == {"black": [2], "white": [4]}


@pytest.mark.rule("RS-149", "RS-34")
def test_a_die_that_lost_a_pip_lies_on_the_track_without_it():
    game = with_track(in_round=2, depots={"d08": 4}, ships={"d08": [0]})  # the obstacle Steele lies before it
    scene = Scene(game, Sail(0))
    assert scene.game.track["black"] == [3]


@pytest.mark.rule("RS-44", "RS-R30", "RS-23", "RS-146")
@pytest.mark.parametrize("waiting", [1, 3, 5])
def test_the_paved_road_is_one_space_shorter_so_the_lowest_die_drops_out(waiting):
    pips = [6, 5, 4, 3, 2][:waiting]
    game = table(3, in_round=4, track={"black": list(pips), "white": []}, column="clay", depots=black("d07"))
    scene = Scene(game, BeginEvents())
    assert scene.happened(ColumnChanged) == [ColumnChanged("paved")]
    assert scene.game.track["black"] == pips[1:]
    assert scene.question == ReturnDie(0, "black", 6)
    assert scene.legal == [PutDie("d13"), PutDie("d14"), PutDie("d15")]  # Berg: the arms of the new round


@pytest.mark.rule("RS-44")
def test_an_empty_track_changes_without_further_ado():
    game = table(3, in_round=4, column="clay")
    scene = Scene(game, BeginEvents(), luck=[0])
    assert scene.happened(DiePushedOff) == []
    assert scene.game.column == "paved"


@pytest.mark.rule("RS-44", "RS-R30", "RS-27", "RS-R60")
def test_on_the_rails_both_columns_lose_their_lowest_die_black_first():
    game = table(
        3, in_round=8, track={"black": [1, 2, 3, 4], "white": [5, 6]}, column="paved", depots={"d01": 4}
    )
    scene = Scene(game, BeginEvents(), luck=[0])
    assert scene.game.track == {"black": [2, 3, 4], "white": [6]}
    assert scene.question == ReturnDie(0, "black", 1)
    scene.does(PutDie("d07"))
    assert scene.question == ReturnDie(0, "white", 5)
    assert PutDie("d01") not in scene.legal
    scene.does(PutDie("d06"))
    assert scene.game.depots == {"d01": 4, "d07": 1, "d06": 5}


@pytest.mark.rule("RS-R48", "RS-80")
def test_the_next_ship_sells_only_after_the_die_is_placed():
    game = with_track(
        in_round=4, black=[1, 4, 4, 4], depots={"d07": 3, "d15": 4}, ships={"d07": [0], "d15": [1]}
    )
    game.players[1].option = "pilot"
    scene = Scene(game, Sail(0), Sail(1))
    assert scene.question == ReturnDie(0, "black", 1)
    scene.does(PutDie("d13"))
    assert scene.question == Sail(1)
    assert SellAt("port") in scene.legal

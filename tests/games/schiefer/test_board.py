"""The printed data equal the numbers of the component list, and each group says where it comes from."""

import msgspec
import pytest

from games.schiefer.board import BOARDS
from games.schiefer.game import SCHIEFER

BOARD = next(iter(BOARDS.values()))
MINES = [mine for valley in BOARD.valleys.list for mine in valley.mines]
SOURCES = {
    "publication": "rulebook",
    "players": "rulebook",
    "pieces": "rulebook",
    "bank": "reconstructed",
    "colours": "reconstructed",
    "setup": "rulebook",
    "dice_prices": "rulebook",
    "markers": "rulebook",
    "action_fields": "reconstructed",
    "valleys": "reconstructed",
    "boxes": "rulebook",
    "scoring": "rulebook",
}


def test_every_group_of_data_says_where_it_comes_from():
    groups = {name: value for name, value in msgspec.to_builtins(BOARD).items() if name != "edition"}
    assert {name: group["source"] for name, group in groups.items()} == SOURCES


def test_the_edition_says_that_it_is_reconstructed():
    assert BOARD.edition == "reconstructed-1"
    assert list(SCHIEFER.editions) == ["reconstructed-1"]


def test_two_to_four_play_about_seventy_minutes():
    assert (BOARD.players.min, BOARD.players.max, BOARD.players.min_age, BOARD.players.minutes) == (
        2,
        4,
        10,
        70,
    )
    assert (SCHIEFER.seats, SCHIEFER.minutes) == ((2, 3, 4), 70)


@pytest.mark.rule("SF-1", "SF-2")
def test_pieces_and_equipment():
    assert (BOARD.pieces.markers_per_player, BOARD.pieces.black_markers, BOARD.pieces.dice) == (26, 29, 3)
    assert (BOARD.setup.supply, BOARD.setup.reserve, BOARD.setup.money) == (8, 18, 3)
    assert BOARD.setup.supply + BOARD.setup.reserve == BOARD.pieces.markers_per_player
    assert BOARD.bank.unlimited


@pytest.mark.rule("SF-R28")
def test_four_colours_in_a_fixed_order():
    assert BOARD.colours.list == ("blue", "red", "green", "yellow")


@pytest.mark.rule("SF-8", "SF-9")
def test_prices_of_the_dice():
    assert (BOARD.dice_prices.reroll, BOARD.dice_prices.set) == (1, 3)


@pytest.mark.rule("SF-16")
def test_six_fields_two_of_which_offer_a_choice_and_every_action_twice():
    fields = {field.die: field.actions for field in BOARD.action_fields.list}
    assert fields == {
        1: ("supply",),
        2: ("supply", "open_mine"),
        3: ("open_mine",),
        4: ("sell",),
        5: ("sell", "develop"),
        6: ("develop",),
    }
    actions = [action for printed in fields.values() for action in printed]
    assert all(actions.count(action) == 2 for action in actions)


@pytest.mark.rule("SF-R16", "SF-R23")
def test_as_many_mines_as_black_markers_in_six_valleys_of_unequal_length():
    assert len(MINES) == BOARD.pieces.black_markers == 29
    assert {valley.id: len(valley.mines) for valley in BOARD.valleys.list} == {
        "ogwen": 6,
        "dwyryd": 6,
        "seiont": 5,
        "llyfni": 5,
        "dulas": 4,
        "dysynni": 3,
    }


def test_entrances_cost_one_to_three():
    costs = [mine.entrance for mine in MINES]
    assert [costs.count(cost) for cost in (1, 2, 3)] == [10, 11, 8]
    assert sum(costs) == 56


def test_slate_is_worth_four_to_six_three_more_than_the_entrance():
    assert all(mine.value == mine.entrance + 3 for mine in MINES)
    assert sum(mine.value for mine in MINES) == 143


def test_mines_grow_dearer_towards_the_source():
    printed = {
        valley.id: "/".join(str(mine.entrance) for mine in valley.mines) for valley in BOARD.valleys.list
    }
    assert printed == {
        "ogwen": "1/1/2/2/3/3",
        "dwyryd": "1/1/2/2/3/3",
        "seiont": "1/1/2/2/3",
        "llyfni": "1/1/2/2/3",
        "dulas": "1/2/2/3",
        "dysynni": "1/2/3",
    }


def test_a_mine_is_called_by_its_valley_and_its_place_from_the_mouth():
    for valley in BOARD.valleys.list:
        assert [mine.id for mine in valley.mines] == [
            f"{valley.id}-{n + 1}" for n in range(len(valley.mines))
        ]


@pytest.mark.rule("SF-28", "SF-35", "SF-36")
def test_eight_boxes_seven_of_which_are_in_play_for_any_number_of_players():
    everybody = {
        "buy_marker_3",
        "buy_marker_4",
        "change_die",
        "better_sale",
        "money_points",
        "different_valleys",
    }
    assert {box.id for box in BOARD.boxes_for(2)} == everybody | {"alone_in_valley"}
    for seats in (3, 4):
        assert {box.id for box in BOARD.boxes_for(seats)} == everybody | {"half_of_mines"}
    assert BOARD.boxes.markers_per_box == {2: 1, 3: 2, 4: 2}


def test_numbers_of_the_boxes():
    numbers = {
        box.id: (box.marker_price, box.sale_bonus, box.money_per_point, box.points_per_valley)
        for box in BOARD.boxes.list
    }
    assert numbers == {
        "buy_marker_3": (3, 0, 0, 0),
        "buy_marker_4": (4, 0, 0, 0),
        "change_die": (0, 0, 0, 0),
        "better_sale": (0, 2, 0, 0),
        "money_points": (0, 0, 2, 0),
        "different_valleys": (0, 0, 0, 1),
        "half_of_mines": (0, 0, 0, 2),
        "alone_in_valley": (0, 0, 0, 3),
    }


def test_points():
    assert (BOARD.scoring.points_per_mine, BOARD.scoring.money_per_point) == (2, 3)


@pytest.mark.rule("SF-R1", "SF-R25")
def test_both_rulings_that_a_match_may_choose_have_their_defaults():
    assert SCHIEFER.options() == SCHIEFER.options(executing_marker_may_pay=True, stall_rounds=0)
    for rounds in (-1, 101):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"stall_rounds": rounds}, SCHIEFER.options)

"""Features of Schiefer that say what is still to come."""

import pytest

from support.games.schiefer_given import BLUE, RED, given, player
from workers.bots.evaluation.schiefer import extract

IN_OGWEN = {"ogwen-1": BLUE, "ogwen-2": RED, "ogwen-3": BLUE}  # worth 4, 4 and 5


def test_slate_nobody_has_sold_is_income_to_come_by_the_share_of_the_valley():
    game = given(mines=IN_OGWEN)
    assert extract(game, BLUE)["income"] == pytest.approx(13 * 2 / 3)
    assert extract(game, RED)["income"] == pytest.approx(13 * 1 / 3)


def test_slate_that_was_sold_brings_nothing_more():
    game = given(mines=IN_OGWEN, sold=("ogwen-1", "ogwen-3"))
    assert extract(game, BLUE)["income"] == pytest.approx(4 * 2 / 3)
    assert extract(given(), BLUE)["income"] == 0


@pytest.mark.parametrize(
    ("box", "feature", "counted"),
    [
        ("money_points", "income_with_box", "income"),
        ("money_points", "money_with_box", "money"),
        ("different_valleys", "valleys_with_box", "valleys"),
        ("half_of_mines", "halves_with_box", "halves"),
        ("alone_in_valley", "alone_with_box", "alone"),
    ],
)
def test_what_a_box_makes_dearer_counts_once_more_for_its_owner(box, feature, counted):
    mines = {"dysynni-1": BLUE, "dysynni-2": BLUE, "dulas-1": RED, "dulas-2": RED}
    read = extract(given(mines=mines, boxes={box: [BLUE]}), BLUE)
    assert read[feature] == read[counted] > 0
    assert extract(given(mines=mines, boxes={box: [RED]}), BLUE)[feature] == 0


@pytest.mark.parametrize(("supply", "few"), [(0, 6), (4, 2), (6, 0), (13, 0)])
def test_markers_may_be_few(supply, few):
    read = extract(given(players=[player(supply=supply), player()]), BLUE)
    assert (read["markers"], read["few_markers"], read["no_markers"]) == (supply, few, not supply)


def test_boxes_come_in_the_order_of_the_table():
    """Sums of floats depend on it: the same position is then worth the same in every process."""
    boxes = {name: [BLUE] for name in ("money_points", "alone_in_valley", "change_die", "better_sale")}
    read = extract(given(boxes=boxes), BLUE)
    assert [name for name in read if name in boxes] == list(boxes)

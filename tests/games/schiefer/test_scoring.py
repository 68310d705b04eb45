import pytest

from games.kernel.score import totals
from games.schiefer.score import final_places, score
from support.games.schiefer_given import BLUE, GREEN, RED, given, player

POOR = player(money=0)


def lines(game, category, seat=BLUE):
    return [line for line in score(game) if (line.category, line.seat) == (category, seat)]


def points(game, category, seat=BLUE):
    (line,) = lines(game, category, seat)
    return line.points


def mines(valley, *owners):
    return {f"{valley}-{place}": owner for place, owner in enumerate(owners, 1)}


@pytest.mark.rule("SF-40")
def test_two_points_for_each_own_mine_with_or_without_a_black_marker():
    game = given(mines=mines("ogwen", BLUE, RED, BLUE), sold=("ogwen-1",))
    assert points(game, "mines", BLUE) == 4
    assert points(game, "mines", RED) == 2


@pytest.mark.rule("SF-41", "SF-R19")
@pytest.mark.parametrize(("money", "worth"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (29, 9)])
def test_one_point_for_each_full_three_money(money, worth):
    assert points(given(players=[player(money=money), POOR]), "money") == worth


@pytest.mark.rule("SF-33", "SF-41", "SF-R19")
@pytest.mark.parametrize(("money", "worth"), [(1, 0), (2, 1), (3, 1), (6, 3), (29, 14)])
def test_with_the_money_box_one_point_for_each_full_two(money, worth):
    rich = player(money=money)
    game = given(players=[rich, rich, rich], boxes={"money_points": [BLUE, GREEN]})
    assert [points(game, "money", seat) for seat in (BLUE, RED, GREEN)] == [worth, money // 3, worth]


@pytest.mark.rule("SF-34", "SF-42")
def test_one_point_for_each_valley_with_an_own_mine():
    game = given(
        mines=mines("ogwen", BLUE, BLUE, RED) | mines("dulas", RED, BLUE) | mines("seiont", RED),
        boxes={"different_valleys": [BLUE]},
    )
    assert points(game, "different_valleys") == 2
    assert lines(game, "different_valleys", RED) == []


@pytest.mark.rule("SF-35", "SF-R18", "SF-42")
@pytest.mark.parametrize(
    ("valley", "owners", "worth"),
    [
        ("ogwen", [BLUE] * 3, 2),  # 3 of 6 spaces
        ("ogwen", [BLUE] * 2, 0),  # all that are opened, but 2 of 6 spaces
        ("seiont", [BLUE, RED, BLUE, RED, BLUE], 2),  # 3 of 5
        ("seiont", [BLUE, BLUE, RED, RED, RED], 0),  # 2 of 5
        ("dysynni", [BLUE, RED, BLUE], 2),  # 2 of 3
        ("dysynni", [BLUE, RED, RED], 0),  # 1 of 3
        ("dulas", [BLUE, RED, BLUE, RED], 2),  # 2 of 4
    ],
)
def test_two_points_for_each_valley_with_at_least_half_of_its_mines(valley, owners, worth):
    game = given(players=3, mines=mines(valley, *owners), boxes={"half_of_mines": [BLUE]})
    assert points(game, "half_of_mines") == worth


@pytest.mark.rule("SF-R18")
def test_two_players_may_both_own_half_of_a_valley():
    game = given(players=3, mines=mines("dulas", BLUE, RED, BLUE, RED), boxes={"half_of_mines": [BLUE, RED]})
    assert points(game, "half_of_mines", BLUE) == points(game, "half_of_mines", RED) == 2


@pytest.mark.rule("SF-36", "SF-42")
@pytest.mark.parametrize(
    ("owners", "worth"), [([BLUE] * 3, 3), ([BLUE] * 2, 0), ([BLUE, BLUE, RED], 0), ([RED] * 3, 0)]
)
def test_three_points_for_each_valley_owned_completely(owners, worth):
    game = given(mines=mines("dysynni", *owners), boxes={"alone_in_valley": [BLUE]})
    assert points(game, "alone_in_valley") == worth


@pytest.mark.rule("SF-37", "SF-42")
def test_one_valley_may_score_in_several_boxes():
    two = given(
        mines=mines("dysynni", BLUE, BLUE, BLUE),
        boxes={"different_valleys": [BLUE], "alone_in_valley": [BLUE]},
    )
    assert points(two, "different_valleys") + points(two, "alone_in_valley") == 1 + 3
    three = given(
        players=3,
        mines=mines("dysynni", BLUE, BLUE, BLUE),
        boxes={"different_valleys": [BLUE], "half_of_mines": [BLUE]},
    )
    assert points(three, "different_valleys") + points(three, "half_of_mines") == 1 + 2


@pytest.mark.rule("SF-42")
def test_boxes_without_a_marker_score_nothing():
    game = given(players=3, mines=mines("dysynni", BLUE, BLUE, BLUE))
    assert {line.category for line in score(game)} == {"mines", "money"}


@pytest.mark.rule("SF-42")
@pytest.mark.parametrize("box", ["buy_marker_3", "buy_marker_4", "change_die", "better_sale"])
def test_boxes_with_a_use_in_play_score_nothing(box):
    game = given(players=[POOR, POOR], boxes={box: [BLUE]})
    assert totals(score(game), 2) == [0, 0]


@pytest.mark.rule("SF-40", "SF-41", "SF-34")
def test_every_line_names_its_rule_and_what_it_counts():
    game = given(
        players=[player(money=7), POOR],
        mines=mines("ogwen", BLUE, BLUE) | mines("dulas", BLUE),
        boxes={"different_valleys": [BLUE], "money_points": [BLUE]},
    )
    sheet = {(line.category, line.points, line.count, line.rule) for line in score(game) if line.seat == BLUE}
    assert sheet == {
        ("mines", 6, 3, "SF-40"),
        ("money", 3, 7, "SF-33"),
        ("different_valleys", 2, 2, "SF-34"),
    }


@pytest.mark.rule("SF-R20")
def test_a_tie_is_a_shared_victory():
    tie = given(players=[player(money=3), player(money=5), POOR])
    assert totals(score(tie), 3) == [1, 1, 0]
    assert final_places(tie) == [1, 1, 3]


@pytest.mark.rule("SF-R20")
def test_most_points_win():
    game = given(players=[POOR, player(money=9), player(money=6)])
    assert final_places(game) == [3, 1, 2]

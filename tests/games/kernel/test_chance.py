from collections import Counter

import pytest

from support.games.luck import Rigged, Seeded, dice


def test_a_choice_among_one_uses_up_no_luck():
    luck = Rigged()
    assert luck.below(1) == 0
    assert luck.pick(["only"]) == "only"
    assert luck.draw({"coal": 1}) == "coal"
    assert luck.draw({"coal": 0, "ore": 1}) == "ore"
    assert luck.die(1) == 1


def test_a_die_shows_one_to_six():
    assert [Rigged(number).die() for number in range(6)] == [1, 2, 3, 4, 5, 6]
    assert {Seeded(seed).die() for seed in range(100)} == {1, 2, 3, 4, 5, 6}


def test_a_die_may_have_other_faces():
    assert Rigged(7).die(8) == 8


def test_a_pick_takes_one_option_by_its_place():
    assert Rigged(2).pick("abcd") == "c"


def test_a_draw_takes_a_piece_by_how_many_there_are():
    bag = {"coal": 2, "stone": 0, "ore": 3}
    assert [Rigged(place).draw(bag) for place in range(5)] == ["coal", "coal", "ore", "ore", "ore"]


def test_a_draw_leaves_the_bag_as_it_was():
    bag = {"coal": 2, "ore": 1}
    Rigged(2).draw(bag)
    assert bag == {"coal": 2, "ore": 1}


def test_nothing_comes_out_of_an_empty_bag():
    for bag in ({}, {"coal": 0}):
        with pytest.raises(ValueError, match="nothing to draw"):
            Rigged().draw(bag)


def test_each_piece_is_as_likely_as_any_other():
    luck = Seeded(1)
    drawn = Counter(luck.draw({"coal": 1, "ore": 3}) for _ in range(4000))
    assert 2850 < drawn["ore"] < 3150  # 3000 expected, 27 is one standard deviation


def test_rigged_dice_come_up_as_they_were_laid():
    luck = dice(6, 1, 3)
    assert [luck.die(), luck.die(), luck.die()] == [6, 1, 3]
    with pytest.raises(AssertionError, match="not expected"):
        luck.die()

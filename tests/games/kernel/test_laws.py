"""A table from elsewhere is looked at before anything is computed from it."""

import msgspec
import pytest

from games.kernel import Breach, LawBroken
from games.kernel.laws import breaches, follow, is_blank, read_table
from support.games.toy import Deal, StonesTaken, Take, ToyTable, toy_game


def stones_add_up(table):
    if table.stones + sum(table.taken) != 7:
        yield Breach("stones", "/stones")


GAME = toy_game(laws=(stones_add_up,))


def laid_out(**changes):
    parts = {"edition": "first", "round": 1, "stones": 7, "taken": [0, 0], "agenda": (Take(0),)}
    return ToyTable(**(parts | changes))


def wrong(table, game=GAME):
    return [(breach.law, breach.pointer) for breach in breaches(game, table)]


def test_a_lawful_table_breaks_nothing():
    assert wrong(laid_out()) == []


def test_a_number_beyond_its_bounds_is_told_with_its_place():
    assert wrong(laid_out(taken=[0, 2**53 - 1])) == [("bounds", "/taken/1")]
    assert wrong(laid_out(taken=[0, 2**70])) == [("bounds", "")]


def test_a_seat_nobody_has_is_told_with_its_place():
    assert wrong(laid_out(agenda=(Take(3),))) == [("seat", "/agenda/0/seat")]


def test_a_number_of_seats_nobody_plays_with():
    assert wrong(laid_out(taken=[0, 0, 0])) == [("seats", "/players")]


def test_an_edition_nobody_has():
    assert wrong(laid_out(edition="second")) == [("edition", "/edition")]


def test_the_laws_of_the_game_are_asked_when_all_it_names_is_there():
    assert wrong(laid_out(stones=5)) == [("stones", "/stones")]


def test_what_waits_must_have_an_answer_and_be_no_step():
    assert wrong(laid_out(agenda=(Deal(),))) == [("question", "/agenda/0")]
    assert wrong(laid_out(stones=0, taken=[7, 0])) == [("question", "/agenda/0")]


def test_a_table_on_which_nothing_lies_yet_breaks_no_law():
    blank = GAME.blank(2, "first", GAME.options())

    assert is_blank(GAME, blank)
    assert wrong(blank) == []


class TestReading:
    def test_a_lawful_table_comes_back(self):
        assert read_table(GAME, msgspec.to_builtins(laid_out())) == laid_out()

    @pytest.mark.parametrize(
        ("change", "law", "pointer"),
        [
            ({"taken": [0, 10**30]}, "bounds", "/taken/1"),
            ({"taken": [0] * 1000}, "bounds", "/taken"),
            ({"agenda": [{"type": "take", "seat": -1}]}, "bounds", "/agenda/0/seat"),
            ({"stones": 8}, "stones", "/stones"),
        ],
    )
    def test_what_is_wrong_is_told_with_its_place(self, change, law, pointer):
        with pytest.raises(LawBroken) as refusal:
            read_table(GAME, msgspec.to_builtins(laid_out()) | change)

        assert (refusal.value.breach.law, refusal.value.breach.pointer) == (law, pointer)
        assert law in str(refusal.value)


class TestFollowing:
    def test_an_event_that_names_nobody_is_not_applied(self):
        table = laid_out()

        with pytest.raises(LawBroken) as refusal:
            follow(GAME, table, [StonesTaken(0, 1), StonesTaken(-1, 1)])

        assert refusal.value.breach[:2] == ("seat", "/1/seat")
        assert table.taken == [1, 0]

    def test_an_event_that_does_not_fit_is_a_refusal_and_no_crash(self):
        class Broken(StonesTaken, frozen=True):
            def apply(self, game):
                game.taken.remove(self.count)

        with pytest.raises(LawBroken) as refusal:
            follow(GAME, laid_out(), [Broken(0, 5)])

        assert refusal.value.breach[:2] == ("event", "/0")

    def test_laws_are_asked_at_the_end_of_an_entry(self):
        follow(GAME, laid_out(), [StonesTaken(0, 9), StonesTaken(0, -9)])

        with pytest.raises(LawBroken):
            follow(GAME, laid_out(), [StonesTaken(0, 9)])

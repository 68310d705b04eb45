"""Labels and lines from which a person can choose: what is lost is said."""

import pytest

from games.kernel.words import LANGUAGES
from games.schiefer.agenda import PayDevelopment
from games.schiefer.commands import Develop, MarkActions, OpenMine, PayMarkers, SellSlate
from games.schiefer.events import ActionsMarked, BoxTaken, MineOpened, RoundSatOut
from games.schiefer.game import SCHIEFER
from support.games.schiefer_given import BLUE, RED, at_work, given, player
from support.games.walk import walk


def label(game, command, lang="en"):
    return SCHIEFER.words.said("commands", command, lang, **SCHIEFER.wording(game, command))


def line(event, lang="en"):
    return SCHIEFER.words.said("events", event, lang, seat="Ada")


@pytest.mark.rule("SF-18")
@pytest.mark.parametrize(
    ("supply", "fields", "said"),
    [
        (2, {5: {BLUE: 1}}, "Open Ogwen 3 for 2 markers"),
        (1, {5: {BLUE: 1}}, "Open Ogwen 3 for 2 markers and give up 1 pending action (field 5)"),
        (0, {5: {BLUE: 2}}, "Open Ogwen 3 for 2 markers and give up 2 pending actions (field 5)"),
        (1, {5: {BLUE: 1}, 6: {BLUE: 1}}, "Open Ogwen 3 for 2 markers and give up at least 1 pending action"),
    ],
)
def test_a_mine_says_which_actions_go_with_its_price(supply, fields, said):
    game = at_work(
        3, players=[player(supply=supply), player()], mines={"ogwen-1": RED, "ogwen-2": RED}, fields=fields
    )
    assert label(game, OpenMine("ogwen-3")) == said


@pytest.mark.rule("SF-18")
def test_a_box_says_which_action_goes_with_its_price():
    game = at_work(6, players=[player(supply=0), player()], fields={6: {BLUE: 1}})
    assert label(game, Develop("better_sale"), "de").startswith(
        "Die Box „Besserer Verkauf“ entwickeln und 1 an"
    )


@pytest.mark.rule("SF-18", "SF-R12")
@pytest.mark.parametrize(
    ("way", "said"),
    [
        (PayMarkers(1, ()), "Pay 1 marker from the supply"),
        (PayMarkers(2, (5,)), "Pay 2 markers from the supply and give up 1 pending action (field 5)"),
        (PayMarkers(0, (5, 6)), "Give up 2 pending actions to pay (fields 5, 6)"),
    ],
)
def test_a_payment_says_what_is_given_up(way, said):
    assert label(given(PayDevelopment(BLUE, 6, "better_sale")), way) == said


@pytest.mark.rule("SF-25", "SF-32")
def test_a_sale_says_what_the_seller_gets():
    game = at_work(4, mines={"ogwen-1": BLUE, "ogwen-2": RED})
    assert label(game, SellSlate("ogwen-2")) == "Sell slate of Ogwen 2 for 4 coins, 2 of them for the seller"
    game.boxes["better_sale"] = [BLUE]
    assert label(game, SellSlate("ogwen-2")).endswith("2 of them for the seller, and 2 more for better sale")


def test_nothing_is_said_in_words_where_there_is_nothing():
    assert label(given(), MarkActions(())) == "Mark nothing"
    assert line(ActionsMarked(BLUE, ()), "de") == "Ada markiert nichts"
    assert line(RoundSatOut(BLUE, 0)) == "Ada sits out and takes no marker"


def test_what_was_given_up_is_told():
    assert line(MineOpened(BLUE, "ogwen-1", 1, (), 0)) == "Ada opens Ogwen 1 for 1 marker"
    assert line(MineOpened(BLUE, "ogwen-3", 1, (5,), 1)).endswith("and gives up 1 pending action (field 5)")
    assert line(BoxTaken(BLUE, "better_sale", 0, (6,)), "de").endswith("1 anstehende Aktion auf (Feld 6)")


def test_no_two_options_have_the_same_label():
    for seats, seed in ((2, 3), (4, 8)):
        for position in walk("schiefer", seats=seats, seed=seed):
            for lang in LANGUAGES:
                labels = [label(position.live, command, lang) for command in position.legal]
                assert len(set(labels)) == len(labels)

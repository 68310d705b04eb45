"""What a client reads off the table without knowing a rule, and the labels of its buttons."""

import pytest

from games.schichtwechsel import effects as fx
from games.schichtwechsel.agenda import TakeOrLeave
from games.schichtwechsel.commands import Accept, MoveMiner, Pay, UseCard
from games.schichtwechsel.setup import blank_table
from games.schichtwechsel.state import SchichtwechselOptions
from games.schichtwechsel.view import BarrierView, view
from games.schichtwechsel.wording import wording
from support.games.schichtwechsel_given import BOARD, EDITION, GAME, LOCK, PLAIN, asks, laid, player, table


def seat(game, number=0):
    return view(game).seats[number]


@pytest.mark.rule("SW-61")
def test_the_view_tells_the_tokens_of_step_four():
    game = table()
    player(game, water=6, own_space=True)
    shown = seat(game)
    assert shown.tokens == 1
    assert shown.token_spaces == {"pit_water": False, "coal_wagon": True, "own_coking_space": False}


def test_the_view_tells_what_the_next_pair_is_worth():
    game = table()
    assert [seat(game).next_coke_worth] == [4]
    player(game, pairs=4)
    assert seat(game).next_coke_worth == 10
    player(game, pairs=5)
    assert seat(game).next_coke_worth is None


def test_the_view_tells_which_barriers_lie_ahead():
    game = table()
    player(game, discs={"road": 8})
    road = seat(game).routes["road"]
    assert (road.space, road.target) == (8, 12)
    assert road.ahead == [BarrierView(9, "miner_or_headframe"), BarrierView(11, "headframe_or_points")]


def test_the_view_tells_which_wagons_are_full_locked_and_can_be_lifted():
    game = table(card=LOCK)
    player(game, wagons={"u1": (1, 0), "u3": (1, 0), "u4": (0, 2), "u5": (2, 0)}, coal=5)
    shown = seat(game)
    assert shown.full_wagons == ["u1", "u4", "u5"]
    assert shown.liftable_wagons == ["u1"]
    assert view(game).locked_wagons == ["u4"]
    game.round_cards = (LOCK, PLAIN)
    assert view(game).locked_wagons == []


def test_the_view_tells_which_cards_are_used_copyable_and_open_to_whom():
    game = table(
        laid={
            "route_big": [laid(1, own=1)],
            "route_small": [laid(2, white=1), laid(2, white=1)],
            "personal": [laid(3, white=1)],
        }
    )
    player(game, 1, token=False, coins=0)
    player(game, 3, coins=0, water=0)
    cards = {card.card: card for card in view(game).cards}
    assert len(cards) == 22
    assert (cards["route_big"].used, cards["route_big"].users, cards["route_big"].offered) == (True, [1], [])
    assert (cards["route_small"].used, cards["route_small"].users) == (False, [2, 2])
    assert cards["route_small"].offered == [0, 2, 3]
    assert cards["miner_big"].offered == [0, 2, 3]
    personal = cards["personal"]
    assert (personal.used, personal.users) == (False, [3]), "everybody has one of their own"
    assert personal.offered == [0, 2], "seat 1 cannot pay, seat 3 has used it"
    assert [card.card for card in cards.values() if not card.copyable] == [
        "miner_big",
        "miner_medium_a",
        "miner_medium_b",
        "headframe_both",
        "headframe_one",
        "first_player",
        "personal",
    ]


def test_the_view_tells_order_bag_tiles_and_free_places():
    game = table(3, starter=1, marker=2, plant={"g1": 0}, round_cards=(2, 6))
    player(game, 0, tile="overman")
    game.sites |= {"pit_vp4": [0, 1], "pit_miner": [2]}
    shown = view(game)
    assert (shown.order, shown.next_starter) == ([1, 2, 0], 2)
    assert shown.bag == {"coal": 12, "spoil": 3, "blue": 0}
    assert shown.unseen_round_cards == [1, 3, 4, 5]
    assert "overman" not in shown.free_tiles
    assert len(shown.free_tiles) == 5
    assert shown.open_coking_spaces == ["g2", "g4", "g5"]
    assert shown.house_places == {
        "pit_vp2": None,
        "pit_sale": None,
        "pit_miner": 1,
        "pit_spoil": 2,
        "pit_vp4": 0,
        "pit_tools": 2,
        "working_speed": None,
    }


def test_the_view_tells_miner_headframes_bar_plant_and_points():
    game = table(card=2)
    player(
        game,
        miner=4,
        headframes=1,
        raised=1,
        bar=("bar1", "bar3", "bar4"),
        discs={"rail": 4},
        points={"played": 7},
        tools=0,
    )
    game.sites["working_speed"] = [0]
    shown = seat(game)
    assert (shown.miner_range, shown.miner_reach) == (2, [5, 6])
    assert shown.headframes_in_play == 1
    assert shown.free_bar_spaces == ["bar2", "bar5"]
    assert shown.coking_spaces == ["own", "g1", "g2", "g3", "g4", "g5"]
    assert shown.round_points == 4  # 2 for each 2 on the rail
    assert shown.points == 7 + 2  # and the marker


def test_a_table_before_its_set_up_can_be_shown():
    blank = blank_table(2, EDITION, SchichtwechselOptions())
    assert view(blank).seats == []
    assert len(GAME.score(blank)) > 0


def test_labels_name_costs_spaces_and_payments():
    game = table()
    said = {
        command: GAME.words.said("commands", command, "en", **wording(game, command))
        for command in (UseCard("wagon_big", "large"), MoveMiner(4), Pay(1, 1, 0))
    }
    assert list(said.values()) == [
        "Use “Wagons (large)” for 1 own action token",
        "Move the miner to space 4: Lamp room",
        "Pay 1 white action token, 1 own action token",
    ]
    assert wording(game, MoveMiner(99)) == {"name": ""}
    assert wording(game, UseCard("nothing", "small")) == {"use": "nothing", "cost": {}}


def test_the_tiles_bear_their_printed_german_names():
    names = {tile.id: GAME.words.name(tile.id, "de") for tile in BOARD.tiles.list}
    assert names == {
        "train_driver": "Lokführer",
        "mine_rescue_team": "Grubenwehr",
        "gatekeeper": "Pförtner",
        "coal_vendor": "Kohlehändler",
        "overman": "Steiger",
        "hauler": "Schlepper",
        "hewer": "Hauer",
    }


@pytest.mark.parametrize(
    ("effect", "label"),
    [
        (fx.CoalAbove(1, optional=True), "Take it: 1 coal on a coal wagon"),
        (fx.SpoilOnTip(1, optional=True), "Take it: 1 spoil on the tip"),
    ],
)
def test_the_label_of_an_acceptance_names_what_is_taken(effect, label):
    game = asks(table(), TakeOrLeave(0, effect)).game
    assert GAME.words.said("commands", Accept(), "en", **wording(game, Accept())) == label
    assert wording(table(), Accept()) == {"gain": ""}

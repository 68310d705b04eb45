"""No piece is lost, and none lies where there is no room; each law broken by as little as possible."""

import pytest

from games.schichtwechsel.setup import blank_table
from games.schichtwechsel.state import Load
from support.games.schichtwechsel_given import (
    BLUE,
    EDITION,
    GAME,
    PLAIN,
    begun,
    laid,
    wrong,
)


def take_from_supply(game, kind, count=1):
    game.supply[kind] -= count


def test_a_turn_breaks_no_law():
    assert wrong(begun()) == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_nor_does_the_table_before_the_start(seats):
    assert wrong(blank_table(seats, EDITION, GAME.options())) == []


@pytest.mark.rule("SW-168")
@pytest.mark.parametrize("kind", ["coal", "spoil", "blue", "coin", "tool", "white"])
def test_a_piece_too_many(kind):
    game = begun()
    game.supply[kind] += 1

    assert ("supplies", f"/supply/{kind}") in wrong(game)


@pytest.mark.rule("SW-5")
@pytest.mark.parametrize(
    ("field", "law", "pointer"),
    [
        ("stock", "coke", "stock"),
        ("coke", "coke", "stock"),
        ("raised", "headframes", "headframes"),
    ],
)
def test_an_own_piece_too_many(field, law, pointer):
    game = begun()
    setattr(game.players[1], field, getattr(game.players[1], field) + 1)

    assert wrong(game) == [(law, f"/players/1/{pointer}")]


@pytest.mark.rule("SW-7")
def test_a_house_too_many():
    game = begun()
    game.sites["pit_vp2"] = [2]

    assert wrong(game) == [("houses", "/players/2/bar")]


@pytest.mark.rule("SW-31")
def test_a_token_too_many():
    assert wrong(begun(laid={"wagon_big": [laid(1, own=1)]})) == [("tokens", "/players/1/token")]


@pytest.mark.rule("SW-41")
def test_a_blue_cube_without_its_card():
    game = begun()
    game.supply["blue"], game.bag["blue"] = 0, 1

    assert wrong(game) == [("blue_cubes", "/supply/blue")]
    game.round_cards = (PLAIN, BLUE)
    assert wrong(game) == []


@pytest.mark.rule("SW-26", "SW-29", "SW-R13")
@pytest.mark.parametrize(("field", "count"), [("coal", 7), ("spoil", 7), ("water", 7)])
def test_no_place_holds_more_than_its_size(field, count):
    game = begun()
    setattr(game.players[0], field, count)
    if field != "water":
        take_from_supply(game, field, count)

    assert wrong(game) == [("room", f"/players/0/{field}")]


@pytest.mark.rule("SW-20", "SW-21")
@pytest.mark.parametrize(("wagon", "load"), [("u3", (1, 1)), ("u5", (0, 1)), ("u1", (2, 0))])
def test_cubes_that_cannot_lie_on_a_wagon(wagon, load):
    game = begun()
    game.players[0].wagons[wagon] = Load(*load)
    take_from_supply(game, "coal", load[0])
    take_from_supply(game, "spoil", load[1])

    assert wrong(game) == [("wagons", f"/players/0/wagons/{wagon}")]


@pytest.mark.rule("SW-38")
def test_too_much_coke_in_the_plant():
    game = begun(plant=dict.fromkeys(["g1", "g2", "g3", "g4", "g5"], 0))
    game.players[0].stock = 6

    assert wrong(game) == [("room", "/plant")]

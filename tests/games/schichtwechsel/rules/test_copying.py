"""Copying cards and the first player's marker."""

import pytest

from games.schichtwechsel.agenda import NextTurn, PickCopy
from games.schichtwechsel.commands import Choose, CopyCard, Decline, LowerWater, Pass, Pay, UseCard
from games.schichtwechsel.events import CardCopied, CoalLifted, MarkerTaken, PointsScored, WaterRose
from support.games.schichtwechsel_given import asks, kinds, laid, player, plays, table, turn


def copies(game, *sizes, must=False):
    return asks(game, PickCopy(0, sizes, must))


def rich(seats=4, **changes):
    """A seat for which every card would change something."""
    game = table(seats, **changes)
    player(game, coal=2, wagons={"u1": (1, 0)}, headframes=1, raised=1)
    game.plant["g1"] = 0
    return game


@pytest.mark.rule("SW-133", "SW-R29")
def test_a_used_card_is_copied_for_nothing_and_stays_as_it_is():
    used = {"route_big": [laid(1, own=1)]}
    game = rich(laid=used)
    player(game, white=0, coins=0, token=False)
    scene = copies(game, "large")
    copied = scene.answer(CopyCard("loading_big", "large"))
    assert copied[0] == CardCopied(0, "loading_big", "large")
    assert game.laid == used, "nothing is laid on it"
    assert CopyCard("route_big", "large") in copies(game, "large").legal


@pytest.mark.rule("SW-134")
def test_protected_cards_are_not_copied():
    protected = {name for name, card in rich().cards().items() if card.copy_protected}
    assert protected == {
        "miner_big",
        "miner_medium_a",
        "miner_medium_b",
        "headframe_both",
        "headframe_one",
        "first_player",
        "personal",
    }
    scene = copies(rich(), "small", "medium", "large", "special")
    assert not protected & {command.card for command in scene.legal if isinstance(command, CopyCard)}
    assert scene.reasons[CopyCard("miner_big", "large")] == ("copy_protected", "SW-134")


@pytest.mark.rule("SW-115", "SW-135")
def test_a_large_symbol_copies_cards_that_cost_exactly_the_own_token():
    large = {command.card for command in copies(rich(), "large").legal if isinstance(command, CopyCard)}
    assert large == {"wagon_big", "coking_big", "loading_big", "route_big", "pit_water_player"}


@pytest.mark.rule("SW-135", "SW-136")
def test_a_small_symbol_and_the_first_player_card():
    small = {"wagon_small", "coking_small", "loading_small", "route_small", "pit_water_white"}
    medium = {"wagon_medium", "coking_medium", "loading_medium", "route_medium_a", "route_medium_b"}
    assert {command.card for command in copies(rich(), "small").legal[:-1]} == small
    scene = plays(rich(), "first_player")
    assert {command.card for command in scene.legal if isinstance(command, CopyCard)} == small | medium


@pytest.mark.rule("SW-R28")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_single_pit_water_card_is_copied_in_the_way_of_the_symbol(seats):
    for size, levels in (("small", [1, 2, 3]), ("large", [0, 1, 2, 3])):
        game = rich(seats)
        scene = copies(game, size)
        scene.answer(CopyCard("pit_water_2_3", size))
        assert scene.legal == [LowerWater(level) for level in levels]
        other = "large" if size == "small" else "small"
        assert CopyCard("pit_water_2_3", other) not in copies(game, size).legal


@pytest.mark.rule("SW-R29")
def test_the_drawbacks_of_a_copied_card_are_suffered():
    game = rich()
    scene = copies(game, "small")
    assert scene.answer(CopyCard("wagon_small", "small")) == [
        CardCopied(0, "wagon_small", "small"),
        CoalLifted(0, "u1", 1),
        WaterRose(0, 4),
    ]


@pytest.mark.rule("SW-R30", "SW-R55")
def test_copying_may_be_declined_unless_nothing_else_would_change():
    assert Decline() in copies(rich(), "small").legal
    game = rich(marker=0)
    assert Decline() not in plays(game, "first_player").legal, "the marker is held already"
    game = rich(marker=1)
    assert Decline() in plays(game, "first_player").legal


@pytest.mark.rule("SW-R54", "SW-R73")
def test_only_cards_that_would_change_something_are_copied():
    game = table()
    player(game, water=0)
    scene = copies(game, "small")
    assert scene.legal == [CopyCard("route_small", "small"), Decline()]
    assert scene.reasons[CopyCard("wagon_small", "small")] == ("changes_nothing", "SW-R54")


@pytest.mark.rule("SW-136", "SW-R31", "SW-137")
def test_the_marker_moves_at_once_and_the_order_of_the_round_stays():
    game = table(3, marker=1, starter=1)
    player(game, 2, token=True)
    scene = asks(game, NextTurn(1))
    scene.answer(Pass())
    assert scene.question.seat == 2
    scene.answer(UseCard("first_player", "special"), Pay(0, 1, 0))
    scene.answer(Decline())
    assert (game.marker, game.starter) == (2, 1)
    assert scene.question.seat == 0, "clockwise as before"


@pytest.mark.rule("SW-R54", "SW-136")
def test_taking_the_marker_alone_is_a_change_unless_it_is_held():
    game = table(marker=0)
    player(game, water=0)
    assert UseCard("first_player", "special") in turn(game).legal, "there is something to copy"
    scene = plays(game, "first_player")
    scene.answer(CopyCard("route_small", "small"), Choose("point"))
    assert scene.facts[-1] == PointsScored(0, 1, "played")
    assert MarkerTaken(0) not in scene.facts
    assert kinds(scene.facts)[:2] == ["CardUsed", "CardCopied"]

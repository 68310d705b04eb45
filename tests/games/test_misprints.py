"""What no other test of `edition check` happens upon, each in the built-in board with one thing changed."""

import pytest

from games.catalogue import GAMES
from games.kernel.editions.admission import misprints
from games.kernel.editions.paths import find_datum
from support.games.editions import changed


def found_in(document):
    """Path, rule and words of what makes it impossible."""
    found = misprints(GAMES[document["game"]], document)
    return {(it.path, it.rule, it.detail) for it in found if it.fault == "impossible"}


def board_of(game):
    return GAMES[game].editions.built_in | {"edition": "my-copy"}


def with_other(game, path, value):
    return changed(board_of(game), path, value)


def test_a_territory_in_two_pieces_is_no_map():
    document = with_other("ruhrschifffahrt", ("river", "spaces", "c_witten", "territory"), "berg")
    assert ("/territories/list/berg", "RS-18", "it lies on the river in 2 pieces") in found_in(document)


def test_a_territory_without_a_space_is_no_map():
    document = board_of("ruhrschifffahrt")
    known = find_datum(document, ("territories", "list"))
    more = [*known, known[0] | {"id": "nowhere"}]
    lonely = changed(document, ("territories", "list"), more)
    assert ("/territories/list/nowhere", "RS-18", "it lies on the river in 0 pieces") in found_in(lonely)


def test_boats_come_to_every_space():
    document = board_of("ruhrschifffahrt")
    first, second, *rest = find_datum(document, ("river", "spaces"))
    swapped = changed(document, ("river", "spaces"), [second, first, *rest])
    said = "no boat comes here: no depot lies above it"
    assert (f"/river/spaces/{second['id']}", "RS-142", said) in found_in(swapped)


def test_a_card_costs_something():
    path = ("action_cards", "list", "route_small", "uses", "1", "cost", "white")
    document = with_other("schichtwechsel", path, 0)
    assert found_in(document) == {(f"/{'/'.join(path[:-1])}", "SW-86", "it costs nothing")}


@pytest.mark.parametrize("op", ["coin", "white_token"])
def test_a_card_that_may_be_used_any_number_of_times_does_not_pay_for_itself(op):
    path = ("action_cards", "list", "wagon_small", "uses", "1", "effects")
    document = with_other("schichtwechsel", path, [{"op": op, "n": 1}])
    said = "it pays for itself, any number of times"
    assert (f"/{'/'.join(path)}", "SW-91", said) in found_in(document)


@pytest.mark.parametrize(("start", "space"), [("disc_space", 9), ("miner_space", 13)])
def test_nobody_starts_at_the_end_of_a_way(start, space):
    document = with_other("schichtwechsel", ("setup", start), space)
    assert {(path, rule) for path, rule, _ in found_in(document)} == {(f"/setup/{start}", "SW-8")}


@pytest.mark.parametrize(
    ("game", "path", "other"),
    [
        ("schiefer", ("valleys", "list", "ogwen", "mines", "ogwen-1", "id"), "dulas"),
        ("ruhrschifffahrt", ("white_tiles", "list", "inn", "id"), "c_witten"),
        ("schichtwechsel", ("shift", "spaces", "tally_office", "id"), "canal"),
    ],
)
def test_an_id_names_one_thing(game, path, other):
    assert ("", "", f"{other!r} names two things") in found_in(with_other(game, path, other))


@pytest.mark.parametrize("colour", ["\0", "a\nb", "\u202ered"])
def test_what_nobody_can_print_is_no_name(colour):
    document = with_other("schiefer", ("colours", "list", "4"), colour)
    assert found_in(document) == {("/colours/list/4", "", "has characters that nobody can print")}


def test_there_is_a_blank_for_whoever_finds_a_white_tile_sold_out():
    document = with_other("ruhrschifffahrt", ("white_tiles", "copies", "3"), 1)
    said = "18 fields may want a blank with 3 players"
    assert found_in(document) == {("/blank_tiles/count", "RS-100", said)}

"""Minds read the board, so they play on any edition that passes the checks."""

import pytest

from games.catalogue import GAMES
from games.kernel.editions.admission import misprints
from support.games.editions import NAME, changed, data_of, forget, introduce, others_of
from support.games.match_of_minds import play_minds
from workers.minds.appraisals.schichtwechsel_prices import WATER, level_worth
from workers.minds.budget import Budget

ONE_IN = {"schiefer": 40, "ruhrschifffahrt": 170, "schichtwechsel": 170}
GLANCE = Budget(playouts=2)


def play_on(name, document, minds):
    """A whole match."""
    edition = introduce(GAMES[name], document)
    try:
        return play_minds(name, minds, seed=3, edition=edition, budget=GLANCE)
    finally:
        forget(GAMES[name], edition)


def sound_variants(name):
    """Of some data, one other board each on which somebody may play."""
    document = GAMES[name].editions.built_in | {"edition": NAME}
    for path, value in data_of(name)[:: ONE_IN[name]]:
        others = others_of(document, path, value)
        yield from [other for other in others if not list(misprints(GAMES[name], other))][:1]


@pytest.mark.parametrize("name", GAMES)
def test_the_greedy_mind_plays_to_the_end_on_boards_with_another_datum(name):
    boards = list(sound_variants(name))
    assert boards
    for document in boards:
        assert not play_on(name, document, ["greedy"] * 3).agenda


@pytest.mark.parametrize("top", [8, 9, 12])
def test_a_higher_scale_of_pit_water_is_no_riddle(top):
    document = changed(
        GAMES["schichtwechsel"].editions.built_in | {"edition": NAME}, ("pit_water", "top"), top
    )
    assert not list(misprints(GAMES["schichtwechsel"], document))
    assert not play_on("schichtwechsel", document, ["greedy", "greedy"]).agenda


def test_water_is_as_bad_as_it_has_risen_on_the_way_to_the_top():
    board = GAMES["schichtwechsel"].editions["reconstructed-1"]
    assert [level_worth(board.pit_water, level) for level in range(7)] == list(WATER)
    higher = changed(GAMES["schichtwechsel"].editions.built_in | {"edition": NAME}, ("pit_water", "top"), 13)
    edition = introduce(GAMES["schichtwechsel"], higher)
    scale = GAMES["schichtwechsel"].editions[edition].pit_water
    forget(GAMES["schichtwechsel"], edition)
    worth = [level_worth(scale, level) for level in range(13)]
    assert worth[::2] == pytest.approx(WATER)
    assert worth == sorted(worth, reverse=True)

"""Minds read the board, so they play on any edition that passes the checks."""

from itertools import pairwise

import msgspec
import pytest

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.editions.admission import misprints
from games.schichtwechsel.agenda import PickSite
from games.schichtwechsel.commands import PlaceHouse
from support.games.editions import NAME, changed, data_of, forget, introduce, others_of
from support.games.luck import Seeded
from support.games.match_of_minds import play_minds
from workers.bots.heuristics.ruhrschifffahrt_prices import RuhrPosition, value_tile
from workers.bots.heuristics.schichtwechsel import estimate_values
from workers.bots.heuristics.schichtwechsel_effects import WATER, rounds_left, value_level
from workers.bots.time_control import Budget

ONE_IN = {"schiefer": 40, "ruhrschifffahrt": 170, "schichtwechsel": 170}
SHORT = Budget(rollouts=2)


def play_on(name, document, minds):
    """A whole match."""
    edition = introduce(GAMES[name], document)
    try:
        return play_minds(name, minds, seed=3, edition=edition, budget=SHORT)
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


def test_water_is_as_bad_as_its_level_is_priced_and_between_two_prices_their_mean():
    board = GAMES["schichtwechsel"].editions["reconstructed-1"]
    assert [value_level(board.pit_water, level) for level in range(7)] == list(WATER)
    higher = changed(GAMES["schichtwechsel"].editions.built_in | {"edition": NAME}, ("pit_water", "top"), 13)
    edition = introduce(GAMES["schichtwechsel"], higher)
    scale = GAMES["schichtwechsel"].editions[edition].pit_water
    forget(GAMES["schichtwechsel"], edition)
    worth = [value_level(scale, level) for level in range(13)]
    assert worth[::2] == pytest.approx(WATER)
    between = [(lower + upper) / 2 for lower, upper in pairwise(WATER)]
    assert worth[1::2] == pytest.approx(between)


@pytest.fixture
def lay_out():
    """A table for two on a board, which is known until the test is over."""
    known = []

    def lay(name, document):
        game = GAMES[name]
        edition = introduce(game, document)
        known.append((game, edition))
        return game.blank(2, edition, game.options())

    yield lay
    for game, edition in known:
        forget(game, edition)


def test_a_white_tile_by_another_id_is_worth_what_it_does_and_a_builder_what_builders_are(lay_out):
    built_in = GAMES["ruhrschifffahrt"].editions.built_in | {"edition": NAME}
    table = lay_out("ruhrschifffahrt", changed(built_in, ("white_tiles", "list", "inn", "id"), "x-inn"))
    play = Play(GAMES["ruhrschifffahrt"].rules, table, Seeded(1))
    play.first(*GAMES["ruhrschifffahrt"].opening)
    play.run()
    at = RuhrPosition(table, 0)
    tiles = {tile.id: tile for tile in table.board.white_tiles.list}
    inn, warehouse = tiles["x-inn"], tiles["warehouse"]
    assert value_tile(at, inn, 1) == value_tile(at, msgspec.structs.replace(inn, id="inn"), 1) > 0
    builder = msgspec.structs.replace(warehouse, id="x", effect="")
    assert value_tile(at, builder, 1) > value_tile(at, msgspec.structs.replace(builder, sites=()), 1)


def test_what_a_house_brings_is_read_from_its_site(lay_out):
    path = ("sites", "list", "pit_vp4", "points", "per_house")
    built_in = GAMES["schichtwechsel"].editions.built_in | {"edition": NAME}
    table = lay_out("schichtwechsel", changed(built_in, path, 7))
    table.agenda = (PickSite(0, "bar1"),)
    sites = ("pit_vp2", "pit_vp4", "pit_spoil")
    worth = dict(zip(sites, estimate_values(table, [*map(PlaceHouse, sites)]), strict=True))
    assert worth == {"pit_vp2": 2, "pit_vp4": 7, "pit_spoil": 1 + rounds_left(table) / 2}

"""Bots see the table and the options; luck is handed in."""

from typing import get_args

import pytest

from games.catalogue import GAMES
from games.kernel.copying import clone
from games.kernel.score import totals
from games.match.state import MindName
from games.schiefer.commands import Develop, MarkActions, PayMarkers, TakeSupply
from support.games import toy
from support.games.luck import Rigged, Seeded
from support.games.match_of_minds import play_minds
from support.games.schiefer_given import BLUE, RED, answer, at_work, legal, player, rolled
from support.games.toy import Take, TakeStones, ToyTable
from workers.bots import choose
from workers.bots.time_control import Budget

SCHIEFER = GAMES["schiefer"]
SHORT = Budget(rollouts=20)


@pytest.mark.parametrize("mind", get_args(MindName))
def test_a_bot_takes_one_of_the_options_and_leaves_the_table_as_it_is(mind):
    game = rolled(1, 2, 3, boxes={"change_die": [BLUE]})
    before = clone(game)
    for seed in range(20):
        assert choose(mind, SCHIEFER, game, legal(game), Seeded(seed), SHORT) in legal(game)
    assert game == before


def test_the_random_bot_takes_any_option_by_luck_alone():
    game = rolled(1, 2, 3)
    options = legal(game)
    for number, option in enumerate(options):
        assert choose("random", SCHIEFER, game, options, Rigged(number)) == option


@pytest.mark.parametrize("mind", ["random", "greedy"])  # of search see its own tests
def test_the_same_luck_chooses_the_same(mind):
    one, other = (play_minds("schiefer", [mind] * 3, seed=5) for _ in range(2))
    assert one.game == other.game


def test_the_greedy_bot_needs_no_luck_where_one_option_is_best():
    game = at_work(1, players=[player(supply=1), player()])
    assert choose("greedy", SCHIEFER, game, legal(game), Rigged()) == TakeSupply()


def test_the_greedy_bot_breaks_ties_by_luck():
    options = [TakeStones(1), TakeStones(2)]
    table = ToyTable(edition="first", stones=5, taken=[0, 0], agenda=(Take(0),))
    # The toy has no heuristic, so all its options are alike.
    for number in (0, 1):
        assert choose("greedy", toy.toy_game(), table, options, Rigged(number)) == options[number]


def test_the_greedy_bot_of_schiefer_pays_from_the_supply_before_it_loses_an_action():
    game = at_work(5, players=[player(supply=1), player()], fields={6: {BLUE: 1}}, mines={"ogwen-1": RED})
    answer(game, Develop("better_sale"))
    assert choose("greedy", SCHIEFER, game, legal(game), Rigged()) == PayMarkers(1, ())


def test_the_greedy_bot_of_schiefer_marks_what_it_rolled():
    game = rolled(3, 4, 6, players=[player(money=0), player()], mines={"ogwen-1": BLUE})
    assert choose("greedy", SCHIEFER, game, legal(game), Rigged()) == MarkActions((3, 4, 6))


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_greedy_beats_random_at_schiefer(first):
    # Measured: 100 of 100 games won, by 74 points on average and never by less than 31.
    for seed in range(first, first + 10):
        greedy = seed % 2
        minds = ["random", "random"]
        minds[greedy] = "greedy"
        end = play_minds("schiefer", minds, seed=seed).game
        points = totals(SCHIEFER.score(end), 2)
        assert points[greedy] > points[1 - greedy] + 10


@pytest.mark.parametrize(("seats", "shortest", "longest"), [(2, 20, 40), (3, 14, 28), (4, 10, 20)])
def test_greedy_games_of_schiefer_last_as_long_as_they_should(seats, shortest, longest):
    # Measured over 20 games each: 23-36, 16-26 and 11-18 rounds; all end with the last mine.
    for seed in range(100, 105):
        end = play_minds("schiefer", ["greedy"] * seats, seed=seed).game
        assert end.all_mines_taken()
        assert shortest <= end.round <= longest

"""Personalities: they like what their game knows, give up little for it, and play otherwise than others."""

from collections import Counter
from itertools import islice

import pytest

from events.codec import decode, encode
from games.catalogue import GAMES
from games.match.state import Bot
from support.games.luck import Seeded
from support.games.walk import walk
from workers.arena.matches import Pairing, play_moves
from workers.bots import choose
from workers.bots.evaluation import extract_features
from workers.bots.player import PERSONALITIES, parse_player
from workers.bots.policies import estimate_values
from workers.bots.search import StepsAfterSearch
from workers.bots.styles import STYLES, ValuedOption, pick_by_style
from workers.bots.time_control import NO_SUSPENSION, Budget, SearchState, SearchSuspended, TimeControl

SHORT = Budget(rollouts=20)


def positions(name, most=200, every=20):
    for position in walk(name, seats=2, seed=5):
        if len(position.legal) > 3 and position.number % every == 0:
            yield position
        if position.number > most:
            return


def test_every_game_has_every_personality():
    assert set(STYLES) == set(GAMES)
    assert {tuple(styles) for styles in STYLES.values()} == {PERSONALITIES}


@pytest.mark.parametrize("name", GAMES)
def test_all_that_they_prefer_is_a_feature_of_some_position(name):
    seen = {
        feature
        for seats in (2, 4)
        for position in walk(name, seats=seats, seed=5)
        for each in extract_features(position.game, position.live)
        for feature in each
    }
    assert {feature for style in STYLES[name].values() for feature in style.weights} <= seen


@pytest.mark.parametrize("personality", PERSONALITIES)
@pytest.mark.parametrize("name", GAMES)
def test_by_heuristic_they_give_up_no_more_than_they_may(name, personality):
    most = STYLES[name][personality].margin
    for position in positions(name):
        values = estimate_values(position.game, position.live, position.legal)
        command = choose(
            "level",
            position.game,
            position.live,
            position.legal,
            Seeded(3),
            SHORT,
            level=3,
            personality=personality,
        )
        assert values[position.legal.index(command)] >= max(values) - most


@pytest.mark.parametrize("name", GAMES)
def test_where_all_options_are_worth_the_same_styles_differ(name):
    taken = Counter()
    for position in positions(name):
        alike = [ValuedOption(command, 0.0) for command in position.legal[:6]]
        for personality in PERSONALITIES:
            taken[personality, position.number] = pick_by_style(
                position.game,
                position.live,
                alike,
                personality,
                position.number,
                StepsAfterSearch(NO_SUSPENSION),
            )
    numbers = {number for _, number in taken}
    assert any(len({taken[personality, number] for personality in PERSONALITIES}) > 1 for number in numbers)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_that_is_suspended_comes_to_the_same_choice(name):
    rolled_out_again = False
    for position in islice(positions(name, every=6), 12):
        about = ("level", position.game, position.live, position.legal)
        settings = {"level": 6, "personality": "builder"}
        whole = choose(*about, Seeded(7), SHORT, **settings)

        resumed, slices = None, 0
        control = TimeControl(lambda: True)
        while resumed is None:
            try:
                resumed = choose(*about, Seeded(7), SHORT, control, **settings)
            except SearchSuspended as aside:
                control, slices = (
                    TimeControl(lambda: True, decode(encode(aside.state), SearchState)),
                    slices + 1,
                )

        assert resumed == whole
        rolled_out_again |= slices > SHORT.rollouts
    assert rolled_out_again  # at what it prefers, in slices as well


@pytest.mark.parametrize("name", GAMES)
def test_a_match_in_the_arena_names_them_in_its_book(name):
    builder = parse_player("level:1:builder")
    moves = play_moves(Pairing(GAMES[name], [builder, parse_player("level:1")], 3, {}))
    opened = next(moves).decided.match
    assert opened.seats[0].bot == Bot("level", level=1, personality="builder")
    assert opened.seats[0].bot.name == "level1-builder"

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
from workers.bots.budget import Budget
from workers.bots.greedy import appraise_commands
from workers.bots.outlook import read_signs
from workers.bots.pace import NO_HURRY, LaidAside, Pace, Thought
from workers.bots.personalities import TASTES, ValuedOption, pick_by_taste
from workers.bots.player import PERSONALITIES, parse_player
from workers.bots.second_looks import SecondLooks

SHORT = Budget(playouts=20)


def positions(name, most=200, every=20):
    for position in walk(name, seats=2, seed=5):
        if len(position.legal) > 3 and position.number % every == 0:
            yield position
        if position.number > most:
            return


def test_every_game_has_every_personality():
    assert set(TASTES) == set(GAMES)
    assert {tuple(tastes) for tastes in TASTES.values()} == {PERSONALITIES}


@pytest.mark.parametrize("name", GAMES)
def test_all_that_they_like_is_a_sign_of_some_position(name):
    seen = {
        sign
        for seats in (2, 4)
        for position in walk(name, seats=seats, seed=5)
        for each in read_signs(position.game, position.live)
        for sign in each
    }
    assert {sign for taste in TASTES[name].values() for sign in taste.likes} <= seen


@pytest.mark.parametrize("personality", PERSONALITIES)
@pytest.mark.parametrize("name", GAMES)
def test_at_a_glance_they_give_up_no_more_than_they_may(name, personality):
    most = TASTES[name][personality].gives
    for position in positions(name):
        worth = appraise_commands(position.game, position.live, position.legal)
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
        assert worth[position.legal.index(command)] >= max(worth) - most


@pytest.mark.parametrize("name", GAMES)
def test_where_all_options_are_worth_the_same_tastes_differ(name):
    taken = Counter()
    for position in positions(name):
        alike = [ValuedOption(command, 0.0) for command in position.legal[:6]]
        for personality in PERSONALITIES:
            taken[personality, position.number] = pick_by_taste(
                position.game, position.live, alike, personality, position.number, SecondLooks(NO_HURRY)
            )
    numbers = {number for _, number in taken}
    assert any(len({taken[personality, number] for personality in PERSONALITIES}) > 1 for number in numbers)


@pytest.mark.parametrize("name", GAMES)
def test_a_thought_that_is_laid_aside_comes_to_the_same_choice(name):
    looked_again = False
    for position in islice(positions(name, every=6), 12):
        about = ("level", position.game, position.live, position.legal)
        settings = {"level": 6, "personality": "builder"}
        whole = choose(*about, Seeded(7), SHORT, **settings)

        resumed, slices = None, 0
        pace = Pace(lambda: True)
        while resumed is None:
            try:
                resumed = choose(*about, Seeded(7), SHORT, pace, **settings)
            except LaidAside as aside:
                pace, slices = Pace(lambda: True, decode(encode(aside.thought), Thought)), slices + 1

        assert resumed == whole
        looked_again |= slices > SHORT.playouts
    assert looked_again  # at what it likes, in slices as well


@pytest.mark.parametrize("name", GAMES)
def test_a_match_in_the_arena_names_them_in_its_book(name):
    builder = parse_player("level:1:builder")
    moves = play_moves(Pairing(GAMES[name], [builder, parse_player("level:1")], 3, {}))
    opened = next(moves).decided.match
    assert opened.seats[0].bot == Bot("level", level=1, personality="builder")
    assert opened.seats[0].bot.name == "level1-builder"

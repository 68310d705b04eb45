"""Minds with their budgets, as the command line names them."""

import pytest

from games.match.state import Bot
from workers.bots.player import PATIENT_BUDGET, Player, UnknownPlayer, parse_player
from workers.bots.time_control import FOREVER, Budget


@pytest.mark.parametrize(
    ("text", "mind", "budget"),
    [
        ("greedy", "greedy", PATIENT_BUDGET),
        (" random ", "random", PATIENT_BUDGET),
        ("search", "search", PATIENT_BUDGET),
        ("search:10", "search", Budget(10, longest_wait=FOREVER)),
        ("search:10000", "search", Budget(10_000, longest_wait=FOREVER)),
        ("search:200it", "search", Budget(rollouts=200)),
    ],
)
def test_a_mind_may_have_a_budget(text, mind, budget):
    assert parse_player(text) == Player(mind, budget)


@pytest.mark.parametrize("text", ["greedy", "search:300", "search:200it", "level:3", "level:4:builder"])
def test_it_is_shown_as_it_was_named(text):
    assert str(parse_player(text)) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("clever", "'clever' is none of random, greedy, search"),
        ("search:", "none of"),
        ("search:5s", "none of"),
        ("greedy:500", "greedy takes no budget"),
        ("search:9", "10 to 10000 milliseconds"),
        ("search:10001", "10 to 10000 milliseconds"),
        ("search:0it", "one rollout and more"),
        ("level", "level:1 to level:6"),
        ("level:7", "level:1 to level:6"),
        ("level:3it", "level:1 to level:6"),
        ("level:3:dreamer", "'dreamer' is none of builder, hoarder, racer"),
        ("search:20:builder", "search has no personality"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(text, said):
    with pytest.raises(UnknownPlayer, match=said):
        parse_player(text)


@pytest.mark.parametrize(
    ("text", "bot"),
    [
        ("greedy", Bot("greedy")),
        ("search:300", Bot("search", 300)),
        ("search:20it", Bot("search")),
        ("level:5", Bot("level", level=5)),
    ],
)
def test_it_sits_in_a_match_as_a_bot(text, bot):
    assert parse_player(text).bot == bot

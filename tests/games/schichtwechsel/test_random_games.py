"""Whole random games: they end, they fold, they lose nothing, and nobody is ever without an option."""

import pytest

from games.kernel import Play
from games.schichtwechsel.commands import Decline, Pass
from support.games import schichtwechsel_ledger
from support.games.campaign import campaign, look_closely, watch, what_is_waited_for_is_recorded
from support.games.luck import Seeded
from support.games.schichtwechsel_given import EDITION, GAME
from support.games.walk import Position, fold_is_live, fold_json, somebody_may_speak_or_it_is_over

NAME = "schichtwechsel"
IDLE = 12  # one answer in so many may be a pass or a refusal where another was possible


@pytest.mark.rule("SW-1", "SW-146", "SW-168")
@pytest.mark.parametrize("first", range(0, 80, 10))
def test_random_games_keep_their_promises(first):
    for end in campaign(NAME, 10, first=first, every=7):
        assert end.live.round == 5


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_random_game_keeps_every_promise_at_every_position(seats):
    watch(NAME, seats=seats, seed=4711 + seats)


@pytest.mark.rule("SW-1", "SW-168", "SW-R47", "SW-9")
@pytest.mark.parametrize("first", range(0, 80, 10))
def test_busy_random_games_keep_their_promises(first):
    """Who seldom passes sees more of the game."""
    for seed in range(first, first + 10):
        watch_busy(seats=2 + seed % 3, seed=seed)


def watch_busy(*, seats, seed, every=15):
    ledger = schichtwechsel_ledger.Ledger(seats)
    for position in busy_walk(seats=seats, seed=seed):
        fold_is_live(position)
        somebody_may_speak_or_it_is_over(position)
        what_is_waited_for_is_recorded(position)
        ledger.follow(position)
        if (position.number + seed) % every == 0:
            look_closely(position)
    assert position.live.round == 5


def busy_walk(*, seats, seed):
    luck = Seeded(seed)
    play = Play(GAME.rules, GAME.blank(seats, EDITION, GAME.options()), luck)
    folded = GAME.blank(seats, EDITION, GAME.options())
    play.first(*GAME.opening)
    play.run()
    seen = number = 0
    while True:
        fresh = play.events[seen:]
        seen = len(play.events)
        fold_json(GAME, folded, fresh)
        yield Position(GAME, play.game, folded, play.legal, number, fresh, luck)
        if not play.legal:
            return
        play.answer(luck.pick(busy(play.legal, luck)))
        number += 1


def busy(legal, luck):
    doing = [command for command in legal if not isinstance(command, Pass | Decline)]
    return doing if doing and luck.below(IDLE) else legal

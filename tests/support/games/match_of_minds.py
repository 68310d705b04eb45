"""Bots among themselves, without an API: one mind per seat."""

import msgspec

from games.catalogue import GAMES
from games.kernel import Play
from support.games.luck import Seeded
from workers.bots import choose
from workers.bots.time_control import DEFAULT_BUDGET

MOST_DECISIONS_OF_MINDS = 20_000


def play_minds(name, minds, *, seed, options=None, budget=DEFAULT_BUDGET, edition=None):  # noqa: PLR0913
    """A whole match; the luck of the minds is not the luck of the game."""
    game = GAMES[name]
    luck, minds_luck = Seeded(seed), Seeded(-1 - seed)
    choices = msgspec.convert(options or {}, game.options)
    table = game.blank(len(minds), edition or game.editions.default, choices)
    match = Play(game.rules, table, luck)
    match.first(*game.opening)
    match.run()
    for _ in range(MOST_DECISIONS_OF_MINDS):
        if not match.legal:
            return match
        seat = match.agenda[0].seat
        match.answer(choose(minds[seat], game, match.game, match.legal, minds_luck, budget))
    raise AssertionError(f"{name} with seed {seed} does not end")

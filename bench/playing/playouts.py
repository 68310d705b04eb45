"""Random playouts on one core, every option enumerated at every step.

./grubenbuch bench playouts [--games 30] [--rounds 5]
"""

from functools import partial
from random import Random

from measuring.frame import Size, run
from measuring.rounds import measure_rates

from games.catalogue import GAMES
from games.kernel import Chance, Play

SIZES = {
    "--games": Size(30, 1, "playouts of each game and number of seats in a round"),
    "--rounds": Size(5, 1),
}


class FastChance(Chance):
    def __init__(self, seed):
        self._random = Random(seed).random

    def next_below(self, bound):
        return int(self._random() * bound)


def playout(game, seats, seed):
    chance = FastChance(seed)
    edition = next(iter(game.editions))
    play = Play(game.rules, game.blank(seats, edition, game.options()), chance)
    play.first(*game.opening)
    play.run()
    while play.legal:
        play.answer(chance.pick(play.legal))


def play_out(game, seats, count):
    for seed in range(count):
        playout(game, seats, seed)


def measure(options, sheet):
    for game in GAMES.values():
        for seats in game.seats:
            work = partial(play_out, game, seats, options.games)
            rates = measure_rates(options.games, work, options.rounds)
            sheet.rounds(f"{game.name}, {seats} seats", rates, "playouts/s")


if __name__ == "__main__":
    run(measure, __doc__, takes=(60, 2), sizes=SIZES)

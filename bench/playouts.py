"""Random playouts per second on one core, every option enumerated at every step.

./grubenbuch bench playouts [--games 30] [--rounds 5]
"""

import argparse
from random import Random

from measuring.rounds import rates

from games.catalogue import GAMES
from games.kernel import Chance, Play


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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    for game in GAMES.values():
        for seats in game.seats:

            def work(game=game, seats=seats):
                for seed in range(arguments.games):
                    playout(game, seats, seed)

            name = f"{game.name}, {seats} seats"
            rates(name, arguments.games, work, rounds=arguments.rounds, unit="playouts/s")


if __name__ == "__main__":
    main()

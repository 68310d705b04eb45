"""Random moves a second on one core, every option enumerated at every step, beside python-chess.

./grubenbuch bench playouts [--games 20] [--rounds 5]

Whole games of every number of seats, and whole games of chess: to mate or stalemate, to a position in which
nobody can win, or to the 75th move without capture or pawn. Both list the moves once a position and draw one
of them with the same luck; a round plays all of them one after the other. python-chess is no part of what
`requirements.lock` names:  .venv/bin/pip install --require-hashes -r bench/contenders.lock
"""

import sys
from functools import partial
from pathlib import Path
from random import Random

from measuring.frame import Size, run
from measuring.rounds import measure_rate

from games.catalogue import GAMES
from games.kernel import Chance, Play
from service.config import HOME

try:
    import chess
except ModuleNotFoundError:
    chess = None

SIZES = {
    "--games": Size(20, 1, "of each game and number of seats, in a round"),
    "--rounds": Size(5, 1),
}
CONTENDERS = Path(__file__).parents[1] / "contenders.lock"
AIMS = {"schiefer": "1.3", "ruhrschifffahrt": "1.0", "schichtwechsel": "1.3"}


class FastChance(Chance):
    def __init__(self, seed):
        self._random = Random(seed).random

    def next_below(self, bound):
        return int(self._random() * bound)


def play_out(game, seats, seed):
    """How many moves it took."""
    chance = FastChance(seed)
    edition = next(iter(game.editions))
    play = Play(game.rules, game.blank(seats, edition, game.options()), chance)
    play.first(*game.opening)
    play.run()
    moves = 0
    while play.legal:
        play.answer(chance.pick(play.legal))
        moves += 1
    return moves


def play_out_all(game, count):
    return sum(play_out(game, seats, seed) for seats in game.seats for seed in range(count))


def play_chess(seed):
    """The same of chess."""
    chance = FastChance(seed)
    board = chess.Board()
    moves = 0
    while (legal := list(board.legal_moves)) and not is_dead(board):
        board.push(chance.pick(legal))
        moves += 1
    return moves


def is_dead(board):
    return board.is_seventyfive_moves() or board.is_insufficient_material()


def play_chess_often(count):
    return sum(map(play_chess, range(count)))


def measure(options, sheet):
    works = {name: partial(play_out_all, game, options.games) for name, game in GAMES.items()}
    if chess is None:
        sheet.step("without python-chess, which is not installed here:")
        sheet.step(f"{sys.executable} -m pip install --require-hashes -r {CONTENDERS.relative_to(HOME)}")
    else:
        works["chess"] = partial(play_chess_often, 3 * options.games)
    rates = {name: [] for name in works}
    for _ in sheet.count(range(options.rounds), "rounds"):
        for name, work in works.items():
            rates[name].append(measure_rate(work))
    report(sheet, rates)


def report(sheet, rates):
    for name, rounds in rates.items():
        sheet.rounds(name, rounds, "moves/s")
    for name in GAMES if "chess" in rates else ():
        beside = [ours / theirs for ours, theirs in zip(rates[name], rates["chess"], strict=True)]
        sheet.rounds(f"{name}, python-chess = 1", beside, "times", aim=AIMS[name])


if __name__ == "__main__":
    run(measure, __doc__, takes=(40, 2), sizes=SIZES)

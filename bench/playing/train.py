"""Weights of features and corrections of heuristic values, learned from matches of `search` with itself.

./grubenbuch bench train schiefer [--generations 4] [--games 20] [--playouts 12] [--seats 2] [--seed 1]

Each generation plays matches with what was learned so far. Every answer is thought about; a few are left to
the better half of the options, so that unusual positions come up as well. From them it is learned where
heuristic values err about the same answer again and again (measuring/learning/corrections.py), and features
get new weights in two ways, from whole matches and from answers that were tried
(measuring/learning/weights.py). For each number of seats `search` then plays with what was learned against
itself without: first with the corrections, then with either of the new weights. What wins a standard error
more than a fair share stays; where nothing does, the training is over, and so it is where another
generation would hardly be over within an hour (--minutes). What was learned is printed as the game's
sections of workers/bots/evaluation/weights.yaml and workers/bots/corrections.yaml, or written there with
--write.

With `--edition my-copy --data DIR` the matches are played on that edition of a server, and weights that win
are kept beside it, for the bots of the server. Corrections stay those of the built-in one.
"""

import sys
import time
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from measuring.frame import Size, run
from measuring.learning.corrections import fit_corrections
from measuring.learning.matches import Judgement, Match, duel, play_match
from measuring.learning.sections import replace_section, section_of_corrections, section_of_weights
from measuring.learning.weights import fit_weights

from games.catalogue import GAMES
from service.config import Config
from service.editions.stored import StoredEditions, choose_edition, know_edition
from service.host.book_access import open_archived_store
from service.startup_errors import ConfigError
from workers.bots import evaluation, policies
from workers.bots.policies import Corrections

BOTS = Path(policies.__file__).parent
WAYS = ("corrections", "matches", "answers")
WAYS_ON_EDITIONS = WAYS[1:]
POINTS_ALONE = {"points": (1.0, 1.0)}  # where nothing was learned yet
MINUTE = 60  # seconds
SEEDS_APART = 10**12  # of two trainings: more than one of them uses


class Contest(NamedTuple):
    """What was learned against what was known before."""

    seats: int
    found: list[tuple[float, int]]  # by match: won, and by how much

    @property
    def won(self):
        return sum(won for won, _ in self.found) / len(self.found)

    @property
    def stays(self):
        """Whether it won more than its share, by more than such a number of matches usually errs."""
        fair = 1 / self.seats
        return self.won > fair + sqrt(fair * (1 - fair) / len(self.found))

    def __str__(self):
        lead = sum(lead for _, lead in self.found) / len(self.found)
        return f"{self.won:.0%} of {len(self.found)}, {lead:+.1f} points"


class Trainer:
    def __init__(self, said, edition, pool, known=None):
        """`known`: the weights by seats from which it goes on; those of the built-in edition by default."""
        self.said, self.edition, self.pool, self.log = said, edition, pool, []
        self.stayed = 0  # generations
        self.ends = time.monotonic() + MINUTE * said.minutes
        self.longest = 0.0  # generation, in seconds
        self.played = {seats: [] for seats in said.seats}
        self.tried = {seats: [] for seats in said.seats}
        self.looked = {}
        weights = dict.fromkeys(GAMES[said.game].seats, POINTS_ALONE)
        weights |= known or evaluation.WEIGHTS.get(said.game, {})
        self.judgement = Judgement(weights, {**policies.CORRECTIONS.get(said.game, {})})

    def match(self, seats, seed, judgement, **more):
        return Match(self.said.game, self.edition, seats, seed, self.said.playouts, judgement, **more)

    def generation(self, number):
        """Whether anything that was learned stays."""
        said, began, before = self.said, time.monotonic(), self.judgement
        seed = SEEDS_APART * said.seed + 10**5 * number
        self.looked = {seats: [] for seats in said.seats}  # what search says goes with the weights it has
        for seats in said.seats:
            self.gather(seats, seed + 1000 * seats)
        told = []
        if "corrections" in said.ways:
            told += [self.take_corrections(seats, seed + 10**7) for seats in said.seats]
        for seats in said.seats:
            told += self.take_weights(seats, seed + 2 * 10**7)
        took = time.monotonic() - began
        self.longest = max(self.longest, took)
        self.log.append(f"{self.words(number)}: {'; '.join(told)}; {took:.0f} s")
        goes_on = self.judgement is not before
        self.stayed += goes_on
        return goes_on

    @property
    def has_time(self):
        """For another generation, if that takes no longer than the longest did."""
        return time.monotonic() + self.longest <= self.ends

    def words(self, number):
        said = self.said
        seats, ways = (" ".join(map(str, each)) for each in (said.seats, said.ways))
        sizes = f"--games {said.games} --duels {said.duels} --playouts {said.playouts}"
        return f"--seats {seats} --ways {ways} {sizes} --seed {said.seed}, generation {number}"

    def gather(self, seats, seed):
        matches = [
            self.match(seats, seed + each, self.judgement, ways=tuple(self.said.ways))
            for each in range(self.said.games)
        ]
        for found in self.pool.imap(play_match, matches):
            self.played[seats].append(found.played)
            self.tried[seats] += found.tried
            self.looked[seats] += found.looked

    def take_corrections(self, seats, seed):
        """If they win."""
        looked, known = self.looked[seats], self.judgement.corrections
        learned = Corrections(*fit_corrections(looked, self.pool.map))
        new = self.judgement._replace(corrections=known | {seats: learned})
        contest = self.gate(seats, new, seed)
        self.judgement = new if contest.stays else self.judgement
        return f"corrections of {seats} seats from {len(looked)} positions win {contest}"

    def take_weights(self, seats, seed):
        """The better of the two, if they win; what is to be told of each."""
        weights, best, told = self.judgement.weights, (0.0, self.judgement), []
        for way, evidence in {"matches": self.played[seats], "answers": self.tried[seats]}.items():
            if way in self.said.ways:
                learned = fit_weights(evidence, weights[seats], self.pool.map)
                new = self.judgement._replace(weights=weights | {seats: learned})
                contest = self.gate(seats, new, seed)
                told.append(f"weights of {seats} seats from {len(evidence)} {way} win {contest}")
                if contest.stays:
                    best = max(best, (contest.won, new), key=lambda each: each[0])
        self.judgement = best[1]
        return told

    def gate(self, seats, new, seed):
        """The new judgement against that of today."""
        matches = [
            self.match(seats, seed + each // seats, new, rival=self.judgement, seat=each % seats)
            for each in range(self.said.duels)
        ]
        return Contest(seats, self.pool.map(duel, matches, chunksize=1))


def measure(options, sheet):
    game, options.seats = GAMES[options.game], sorted({*options.seats})
    if options.write and options.small:
        sys.exit("A training with --small learns nothing that should be written.")
    if options.edition is None:
        options.ways = options.ways or WAYS
        tell(options, train(options, sheet, game.editions.default))
        return
    options.ways = options.ways or WAYS_ON_EDITIONS
    if options.write or "corrections" in options.ways:
        sys.exit(
            "With --edition weights are learned, and kept in the server: neither --write nor corrections."
        )
    with open_archived_store(Config.from_environment(data=options.data)) as store:
        train_for_instance(options, sheet, store, game)


def train_for_instance(options, sheet, store, game):
    edition = choose_edition(store, game, options.edition)
    if not know_edition(store, game.name, edition):
        raise ConfigError(f"This server has no edition {options.edition!r} of {game.name}.")
    editions = StoredEditions(store)
    trainer = train(options, sheet, edition, editions.worths(game.name, edition))
    if trainer.stayed:
        editions.keep_worths(game.name, edition, trainer.judgement.weights)


def train(options, sheet, edition, known=None):
    with Pool(options.processes) as pool:  # which know the edition as well
        trainer = Trainer(options, edition, pool, known)
        learn(trainer, sheet)
    sheet.figure(f"{options.game}, generations that stay", trainer.stayed, "")
    return trainer


def learn(trainer, sheet):
    """Generation after generation, as long as something stays and there is time."""
    for number in sheet.count(range(trainer.said.generations), "generations"):
        goes_on = trainer.generation(number)
        sheet.step(trainer.log[-1])
        if not goes_on:
            sheet.step("Nothing was gained, so the training is over.")
        elif number + 1 < trainer.said.generations and not trainer.has_time:
            sheet.step(f"Another generation would hardly be over within {trainer.said.minutes} minutes.")
        else:
            continue
        break


def tell(options, trainer):
    weights, learned = trainer.judgement
    sections = {
        BOTS / "evaluation" / "weights.yaml": section_of_weights(options.game, trainer.log, weights),
        BOTS / "corrections.yaml": section_of_corrections(options.game, trainer.log, learned),
    }
    for path, lines in sections.items():
        if options.write:
            replace_section(path, options.game, lines)
        else:
            print(*lines, sep="\n")


def add_options(parser):
    parser.add_argument("game", choices=sorted(evaluation.FEATURES), nargs="?", default="schichtwechsel")
    seats = sorted({each for game in GAMES.values() for each in game.seats})
    help_of_seats = "numbers of seats that learn (default all)"
    parser.add_argument("--seats", type=int, nargs="+", choices=seats, default=seats, help=help_of_seats)
    parser.add_argument("--ways", nargs="+", choices=WAYS, help="of learning (default all that there are)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write what was learned where the minds read it")
    parser.add_argument("--edition", help="of the server in --data, by its id or name; else the built-in one")
    parser.add_argument("--data", help="the data directory (DATA, else data/)")


SIZES = {
    "--generations": Size(4, 1, "at most", least=1),
    "--minutes": Size(55, 55, "after which no generation should be going on but the first", least=1),
    "--games": Size(20, 1, "of each number of seats", least=1),
    "--duels": Size(40, 2, "with what was learned against what was known before", least=1),
    "--playouts": Size(12, 4, "of an answer", least=1),
    "--processes": Size(2, 2, "with any number a generation learns the same", least=1),
}

if __name__ == "__main__":
    run(measure, __doc__, takes=(3000, 20), sizes=SIZES, add_options=add_options)

"""What signs are worth and what a glance should know, learned from matches of `search` with itself.

./grubenbuch bench train schiefer [--generations 2] [--games 40] [--playouts 12] [--seats 2] [--seed 1]

Each generation plays matches with what was learned so far. Every answer is thought about; a few are left to
the better half of the options, so that unusual positions come up as well. From them a glance learns where
its appraisal errs about the same answer again and again (measuring/learning/glancing.py), and signs get new
worths in two ways, from whole matches and from answers that were tried (measuring/learning/worths.py).
For each number of seats `search` then plays with what was learned against itself without: first with the
lessons, then with either of the new worths. What wins more than a fair share stays; where nothing does,
the training is over. What was learned is printed as the game's sections of workers/minds/outlook/worths.yaml
and workers/minds/lessons.yaml, or written there with --write.

With `--edition my-copy --data DIR` the matches are played on that edition of a house, and the worths are kept
beside it, for the bots of the house. Lessons stay those of the built-in one.
"""

import time
from multiprocessing import Pool
from pathlib import Path

from measuring.frame import Size, run
from measuring.learning.glancing import fit_lessons
from measuring.learning.matches import Judgement, Match, duel, play_match
from measuring.learning.sections import replace_section, section_of_lessons, section_of_worths
from measuring.learning.worths import fit_worths

from games.catalogue import GAMES
from service.commands.client import open_beside_house
from service.config import Config
from service.editions.known import choose_edition, know_edition
from service.editions.records import HouseEditions
from service.startup_errors import ConfigError
from workers.minds import lessons, outlook
from workers.minds.lessons import Lessons

MINDS = Path(lessons.__file__).parent
WAYS = ("lessons", "matches", "answers")
POINTS_ALONE = {"points": (1.0, 1.0)}  # where nothing was learned yet


class Trainer:
    def __init__(self, said, edition, pool):
        self.said, self.edition, self.pool, self.log = said, edition, pool, []
        self.played = {seats: [] for seats in said.seats}
        self.tried = {seats: [] for seats in said.seats}
        self.looked = {}
        worths = dict.fromkeys(GAMES[said.game].seats, POINTS_ALONE) | outlook.WORTHS.get(said.game, {})
        self.judgement = Judgement(worths, {**lessons.LESSONS.get(said.game, {})})

    def match(self, seats, seed, judgement, **more):
        return Match(self.said.game, self.edition, seats, seed, self.said.playouts, judgement, **more)

    def generation(self, number):
        """Whether anything that was learned stays."""
        said, began, before = self.said, time.monotonic(), self.judgement
        seed = said.seed + 10**5 * number
        self.looked = {seats: [] for seats in said.seats}  # what search says goes with the worths it has
        for seats in said.seats:
            self.gather(seats, seed + 1000 * seats)
        told = []
        if "lessons" in said.ways:
            told += [self.take_lessons(seats, seed + 10**7) for seats in said.seats]
        told += [self.take_worths(seats, seed + 2 * 10**7) for seats in said.seats]
        self.log.append(f"{self.words(number)}: {'; '.join(told)}; {time.monotonic() - began:.0f} s")
        return self.judgement is not before

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

    def take_lessons(self, seats, seed):
        """If they win."""
        looked, known = self.looked[seats], self.judgement.lessons
        learned = Lessons(*fit_lessons(looked, self.pool.map))
        new = self.judgement._replace(lessons=known | {seats: learned})
        won, words = self.gate(seats, new, seed)
        self.judgement = new if won > 1 / seats else self.judgement
        return f"lessons of {seats} seats from {len(looked)} positions win {words}"

    def take_worths(self, seats, seed):
        """The better of the two, if they win."""
        worths, best, told = self.judgement.worths, (1 / seats, self.judgement), []
        for way, evidence in {"matches": self.played[seats], "answers": self.tried[seats]}.items():
            if way in self.said.ways:
                learned = fit_worths(evidence, worths[seats], self.pool.map)
                new = self.judgement._replace(worths=worths | {seats: learned})
                won, words = self.gate(seats, new, seed)
                told.append(f"worths of {seats} seats from {len(evidence)} {way} win {words}")
                best = max(best, (won, new), key=lambda each: each[0])
        self.judgement = best[1]
        return "; ".join(told)

    def gate(self, seats, new, seed):
        """How often the new judgement wins against that of today, and the same in words."""
        matches = [
            self.match(seats, seed + each // seats, new, rival=self.judgement, seat=each % seats)
            for each in range(self.said.duels)
        ]
        found = self.pool.map(duel, matches, chunksize=1)
        won = sum(each for each, _ in found) / len(found)
        return won, f"{won:.0%} of {len(found)}, {sum(lead for _, lead in found) / len(found):+.1f} points"


def measure(options, sheet):
    game = GAMES[options.game]
    if options.edition is None:
        trainer = train(options, sheet, game.editions.default)
        tell(options, trainer)
        return
    with open_beside_house(Config.from_environment(data=options.data)) as (store, _):
        edition = choose_edition(store, game, options.edition)
        if not know_edition(store, game.name, edition):
            raise ConfigError(f"This house has no edition {options.edition!r} of {game.name}.")
        options.ways = [way for way in options.ways if way != "lessons"] or ["matches"]
        worths = train(options, sheet, edition).judgement.worths
        HouseEditions(store).keep_worths(game.name, edition, worths)


def train(options, sheet, edition):
    with Pool(options.processes) as pool:  # which know the edition as well
        trainer = Trainer(options, edition, pool)
        for number in sheet.count(range(options.generations), "generations"):
            goes_on = trainer.generation(number)
            sheet.step(trainer.log[-1])
            if not goes_on:
                break
    sheet.figure(f"{options.game}, generations that stay", len(trainer.log) - (not goes_on), "")
    return trainer


def tell(options, trainer):
    worths, learned = trainer.judgement
    sections = {
        MINDS / "outlook" / "worths.yaml": section_of_worths(options.game, trainer.log, worths),
        MINDS / "lessons.yaml": section_of_lessons(options.game, trainer.log, learned),
    }
    for path, lines in sections.items():
        if options.write:
            replace_section(path, options.game, lines)
        else:
            print(*lines, sep="\n")


def add_options(parser):
    parser.add_argument("game", choices=sorted(outlook.READINGS), nargs="?", default="schichtwechsel")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], help="numbers of seats that learn")
    parser.add_argument(
        "--ways", nargs="+", choices=WAYS, default=WAYS, help="of learning (default all three)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2, help="the result is the same with any number")
    parser.add_argument("--write", action="store_true", help="write what was learned where the minds read it")
    parser.add_argument("--edition", help="of the house in --data, by its id or name; else the built-in one")
    parser.add_argument("--data", help="the data directory (DATA, else data/)")


SIZES = {
    "--generations": Size(2, 1),
    "--games": Size(40, 1, "of each number of seats"),
    "--duels": Size(40, 2, "with what was learned against what was known before"),
    "--playouts": Size(12, 4, "of an answer"),
}

if __name__ == "__main__":
    run(measure, __doc__, takes=(3000, 20), sizes=SIZES, add_options=add_options)

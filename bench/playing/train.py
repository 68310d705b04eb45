"""What the signs of a position are worth, learned where it is used: from matches of `search` itself.

./grubenbuch bench train schiefer [--generations 2] [--games 60] [--playouts 12] [--seed 1]

Each generation plays matches of two, three and four seats with the worths so far. Some answers are thought
about, the others are given at a glance, a few are left to luck, so that unusual positions come up as well. At
the start of each round the signs of all seats are noted; the worth of all signs together should predict how
far each seat ends above the mean of all (least squares, with a pull towards "points count, nothing else
does"). All positions so far are fitted together, once for each number of seats. The new worths stay if
`search` wins at least as often with them as without, over pairs of the same luck; the first generation that
does not ends the training. What was found is printed as the game's section of
workers/minds/outlook/worths.yaml.

With `--edition my-copy --data DIR` the matches are played on that edition of a house, and what was found is
kept beside it, for the bots of the house.
"""

import time

from measuring.fitting import fit
from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.score import totals
from service.commands.client import open_beside_house
from service.config import Config
from service.editions.known import choose_edition, know_edition
from service.editions.records import HouseEditions
from service.startup_errors import ConfigError
from workers.minds import outlook
from workers.minds.budget import Budget
from workers.minds.greedy import command_at_a_glance
from workers.minds.pace import NO_HURRY
from workers.minds.playout import OwnLuck
from workers.minds.search import search_command

MISTAKES = (0, 4, 8, 15)  # answers of a hundred left to luck, match by match
GLANCES = 12  # matches at a glance for each one that is thought about, in the first generation
SEATS = (2, 3, 4)
LATEST = 30_000  # positions of a number of seats that are kept: the oldest go first


class Trainer:
    def __init__(self, said, edition):
        self.game, self.said, self.log = GAMES[said.game], said, []
        self.reading = outlook.READINGS[said.game]
        self.budget = Budget(playouts=said.playouts)
        self.noted = {seats: [] for seats in SEATS}
        self.edition = edition
        self.worths = outlook.WORTHS[said.game]

    def think(self, table, legal, luck, worths):
        outlook.WORTHS = {self.game.name: worths}
        return search_command(self.game, table, legal, luck, self.budget, NO_HURRY)

    def begin(self, seats, luck):
        game = self.game
        play = Play(game.rules, game.blank(seats, self.edition, game.options()), luck)
        play.first(*game.opening)
        play.run()
        return play

    def note_match(self, seats, seed, thinks):
        """Of every round: the signs of all seats, the share of the match that is left, and how they ended."""
        luck = OwnLuck(seed)
        play, noted, round_before = self.begin(seats, luck), [], 0
        mistakes = MISTAKES[seed % len(MISTAKES)]
        while play.legal:
            if play.game.round != round_before:
                round_before = play.game.round
                noted.append((outlook.read_signs(self.game, play.game), self.reading.left(play.game)))
            if luck.below(100) < mistakes:
                command = luck.pick(play.legal)
            elif luck.below(1000) < 1000 * thinks:
                command = self.think(play.game, play.legal, luck, self.worths)
            else:
                command = command_at_a_glance(self.game, play.game, play.legal, luck)
            play.answer(command)
        end = totals(self.game.score(play.game), seats)
        self.noted[seats] += [(*position, end) for position in noted]

    def duel(self, seed, seat, new):
        """The lead of the seat that plays with the new worths, both thinking about everything."""
        luck, thinking = OwnLuck(seed), OwnLuck(seed + 1)
        play = self.begin(2, luck)
        while play.legal:
            worths = new if play.game.agenda[0].seat == seat else self.worths
            play.answer(self.think(play.game, play.legal, thinking, worths))
        places, points = self.game.places(play.game), totals(self.game.score(play.game), 2)
        return (places[seat] == 1) / places.count(1), points[seat] - points[1 - seat]

    def gate(self, new, generation):
        found = [
            self.duel(self.said.seed + 10**6 * (generation + 1) + number // 2, number % 2, new)
            for number in range(self.said.duels)
        ]
        return sum(won for won, _ in found) / len(found), sum(lead for _, lead in found) / len(found)

    def generation(self, number):
        began, seed = time.process_time(), self.said.seed + 10**5 * number
        for each in range(self.said.games):
            self.note_match(SEATS[each % 3], seed + each, self.said.thinks)
            for other in range(GLANCES if number == 0 else 0):
                self.note_match(SEATS[each % 3], seed + 1000 * (other + 1) + each, 0.0)
        self.noted = {seats: noted[-LATEST:] for seats, noted in self.noted.items()}
        new = {seats: fit(noted) for seats, noted in self.noted.items()}
        won, lead = self.gate(new, number)
        positions = ", ".join(f"{len(noted)} of {seats}" for seats, noted in self.noted.items())
        self.log.append(
            f"generation {number}: positions by seats {positions}; the new worths win {won:.0%} of "
            f"{self.said.duels}, {lead:+.1f} points; {time.process_time() - began:.0f} s"
        )
        if won < 0.5:
            return False
        self.worths = new
        return True


def section(game, log, worths):
    """Of worths.yaml, under the log of how it came to be."""
    yield from (f"# {game}: {line}" for line in log)
    yield f"{game}:"
    for seats, found in worths.items():
        yield f"  {seats}:"
        for sign, (last, first) in sorted(found.items()):
            yield f"    {sign}: [{last:.2f}, {first:.2f}]"


def add_options(parser):
    parser.add_argument("game", choices=sorted(outlook.READINGS), nargs="?", default="schichtwechsel")
    parser.add_argument("--thinks", type=float, default=0.25, help="share of the answers (default 0.25)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", help="of the house in --data, by its id or name; else the built-in one")
    parser.add_argument("--data", help="the data directory (DATA, else data/)")


def measure(options, sheet):
    game = GAMES[options.game]
    if options.edition is None:
        train(options, sheet, game.editions.default)
        return
    with open_beside_house(Config.from_environment(data=options.data)) as (store, _):
        edition = choose_edition(store, game, options.edition)
        if not know_edition(store, game.name, edition):
            raise ConfigError(f"This house has no edition {options.edition!r} of {game.name}.")
        HouseEditions(store).keep_worths(game.name, edition, train(options, sheet, edition))


def train(options, sheet, edition):
    trainer = Trainer(options, edition)
    for number in sheet.count(range(options.generations), "generations"):
        goes_on = trainer.generation(number)
        sheet.step(trainer.log[-1])
        if not goes_on:
            break
    print(*section(options.game, trainer.log, trainer.worths), sep="\n")
    sheet.figure(f"{options.game}, generations that stay", len(trainer.log) - (not goes_on), "")
    return trainer.worths


SIZES = {
    "--generations": Size(2, 1),
    "--games": Size(60, 3, "thought about in each"),
    "--duels": Size(20, 2, "with the new worths against the old"),
    "--playouts": Size(12, 4, "of an answer"),
}

if __name__ == "__main__":
    run(measure, __doc__, takes=(1200, 10), sizes=SIZES, add_options=add_options)

"""Do bots with a personality play visibly differently, and what does it cost them?

./grubenbuch bench personalities [--game schiefer] [--level 3] [--matches 20] [--seed 1]

With two seats, each personality of a level plays against the same level without one, each luck in both seat
orders. Prints its share of victories with the interval and the mean lead, and for each feature of a position
that any of the personalities prefers how much of it the two had when a round was over, in the mean.
"""

from collections import Counter

from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.score import totals
from workers.arena.tournament import wilson_interval
from workers.bots.evaluation import extract_features
from workers.bots.player import PERSONALITIES, parse_player
from workers.bots.rollouts import SimulatedLuck
from workers.bots.styles import STYLES


def play_rounds(game, minds, seed):
    """The table whenever a round is over."""
    luck, thinking = SimulatedLuck(seed), SimulatedLuck(seed + 10**9)
    play = Play(game.rules, game.blank(len(minds), game.editions.default, game.options()), luck)
    play.first(*game.opening)
    play.run()
    while play.legal:
        seat, now = play.game.agenda[0].seat, play.game.round
        play.answer(minds[seat].choose(game, play.game, play.legal, thinking))
        if play.game.round > now or not play.legal:
            yield play.game


class Comparison:
    """A personality beside the same level without one."""

    def __init__(self, game):
        self.game = game
        self.matches = self.wins = self.lead = self.rounds = 0
        self.signs = {True: Counter(), False: Counter()}  # of the personality, and of the other

    def take_round(self, table, seat):
        self.rounds += 1
        for each, signs in enumerate(extract_features(self.game, table)):
            for sign, value in signs.items():
                self.signs[each == seat][sign] += value

    def take_end(self, table, seat):
        places, points = self.game.places(table), totals(self.game.score(table), 2)
        self.matches += 1
        self.wins += (places[seat] == 1) / places.count(1)
        self.lead += points[seat] - points[1 - seat]

    def line(self):
        low, high = wilson_interval(self.wins, self.matches)
        share, lead = self.wins / self.matches, self.lead / self.matches
        return f"{self.wins:g} of {self.matches}, {share:.1%} ({low:.1%} … {high:.1%}), {lead:+.1f} points"

    def mean(self, sign, *, own):
        return self.signs[own][sign] / self.rounds


def compare(options, game, personality, sheet):
    plain, special = (
        parse_player(f"level:{options.level}"),
        parse_player(f"level:{options.level}:{personality}"),
    )
    found = Comparison(game)
    for number in sheet.count(range(options.matches), "matches"):
        minds = [plain, plain]
        minds[number % 2] = special
        for table in play_rounds(game, minds, options.seed + number // 2):
            found.take_round(table, number % 2)
        found.take_end(table, number % 2)
    print(f"{game.name}, level {options.level}, {personality}: {found.line()}")
    for name, style in STYLES[game.name].items():
        means = (
            f"{sign} {found.mean(sign, own=True):.1f} : {found.mean(sign, own=False):.1f}"
            for sign in style.weights
        )
        print(f"    what a {name} prefers: {', '.join(means)}")
    return found


def measure(options, sheet):
    for game in [GAMES[options.game]] if options.game else GAMES.values():
        for personality in PERSONALITIES:
            found = compare(options, game, personality, sheet)
            pairing = f"{game.name}, level {options.level}, {personality}"
            sheet.figure(f"{pairing}: victories", 100 * found.wins / found.matches, "%")
            weights = STYLES[game.name][personality].weights
            gain = sum(
                weight * (found.mean(sign, own=True) - found.mean(sign, own=False))
                for sign, weight in weights.items()
            )
            sheet.detail(f"{pairing}: more of what it prefers", gain, "points")


def add_options(parser):
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)


if __name__ == "__main__":
    run(
        measure,
        __doc__,
        takes=(600, 10),
        sizes={"--matches": Size(20, 1, "of each personality")},
        add_options=add_options,
    )

"""Finds better prices for `greedy`, by playing.

./grubenbuch bench tune [schiefer] [--seats 2] [--generations 4] [--matches 1000] [--seed 1]

In every match each seat answers by heuristic values, with all prices a little off: one by as much above as
its neighbour below. How far a seat ends above the mean of all, compared with how far its prices were off,
says which price is worth more (least squares over all matches and all prices at once). They move that way,
the further the surer it is, and the next generation begins there. Then the new prices play against those of
today, and alone among themselves, where no seat should win much more than its share. What was found is
printed as it stands in workers/bots/heuristics/<game>.py (and its neighbour, in Schichtwechsel). With
--generations 0 the prices of today are looked at.
"""

import random
import time
from statistics import fmean

from measuring.frame import Size, run
from measuring.learning.fitting import pull, solved, sums_of_products
from measuring.learning.prices import PRICED

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.score import totals
from workers.arena.tournament import wilson_interval
from workers.bots.policies import heuristic_policy
from workers.bots.rollouts import SimulatedLuck

SPREAD = 0.2  # of a price: how far it is off, usually
LEAST_SPREAD = 0.1
PULL = 60.0  # rows that would say a price is right as it is
STEP = 0.7  # so many spreads a price moves for each point that a spread brings
LONGEST = 45  # rounds: where prices are so far off that nobody moves, a match is broken off


class Tuner:
    def __init__(self, said):
        self.said, self.game = said, GAMES[said.game]
        self.list = PRICED[said.game](said.seats)
        self.today = self.list.today
        self.spreads = [max(SPREAD * abs(each), LEAST_SPREAD) for each in self.today]
        self.prices = list(self.today)

    def play(self, prices, seed):
        """Points of the seats, and who was asked first; `prices` by seat."""
        try:
            return self.play_at(prices, seed)
        finally:
            self.list.set(self.today)

    def play_at(self, prices, seed):
        game, seats, luck = self.game, len(prices), SimulatedLuck(seed)
        play = Play(game.rules, game.blank(seats, next(iter(game.editions)), game.options()), luck)
        play.first(*game.opening)
        play.run()
        first, asked = play.game.agenda[0].seat, None
        while play.legal and play.game.round < LONGEST:
            seat = play.game.agenda[0].seat
            if seat != asked:
                self.list.set(prices[seat])
            asked = seat
            play.answer(heuristic_policy(game, play.game, play.legal, luck))
        return totals(game.score(play.game), seats), first

    def off(self, seats, draw):
        """Of each seat, in spreads: in pairs of opposites."""
        found = []
        while len(found) < seats - 1:
            one = [draw.gauss(0, 1) for _ in self.today]
            found += [one, [-each for each in one]]
        return [*found, [0.0] * len(self.today)][:seats]

    def moved(self, steps):
        return [
            price + step * spread
            for price, step, spread in zip(self.prices, steps, self.spreads, strict=True)
        ]

    def rows(self, seed):
        """(how far the prices of a seat were off, how far it ended above the mean), of two seat orders."""
        seats = self.said.seats
        off = self.off(seats, random.Random(seed))
        for turn in (0, seats // 2):
            turned = off[turn:] + off[:turn]
            points, _ = self.play([self.moved(each) for each in turned], seed)
            for seat in range(1 if seats == 2 else seats):
                yield dict(enumerate(turned[seat])), points[seat] - fmean(points)

    def generation(self, seed):
        found = [row for each in range(self.said.matches // 2) for row in self.rows(seed + each)]
        matrix, right = sums_of_products(found, len(self.today))
        pull(matrix, PULL / len(found))
        weights = [matrix[each][each] for each in range(len(self.today))]
        slopes = solved(matrix, right)
        noise = fmean((rest - sum(slopes[i] * x for i, x in row.items())) ** 2 for row, rest in found)
        sure = [slope**2 / (slope**2 + noise / weight) for slope, weight in zip(slopes, weights, strict=True)]
        steps = [max(-1.0, min(1.0, STEP * slope * part)) for slope, part in zip(slopes, sure, strict=True)]
        self.prices = self.moved(steps)

    def duels(self, seed):
        """Victories and leads of one seat with the new prices among others with those of today."""
        seats, new = self.said.seats, self.prices
        for number in range(self.said.duels):
            seat = number % seats
            prices = [new if each == seat else self.today for each in range(seats)]
            points, _ = self.play(prices, seed + number // seats)
            best = max(each for other, each in enumerate(points) if other != seat)
            yield (points[seat] > best) + (points[seat] == best) / 2, points[seat] - best

    def shares_by_turn(self, seed):
        """Of a hundred matches among the new prices, how many who is asked first wins, and so on."""
        seats, wins = self.said.seats, [0.0] * self.said.seats
        for number in range(self.said.duels):
            points, first = self.play([self.prices] * seats, seed + number)
            best = [seat for seat in range(seats) if points[seat] == max(points)]
            for seat in best:
                wins[(seat - first) % seats] += 1 / len(best)
        return [100 * each / self.said.duels for each in wins]


def measure(options, sheet):
    tuner = Tuner(options)
    for number in sheet.count(range(options.generations), "generations"):
        began = time.process_time()
        tuner.generation(options.seed + 10**6 * number)
        sheet.step(f"generation {number}: {time.process_time() - began:.0f} s of the processor")
    found = list(tuner.duels(options.seed + 10**8))
    won, lead = fmean(each for each, _ in found), fmean(each for _, each in found)
    low, high = wilson_interval(won * len(found), len(found))
    print(*tuner.list.lines(tuner.prices), sep="\n")
    sheet.figure(f"{options.game}, {options.seats} seats: won", 100 * won, f"%, {low:.0%} to {high:.0%}")
    sheet.detail("lead", lead, "points")
    for place, share in enumerate(tuner.shares_by_turn(options.seed + 2 * 10**8), 1):
        sheet.detail(f"won by who is asked as number {place}", share, "%, among the new prices alone")


def add_options(parser):
    parser.add_argument("game", choices=sorted(PRICED), nargs="?", default="schiefer")
    seats = sorted({each for name in PRICED for each in GAMES[name].seats})
    parser.add_argument("--seats", type=int, choices=seats, default=2)
    parser.add_argument("--seed", type=int, default=1)


SIZES = {
    "--generations": Size(4, 1),
    "--matches": Size(1000, 4, "of each generation", least=2),
    "--duels": Size(200, 4, "of the new prices among those of today", least=1),
}

if __name__ == "__main__":
    run(measure, __doc__, takes=(240, 3), sizes=SIZES, add_options=add_options)

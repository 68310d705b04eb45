"""A review of a match of two: how long it takes, and whether it finds blunders that were planted.

./grubenbuch bench review [--matches 2] [--planted 20]

Each game is played by `greedy` and reviewed at the usual budget, twice: the verdicts must be the same. Then,
at positions of such matches, an option is taken that the frozen search thinks 8 points worse than its best.
The review should call it a mistake at least (2.5 points). Seconds are those of the processor.
"""

import time
from itertools import islice
from statistics import median

from frozen.playout import play_out
from frozen.search import search_command
from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.copying import clone
from service.matches.records.reviews import USUAL_PLAYOUTS
from service.reading.analysis.verdict import MISTAKE
from workers.analysis.decisions import list_decisions
from workers.analysis.verdicts import judge_decision
from workers.arena.matches import Pairing, play_book
from workers.minds.budget import Budget
from workers.minds.pace import NO_HURRY
from workers.minds.player import Player
from workers.minds.playout import OwnLuck

WORSE = 8.0  # points, as the frozen search sees it
FROZEN = Budget(playouts=240)
LOOKS = 48  # playouts of the two options that are compared
EVERY = 7  # decisions: planted ones shall be of all parts of a match
SIZES = {
    "--matches": Size(2, 1, "of each game that are reviewed"),
    "--decisions": Size(10_000, 12, "of a match at most"),
    "--planted": Size(20, 1, "blunders of each game"),
    "--playouts": Size(USUAL_PLAYOUTS, 10, "of a review, for each decision"),
}


def measure(options, sheet):
    different = 0
    for game in GAMES.values():
        sheet.step(f"reviewing {game.name}")
        took, first = zip(*(review(game, seed, options) for seed in range(options.matches)), strict=True)
        _, again = zip(*(review(game, seed, options) for seed in range(options.matches)), strict=True)
        different += first != again
        sheet.figure(f"{game.name}, a review", median(took), "s", rounds=took, aim="60 s")
        sheet.detail(f"{game.name}, decisions of a match", median(map(len, first)), "decisions")
        costs = [
            plant(*blunder, options) for blunder in sheet.count(blunders(game, options.planted), "planted")
        ]
        found = sum(cost >= MISTAKE for cost in costs)
        sheet.figure(f"{game.name}, blunders found", 100 * found / len(costs), "%", aim="95 %")
        sheet.detail(f"{game.name}, points such a blunder costs, by the review", median(costs), "points")
    return int(different > 0)


def review(game, seed, options):
    entries, began = greedy_book(game, seed), time.process_time()
    decisions = islice(list_decisions(entries), options.decisions)
    judged = [judge_decision(decision, options.playouts) for decision in decisions]
    return time.process_time() - began, judged


def greedy_book(game, seed):
    return list(play_book(Pairing(game, [Player("greedy")] * 2, seed, {})))


def blunders(game, wanted):
    """A list of decisions and what is chosen in them."""
    found, seed = [], 1000
    while len(found) < wanted:
        for number, decision in enumerate(list_decisions(greedy_book(game, seed))):
            if number % EVERY == seed % EVERY and len(found) < wanted:
                worse = find_worse(decision)
                found += [] if worse is None else [(decision, worse)]
        seed += 1
    return found


def find_worse(decision):
    """An option that the frozen search thinks so much worse; None where there is none."""
    game, table, legal = decision.game, decision.before, decision.legal
    best = search_command(game, table, legal, OwnLuck(decision.seed), FROZEN, NO_HURRY)
    leads = {command: mean_lead(game, table, command, decision.seed) for command in (best, *legal[:12])}
    worse = [command for command in legal[:12] if leads[best] - leads[command] >= WORSE]
    return OwnLuck(decision.seed).pick(worse) if worse else None


def mean_lead(game, table, command, seed):
    return sum(play_out(game, table, command, seed + look) for look in range(LOOKS)) / LOOKS


def plant(decision, command, options):
    """The cost of the command, as the review sees it."""
    play = Play(decision.game.rules, clone(decision.before), OwnLuck(decision.seed))
    play.answer(command)
    planted = decision._replace(chosen=command, after=play.game)
    return judge_decision(planted, options.playouts).cost


if __name__ == "__main__":
    run(measure, __doc__, takes=(240, 8), sizes=SIZES)

"""A review of a match of two: how long it takes, and whether it finds blunders that were planted.

./grubenbuch bench review [--matches 2] [--planted 20]

Each game is played by `greedy` and reviewed at the usual budget, twice: the verdicts must be the same.
Then, at positions of such matches, the worst option is taken, where the frozen search thinks it 8 points
worse than its best. The review should call it a mistake at least (2.5 points). The frozen search errs
itself: some of what it calls worst is best. So both options are also played on by heuristic values to the
end of the match, under the same lucks, and it goes on until there are so many that lose points there as
well, beyond two standard errors. What is found of these and of all is told apart. Seconds are those of the
processor.
"""

import time
from itertools import count, islice
from statistics import mean, median, stdev
from typing import Any, NamedTuple

from frozen.playout import play_out
from frozen.search import search_command
from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.copying import clone
from games.kernel.score import totals
from service.matches.records.analysis import USUAL_PLAYOUTS
from service.queries.analysis import MISTAKE
from workers.analysis.review import judge_decision, list_decisions
from workers.arena.matches import Pairing, play_book
from workers.bots.player import Player
from workers.bots.policies import heuristic_policy
from workers.bots.rollouts import TIES, CommonRandomNumbers, SimulatedLuck, asked_seat
from workers.bots.time_control import NO_SUSPENSION, Budget

WORSE = 8.0  # points, as the frozen search sees it
FROZEN = Budget(rollouts=240)
LOOKS = 48  # rollouts of the two options that are compared
LUCKS = 40  # under which both are played on to the end
EVERY = 7  # decisions: planted ones shall be of all parts of a match
SIZES = {
    "--matches": Size(2, 1, "of each game that are reviewed"),
    "--decisions": Size(10_000, 12, "of a match at most"),
    "--planted": Size(20, 1, "blunders of each game that lose at the end as well", least=1),
    "--playouts": Size(USUAL_PLAYOUTS, 10, "of a review, for each decision", least=1),
}


class Blunder(NamedTuple):
    decision: Any
    command: Any
    best: Any


def measure(options, sheet):
    different = 0
    for game in GAMES.values():
        sheet.step(f"reviewing {game.name}")
        took, first = zip(*(review(game, seed, options) for seed in range(options.matches)), strict=True)
        _, again = zip(*(review(game, seed, options) for seed in range(options.matches)), strict=True)
        different += first != again
        sheet.figure(f"{game.name}, a review", median(took), "s", rounds=took, aim="60 s")
        sheet.detail(f"{game.name}, decisions of a match", median(map(len, first)), "decisions")
        report_blunders(sheet, game, plant_blunders(game, options, sheet))
    return int(different > 0)


def plant_blunders(game, options, sheet):
    """What each costs, by the review, and whether it loses points at the end as well."""
    planted = []
    for blunder in blunders(game):
        planted.append((plant(blunder, options), loses_at_the_end(blunder)))
        losing = sum(loses for _, loses in planted)
        sheet.step(f"{len(planted)} planted, {losing} of them lose at the end as well")
        if losing == options.planted:
            break
    return planted


def report_blunders(sheet, game, planted):
    costs, losing = [cost for cost, _ in planted], [cost for cost, loses in planted if loses]
    sheet.figure(f"{game.name}, blunders found", share_found(losing), "%", aim="95 %")
    sheet.detail(f"{game.name}, points such a blunder costs, by the review", median(losing), "points")
    sheet.detail(f"{game.name}, what the frozen search takes for blunders", len(costs), "options")
    sheet.figure(f"{game.name}, found of these", share_found(costs), "%")


def share_found(costs):
    """Of a hundred."""
    return 100 * sum(cost >= MISTAKE for cost in costs) / len(costs)


def review(game, seed, options):
    entries, began = greedy_book(game, seed), time.process_time()
    decisions = islice(list_decisions(entries), options.decisions)
    judged = [judge_decision(decision, options.playouts) for decision in decisions]
    return time.process_time() - began, judged


def greedy_book(game, seed):
    return list(play_book(Pairing(game, [Player("greedy")] * 2, seed, {})))


def blunders(game):
    """Decisions, each with an option and the best, as the frozen search sees it. They never end."""
    for seed in count(1000):
        for number, decision in enumerate(list_decisions(greedy_book(game, seed))):
            blunder = find_blunder(decision) if number % EVERY == seed % EVERY else None
            if blunder is not None:
                yield blunder


def find_blunder(decision):
    """The worst option; None where the frozen search thinks it less than so much worse than its best."""
    game, table, legal = decision.game, decision.before, decision.legal
    best = search_command(game, table, legal, SimulatedLuck(decision.seed), FROZEN, NO_SUSPENSION)
    leads = {command: mean_lead(game, table, command, decision.seed) for command in legal}
    worst = min(legal, key=lambda command: leads[command])
    return Blunder(decision, worst, best) if leads[best] - leads[worst] >= WORSE else None


def mean_lead(game, table, command, seed):
    return sum(play_out(game, table, command, seed + look) for look in range(LOOKS)) / LOOKS


def plant(blunder, options):
    """Its cost, as the review sees it."""
    decision = blunder.decision
    play = Play(decision.game.rules, clone(decision.before), SimulatedLuck(decision.seed))
    play.answer(blunder.command)
    planted = decision._replace(chosen=blunder.command, after=play.game)
    return judge_decision(planted, options.playouts).cost


def loses_at_the_end(blunder):
    lost = [
        lead_at_the_end(blunder.decision, blunder.best, seed)
        - lead_at_the_end(blunder.decision, blunder.command, seed)
        for seed in range(LUCKS)
    ]
    return mean(lost) > 2 * stdev(lost) / LUCKS**0.5


def lead_at_the_end(decision, command, seed):
    """How far ahead the seat ends, in one imagined match."""
    game, table = decision.game, clone(decision.before)
    seat, luck = asked_seat(table), CommonRandomNumbers(seed)
    luck.use_stream(seat, type(command).__name__)
    play = Play(game.rules, table, luck)
    play.answer(command)
    while play.legal:
        luck.use_stream(asked_seat(table), TIES)
        answer = heuristic_policy(game, table, play.legal, luck)
        luck.use_stream(asked_seat(table), type(answer).__name__)
        play.answer(answer)
    points = list(totals(game.score(table), len(game.places(table))))
    return points.pop(seat) - max(points)


if __name__ == "__main__":
    run(measure, __doc__, takes=(240, 8), sizes=SIZES)

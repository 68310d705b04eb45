"""Is advice at least as good as what a bot of the same budget chooses?

./grubenbuch bench advice [--positions 67] [--playouts 120]

At positions of matches of `greedy`, the best option of the advice and the choice of `search` are played out
with the same fresh luck. The figure is by how many points of expected lead the advice is ahead, in the mean.
"""

from math import sqrt
from statistics import fmean, stdev

import msgspec
from measuring.frame import Size, run

from games.catalogue import GAMES
from workers.analysis.advice import advise
from workers.analysis.review import fresh_seeds, leads_after, list_decisions
from workers.arena.matches import Pairing, play_book
from workers.bots import choose
from workers.bots.player import Player
from workers.bots.rollouts import SimulatedLuck
from workers.bots.time_control import NO_SUSPENSION, Budget

LOOKS = 48  # rollouts of each of the two choices
EVERY = 5  # decisions
SIZES = {
    "--positions": Size(67, 2, "of each game"),
    "--playouts": Size(120, 20, "of the advice and of the bot", least=1),
}


def measure(options, sheet):
    every = []
    for game in GAMES.values():
        sheet.step(f"asking for advice in {game.name}")
        budget = Budget(rollouts=options.playouts)
        found = positions(game, options.positions)
        ahead = [compare(decision, budget) for decision in sheet.count(found, "positions")]
        sheet.detail(f"{game.name}, advice ahead of the bot's choice", fmean(ahead), "points")
        every += ahead
    error = stdev(every) / sqrt(len(every))
    sheet.figure("advice ahead of the bot's choice", fmean(every), "points", aim="0")
    sheet.detail("its standard error", error, "points")
    sheet.detail("positions at which both choose alike", 100 * every.count(0.0) / len(every), "%")


def positions(game, wanted):
    found, seed = [], 2000
    while len(found) < wanted:
        entries = play_book(Pairing(game, [Player("greedy")] * 2, seed, {}))
        decisions = list(list_decisions(list(entries)))
        found += decisions[seed % EVERY :: EVERY]
        seed += 1
    return found[:wanted]


def compare(decision, budget):
    """How far the advice leads to, beyond the bot's choice."""
    game, table, legal = decision.game, decision.before, decision.legal
    advice = advise(
        game, table.agenda[0], table, decision.version, SimulatedLuck(decision.seed), budget, NO_SUSPENSION
    )
    advised = msgspec.convert(advice.options[0].command, game.command_type)
    chosen = choose("search", game, table, legal, SimulatedLuck(decision.seed + 1), budget)
    if advised == chosen:
        return 0.0
    return fmean(
        leads_after(game, table, advised, seed)[decision.seat]
        - leads_after(game, table, chosen, seed)[decision.seat]
        for seed in fresh_seeds(decision, 0, LOOKS)
    )


if __name__ == "__main__":
    run(measure, __doc__, takes=(120, 5), sizes=SIZES)

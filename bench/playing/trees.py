"""Does a tree find better answers than the flat tries of `search`, in the same time?

./grubenbuch bench trees [schiefer] [--milliseconds 150 | --playouts 200] [--share 0.25] [--games 16]

The tree is an open-loop UCT: all rollouts of a question grow one tree, with a child for each answer, whatever
the dice were; so it also finds answers that only work together, and what the others make of them.
The eight best by heuristic are tried first. Rollouts are those of `search`: `greedy` to the end of the round,
the evaluation there. Two seats, each seed in both seat orders; times of answers are processor time.
"""

import time
from dataclasses import dataclass, field
from math import log, sqrt

from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.copying import clone
from games.kernel.score import totals
from workers.arena.tournament import wilson_interval
from workers.bots.evaluation import predict_points
from workers.bots.policies import estimate_values, heuristic_policy
from workers.bots.rollouts import MOST_ANSWERS_OF_ROLLOUT, SimulatedLuck
from workers.bots.search import search_command
from workers.bots.time_control import NO_SUSPENSION, Budget

EXPLORE = 0.7  # of the spread of all leads: how much a rarely tried answer is worth another try
DEPTH = 6  # answers
WIDE = 8  # first answers tried, the best by heuristic
NARROW = 3  # answers tried below the first


@dataclass
class Node:
    children: dict = field(default_factory=dict)  # command -> node
    visits: int = 0
    sums: float = 0.0
    squares: float = 0.0

    def take(self, lead):
        self.visits += 1
        self.sums += lead
        self.squares += lead**2


class Tree:
    def __init__(self, game, table):
        self.game, self.table, self.root = game, table, Node()

    def grow(self, seed):
        luck = SimulatedLuck(seed)
        play = Play(self.game.rules, clone(self.table), luck)
        legal, path, node = self.game.rules.legal(play.game, play.game.agenda[0]), [], self.root
        for _ in range(MOST_ANSWERS_OF_ROLLOUT):
            if not legal or play.game.round > self.table.round:
                break
            if node is None or len(path) == DEPTH:
                command = heuristic_policy(self.game, play.game, legal, luck)
            else:
                command, node = self.step(node, play.game, legal, path)
            play.answer(command)
            legal = play.legal
        self.note(path, predict_points(self.game, play.game))

    def step(self, node, table, legal, path):
        """One answer further; no node where the tree ends with a new leaf."""
        command = self.chosen(node, table, legal)
        is_new = command not in node.children
        child = node.children.setdefault(command, Node())
        path.append((table.agenda[0].seat, child))
        return command, None if is_new else child

    def note(self, path, worth):
        self.root.visits += 1
        for seat, node in path:
            node.take(worth[seat] - max(each for other, each in enumerate(worth) if other != seat))

    def chosen(self, node, table, legal):
        most = WIDE if node is self.root else NARROW
        if len(legal) > most or not node.children:
            worth = estimate_values(self.game, table, legal)
            legal = [legal[n] for n in sorted(range(len(legal)), key=lambda n: -worth[n])[:most]]
        untried = [command for command in legal if command not in node.children]
        return untried[0] if untried else self.best({command: node.children[command] for command in legal})

    def best(self, known):
        visits, sums, squares = (
            sum(getattr(node, what) for node in known.values()) for what in ("visits", "sums", "squares")
        )
        spread = sqrt(max(squares / visits - (sums / visits) ** 2, 1e-6))

        def promise(command):
            node = known[command]
            return node.sums / node.visits + EXPLORE * spread * sqrt(log(visits) / node.visits)

        return max(known, key=promise)


def by_tree(game, table, legal, luck, budget, _pace):
    tree, seed, meter = Tree(game, table), luck.below(1 << 60), budget.begin()
    while meter.has_time():
        tree.grow(seed)
        seed += 1
    found = tree.root.children
    return max(found, key=lambda one: (found[one].visits, found[one].sums)) if found else legal[0]


def match(game, minds, budgets, seed):
    """Places, points, and for each seat how many answers took how long."""
    luck, thinking, spent = SimulatedLuck(seed), SimulatedLuck(seed + 10**9), [[0, 0.0] for _ in minds]
    play = Play(game.rules, game.blank(len(minds), next(iter(game.editions)), game.options()), luck)
    play.first(*game.opening)
    play.run()
    while play.legal:
        seat, began = play.game.agenda[0].seat, time.process_time()
        command = minds[seat](game, play.game, play.legal, thinking, budgets[seat], NO_SUSPENSION)
        spent[seat][0] += 1
        spent[seat][1] += time.process_time() - began
        play.answer(command)
    return game.places(play.game), totals(game.score(play.game), len(minds)), spent


def given(options, share):
    playouts = None if not options.playouts else round(options.playouts * share)
    return Budget(milliseconds=round(options.milliseconds * share), rollouts=playouts)


SIZES = {
    "--games": Size(16, 2, "matches of each game"),
    "--milliseconds": Size(150, 2, "for an answer"),
    "--playouts": Size(0, 4, "for an answer, 0: as many as the time allows"),
    "--share": Size(1.0, 1.0, "of the budget for the tree"),
    "--seed": Size(1, 1),
}


def measure(options, sheet):
    for name in options.game:
        compare(sheet, GAMES[name], options)


def compare(sheet, game, options):
    budget = {search_command: given(options, 1.0), by_tree: given(options, options.share)}
    wins = lead = 0
    took = {by_tree: [0, 0.0], search_command: [0, 0.0]}
    for number in sheet.count(range(options.games), f"matches of {game.name}"):
        seat, minds = number % 2, [search_command, search_command]
        minds[seat] = by_tree
        budgets = [budget[mind] for mind in minds]
        places, points, spent = match(game, minds, budgets, options.seed + number // 2)
        for mind, (answers, seconds) in zip(minds, spent, strict=True):
            took[mind] = [took[mind][0] + answers, took[mind][1] + seconds]
        wins += (places[seat] == 1) / places.count(1)
        lead += points[seat] - points[1 - seat]
    low, high = wilson_interval(wins, options.games)
    sheet.figure(f"{game.name}: the tree wins", 100 * wins / options.games, f"%, {low:.0%} to {high:.0%}")
    sheet.detail(f"{game.name}: the lead of the tree", lead / options.games, "points")
    for mind, (answers, seconds) in took.items():
        sheet.detail(f"{game.name}: {mind.__name__}", 1000 * seconds / answers, "ms an answer")


def add_options(parser):
    chosen = sorted(GAMES)
    parser.add_argument("game", nargs="*", default=chosen, choices=[*chosen, chosen], help="all of them")


if __name__ == "__main__":
    run(measure, __doc__, takes=(1500, 30), sizes=SIZES, add_options=add_options)

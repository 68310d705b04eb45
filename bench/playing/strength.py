"""How often one bot wins against another, until it is clear: also against the bots as they once were.

./grubenbuch bench strength schiefer --one search:100 --other frozen:100 [--seats 2] [--limit 60] [--claim C]

Bots are named as in `tournament`; `frozen:100` is `search` before the bots learned from each other, kept in
bench/frozen, `frozen_greedy` its heuristic. With more than two seats `one` sits alone. Each luck is played in
every seat order. Milliseconds are processor time. With --claim C it stops as soon as a sequential test says
whether the true share is C, or a tenth of it less; after --limit matches it stops anyway.
--write puts the result of a level against the one below into the catalogue of games.
"""

import sys
import time

from frozen.greedy import command_at_a_glance as frozen_greedy
from frozen.search import search_command as frozen_search
from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.score import totals
from service.ratings.levels import LevelResult, keep_result
from workers.arena.sprt import SequentialTest
from workers.arena.tournament import wilson_interval
from workers.bots.player import budget_of, parse_player
from workers.bots.rollouts import SimulatedLuck
from workers.bots.time_control import NO_SUSPENSION


def read_mind(text):
    """A function of game, table, options and luck."""
    name, _, amount = text.partition(":")
    if name == "frozen_greedy":
        return frozen_greedy
    if name == "frozen":
        budget = budget_of(int(amount.removesuffix("it")), counted=amount.endswith("it"))
        return lambda *position: frozen_search(*position, budget, NO_SUSPENSION)
    return parse_player(text).choose


def play_match(game, minds, seed, spent=None):
    """Places and points. `spent`: answers and seconds of each seat."""
    luck, thinking = SimulatedLuck(seed), SimulatedLuck(seed + 10**9)
    play = Play(game.rules, game.blank(len(minds), next(iter(game.editions)), game.options()), luck)
    play.first(*game.opening)
    play.run()
    while play.legal:
        seat, began = play.game.agenda[0].seat, time.thread_time()
        command = minds[seat](game, play.game, play.legal, thinking)
        if spent is not None:
            spent[seat][0] += 1
            spent[seat][1] += time.thread_time() - began
        play.answer(command)
    return game.places(play.game), totals(game.score(play.game), len(minds))


class Tally:
    def __init__(self):
        self.matches = self.wins = self.lead = 0
        self.took = {True: [0, 0.0], False: [0, 0.0]}  # answers and seconds of the one, and of the others

    def take(self, seat, places, points, spent):
        won = (places[seat] == 1) / places.count(1)
        self.matches += 1
        self.wins += won
        self.lead += points[seat] - max(each for other, each in enumerate(points) if other != seat)
        for other, (answers, seconds) in enumerate(spent):
            took = self.took[other == seat]
            took[0] += answers
            took[1] += seconds
        return won

    def line(self):
        low, high = wilson_interval(self.wins, self.matches)
        share, lead = self.wins / self.matches, self.lead / self.matches
        times = ", ".join(f"{1000 * seconds / answers:.0f} ms" for answers, seconds in self.took.values())
        interval = f"{share:.1%} ({low:.1%} … {high:.1%})"
        return f"{self.wins:g} of {self.matches}, {interval}, {lead:+.1f} points, {times}"


def play_contest(options, tally, sheet):
    """Until it is clear, or the limit is reached."""
    game, seats = GAMES[options.game], options.seats
    one, others = read_mind(options.one), read_mind(options.other)
    test = SequentialTest(0.9 * options.claim, options.claim) if options.claim else None
    for number in range(options.limit // seats):
        shares = []
        for seat in range(seats):
            spent = [[0, 0.0] for _ in range(seats)]
            minds = [one if each == seat else others for each in range(seats)]
            found = play_match(game, minds, options.seed + number, spent)
            shares.append(tally.take(seat, *found, spent))
        sheet.step(tally.line())
        if test is not None:
            test.take(sum(shares) / seats)
            if test.verdict != "open":
                return test.verdict
    return "open"


def add_options(parser):
    parser.add_argument("game", choices=sorted(GAMES), nargs="?", default="schiefer")
    parser.add_argument("--one", default="search:20it")
    parser.add_argument("--other", default="frozen:20it")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--claim", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write a level's result into the catalogue")


def measure(options, sheet):
    tally = Tally()
    verdict = play_contest(options, tally, sheet)
    pairing = f"{options.game}, {options.seats} seats, {options.one} : {options.other}, seed {options.seed}"
    print(f"{pairing}: {tally.line()}; {verdict}")
    sheet.figure(pairing, 100 * tally.wins / tally.matches, "%")
    if options.write:
        write_result(options, tally)


def write_result(options, tally):
    """Into the catalogue, as the service shows it."""
    one, other = parse_player(options.one), parse_player(options.other)
    if one.level is None or one.personality or other != parse_player(f"level:{one.level - 1}"):
        sys.exit("The catalogue tells how a level plays against the one below; this is another contest.")
    low, high = wilson_interval(tally.wins, tally.matches)
    words = f"{options.game} --one {options.one} --other {options.other} --seats {options.seats}"
    result = LevelResult(
        seats=options.seats,
        matches=tally.matches,
        won=round(tally.wins / tally.matches, 3),
        low=round(low, 3),
        high=round(high, 3),
        lead=round(tally.lead / tally.matches, 1),
        command=f"./grubenbuch bench strength {words} --limit {options.limit} --seed {options.seed}",
        on=time.strftime("%Y-%m-%d"),
    )
    keep_result(options.game, one.level, result)


if __name__ == "__main__":
    run(
        measure,
        __doc__,
        takes=(600, 5),
        sizes={"--limit": Size(60, 2, "matches at most")},
        add_options=add_options,
    )

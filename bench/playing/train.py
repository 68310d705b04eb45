"""What the signs of a position are worth, learned from what answers came to, in matches of `search` itself.

./grubenbuch bench train schiefer [--generations 1] [--games 60] [--playouts 20] [--seed 1]

Each generation plays matches of two, three and four seats with the worths so far. Some answers are thought
about, the others are given at a glance, a few are left to luck or follow a whim, so that unusual positions
come up as well. At some positions of each match several answers are tried, the two that look best and others,
each under the same five lucks: at a glance on to the end of the round, where the signs of all seats are noted
just as a playout reads them, and on to the end of the match. What the answers of one position changed in the
signs and in the end are compared (least squares, with a pull towards "points count, nothing else does"). All
positions so far are fitted together; those of each number of seats then say how far its worths differ.
The new worths stay if `search` wins at least as often with them as without, over pairs of the same luck; the
first generation that does not ends the training. What was found is printed as the game's section of
workers/minds/outlook/worths.yaml.

With `--edition my-copy --data DIR` the matches are played on that edition of a house, and what was found is
kept beside it, for the bots of the house.
"""

import time
from multiprocessing import Pool
from typing import NamedTuple

from measuring.fitting import fit
from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.copying import clone
from games.kernel.score import totals
from service.commands.client import open_beside_house
from service.config import Config
from service.editions.known import choose_edition, know_edition
from service.editions.records import HouseEditions
from service.startup_errors import ConfigError
from workers.minds import outlook
from workers.minds.budget import Budget
from workers.minds.greedy import appraise_commands, command_at_a_glance
from workers.minds.pace import NO_HURRY
from workers.minds.playout import OwnLuck, play_on
from workers.minds.search import SEEDS, search_command

MISTAKES = (0, 4, 8, 15)  # answers of a hundred left to luck, match by match
WHIMS = (0, 1, 2, 4)  # points that an option may look better than it is
SEATS = (2, 3, 4)
POSITIONS = 20  # of a match at which answers are tried
BEST, OTHERS = 2, 3  # answers that are tried: those that look best, and some of the rest
LUCKS = 5  # under which each is tried
LATEST = 5_000  # positions of a number of seats that are kept: the oldest go first


class Match(NamedTuple):
    """A match to be played by any process: all it needs, so that it comes out the same everywhere."""

    game: str
    edition: str
    seats: int
    seed: int
    playouts: int
    worths: dict  # that the minds think with; of a duel, those of the other seat
    thinks: float = 0.0  # share of the answers
    new: dict | None = None  # of a duel
    seat: int = 0  # that has them

    def begin(self, luck):
        game = GAMES[self.game]
        play = Play(game.rules, game.blank(self.seats, self.edition, game.options()), luck)
        play.first(*game.opening)
        play.run()
        return play

    def think(self, play, luck, worths):
        outlook.WORTHS = {self.game: worths}
        budget = Budget(playouts=self.playouts)
        return search_command(GAMES[self.game], play.game, play.legal, luck, budget, NO_HURRY)


def judge_positions(match):
    """Some positions of a match that is played, and what some answers to each of them come to."""
    luck = OwnLuck(match.seed)
    positions = play_match(match, luck)
    chosen = [positions.pop(luck.below(len(positions))) for _ in range(min(POSITIONS, len(positions)))]
    judged = (try_answers(GAMES[match.game], table, luck) for table in chosen)
    return [tried for tried in judged if tried]


def play_match(match, luck):
    """The positions with a choice."""
    game, play, positions = GAMES[match.game], match.begin(luck), []
    mistakes, whim = MISTAKES[match.seed % 4], WHIMS[match.seed // 4 % 4]
    while play.legal:
        if len(play.legal) > 1:
            positions.append(clone(play.game))
        if luck.below(100) < mistakes:
            command = luck.pick(play.legal)
        elif luck.below(1000) < 1000 * match.thinks:
            command = match.think(play, luck, match.worths)
        else:
            command = follow_whim(game, play, luck, whim)
        play.answer(command)
    return positions


def try_answers(game, table, luck):
    """Of each answer under each luck: the signs when the round is over, the share left then, the points."""
    answers, first = some_answers(game, table, luck), luck.below(SEEDS)
    outcomes = (
        try_answer(game, table, answer, seed) for answer in answers for seed in range(first, first + LUCKS)
    )
    return [outcome for outcome in outcomes if outcome is not None]


def some_answers(game, table, luck):
    legal = game.rules.legal(table, table.agenda[0])
    worth = appraise_commands(game, table, legal)
    rest = sorted(range(len(legal)), key=lambda number: -worth[number])
    chosen, rest = rest[:BEST], rest[BEST:]
    chosen += [rest.pop(luck.below(len(rest))) for _ in range(min(OTHERS, len(rest)))]
    return [legal[number] for number in chosen]


def try_answer(game, table, answer, seed):
    """None where the match is over with the round: then the signs say nothing."""
    after = play_on(game, table, answer, seed)
    if not after.agenda:
        return None
    signs, left = outlook.read_signs(game, after), outlook.READINGS[game.name].left(after)
    play_to_end(game, after, OwnLuck(seed))
    return signs, left, totals(game.score(after), len(signs))


def play_to_end(game, table, luck):
    play = Play(game.rules, table, luck)
    play.run()
    while play.legal:
        play.answer(command_at_a_glance(game, table, play.legal, luck))


def follow_whim(game, play, luck, whim):
    """What looks best, had every option up to so many points more than it is worth at a glance."""
    if not whim:
        return command_at_a_glance(game, play.game, play.legal, luck)
    worth = [each + whim * luck.below(1000) / 1000 for each in appraise_commands(game, play.game, play.legal)]
    return play.legal[worth.index(max(worth))]


def duel(match):
    """The lead of the seat that plays with the new worths, both thinking about everything."""
    luck, thinking = OwnLuck(match.seed), OwnLuck(match.seed + 1)
    play = match.begin(luck)
    while play.legal:
        worths = match.new if play.game.agenda[0].seat == match.seat else match.worths
        play.answer(match.think(play, thinking, worths))
    game, seat = GAMES[match.game], match.seat
    places, points = game.places(play.game), totals(game.score(play.game), 2)
    return (places[seat] == 1) / places.count(1), points[seat] - points[1 - seat]


class Trainer:
    def __init__(self, said, edition, pool):
        self.said, self.edition, self.pool, self.log = said, edition, pool, []
        self.judged = {seats: [] for seats in SEATS}
        self.worths = outlook.WORTHS[said.game]

    def match(self, seats, seed, **more):
        said = self.said
        return Match(said.game, self.edition, seats, seed, said.playouts, self.worths, **more)

    def gate(self, new, generation):
        first = self.said.seed + 10**6 * (generation + 1)
        matches = [
            self.match(2, first + number // 2, seat=number % 2, new=new) for number in range(self.said.duels)
        ]
        found = self.pool.map(duel, matches, chunksize=1)
        return sum(won for won, _ in found) / len(found), sum(lead for _, lead in found) / len(found)

    def generation(self, number):
        began, seed = time.monotonic(), self.said.seed + 10**5 * number
        matches = [
            self.match(seats, seed + each, thinks=self.said.thinks)
            for each in range(self.said.games)
            for seats in SEATS
        ]
        for match, found in zip(matches, self.pool.imap(judge_positions, matches), strict=True):
            self.judged[match.seats] += found
        self.judged = {seats: judged[-LATEST:] for seats, judged in self.judged.items()}
        new = fit(self.judged, self.pool.map)
        won, lead = self.gate(new, number)
        positions = ", ".join(f"{len(judged)} of {seats}" for seats, judged in self.judged.items())
        self.log.append(
            f"generation {number}: positions by seats {positions}; the new worths win {won:.0%} of "
            f"{self.said.duels}, {lead:+.1f} points; {time.monotonic() - began:.0f} s"
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
    parser.add_argument(
        "--thinks",
        type=float,
        default=0.25,
        help="share of the answers that are thought about (default 0.25)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2, help="the result is the same with any number")
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
    with Pool(options.processes) as pool:  # which know the edition as well
        trainer = Trainer(options, edition, pool)
        for number in sheet.count(range(options.generations), "generations"):
            goes_on = trainer.generation(number)
            sheet.step(trainer.log[-1])
            if not goes_on:
                break
    print(*section(options.game, trainer.log, trainer.worths), sep="\n")
    sheet.figure(f"{options.game}, generations that stay", len(trainer.log) - (not goes_on), "")
    return trainer.worths


SIZES = {
    "--generations": Size(1, 1),
    "--games": Size(60, 1, "of each number of seats"),
    "--duels": Size(40, 2, "with the new worths against the old"),
    "--playouts": Size(20, 4, "of an answer"),
}

if __name__ == "__main__":
    run(measure, __doc__, takes=(1200, 10), sizes=SIZES, add_options=add_options)

"""What the signs of a position are worth, learned from how greedy matches went on from it.

./grubenbuch bench outlook [schiefer] [--games 400]

Prints what stands in workers/minds/outlook/worths.yaml. Some of the matches are played with a share of random
answers, so that unusual positions come up as well. At the start of each round the signs of both seats are
noted; the worth of all signs together should predict the difference in points at the end (least squares, with
a pull towards "points count, nothing else does").
"""

from measuring.frame import Size, run

from games.catalogue import GAMES
from games.kernel import Play
from games.kernel.score import totals
from workers.minds.greedy import command_at_a_glance
from workers.minds.outlook import READINGS
from workers.minds.playout import OwnLuck

MISTAKES = (0, 5, 10, 20)  # answers of a hundred left to luck, match by match
MOST_ANSWERS = 2000
PULL = 30.0


def positions(game, seed):
    """(signs of both seats, share of the match that is left, difference at the end) at every round."""
    luck, reading = OwnLuck(seed), READINGS[game.name]
    play = Play(game.rules, game.blank(2, next(iter(game.editions)), game.options()), luck)
    play.first(*game.opening)
    play.run()
    noted, round_before = [], play.game.round
    for _ in range(MOST_ANSWERS):
        if not play.legal:
            one, other = totals(game.score(play.game), 2)
            return [(*position, one - other) for position in noted]
        if play.game.round != round_before:
            round_before = play.game.round
            points = totals(game.score(play.game), 2)
            signs = [reading.signs(play.game, seat) | {"points": points[seat]} for seat in (0, 1)]
            noted.append((signs, reading.left(play.game)))
        blind = luck.below(100) < MISTAKES[seed % len(MISTAKES)]
        play.answer(
            luck.pick(play.legal) if blind else command_at_a_glance(game, play.game, play.legal, luck)
        )
    return []


def rows(found, names):
    """Each sign has two columns: its worth at the end and at the beginning."""
    column = {name: 2 * number for number, name in enumerate(names)}
    for (one, other), left, end in found:
        row = {}
        for name in one.keys() | other.keys():
            if gap := one.get(name, 0) - other.get(name, 0):
                row[column[name]], row[column[name] + 1] = gap * (1 - left), gap * left
        points = one["points"] - other["points"]
        yield row, end - points  # the pull: what points alone do not predict


def normal_equations(table, size):
    matrix, right = [[0.0] * size for _ in range(size)], [0.0] * size
    for row, rest in table:
        for i, value in row.items():
            right[i] += value * rest
            line = matrix[i]
            for j, other in row.items():
                line[j] += value * other
    count = len(table)
    for i in range(size):
        matrix[i][i] += PULL * matrix[i][i] / count + 1e-9
    return matrix, right


def solved(matrix, right):
    """By Gauss and Jordan; the pull keeps the diagonal away from zero."""
    size = len(right)
    for i in range(size):
        pivot = matrix[i][i]
        for k in range(size):
            if k != i and (factor := matrix[k][i] / pivot):
                matrix[k] = [a - factor * b for a, b in zip(matrix[k], matrix[i], strict=True)]
                right[k] -= factor * right[i]
    return [right[i] / matrix[i][i] for i in range(size)]


SIZES = {"--games": Size(400, 4, "matches that are played")}


def measure(options, sheet):
    for name in options.game:
        learn(sheet, GAMES[name], options.games)


def learn(sheet, game, matches):
    seeds = sheet.count(range(matches), f"matches of {game.name}")
    found = [position for seed in seeds for position in positions(game, seed)]
    names = sorted({name for signs, *_ in found for one in signs for name in one})
    worths = solved(*normal_equations(list(rows(found, names)), 2 * len(names)))
    sheet.figure(f"{game.name}: positions", len(found), "positions")
    for number, name in enumerate(names):
        at_end, at_beginning = worths[2 * number : 2 * number + 2]
        known = name == "points"
        sheet.detail(f"{game.name}: {name}, at the end", at_end + known, "points")
        sheet.detail(f"{game.name}: {name}, at the beginning", at_beginning + known, "points")


def add_options(parser):
    chosen = sorted(READINGS)
    parser.add_argument("game", nargs="*", default=chosen, choices=[*chosen, chosen], help="all of them")


if __name__ == "__main__":
    run(measure, __doc__, takes=(600, 8), sizes=SIZES, add_options=add_options)

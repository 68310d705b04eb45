"""What signs are worth, by least squares within positions: what an answer changes in them, and in the end.

Positions differ in more than their signs tell: who has the better box may be ahead for another reason. What
is tried at one position has all of that in common. So each answer, under each luck, is compared with the mean
of its position alone.
"""

PULL = 200.0  # rows that would say "points count, nothing else does"
KINSHIP = 3000.0  # rows of a number of seats that would say what all numbers of seats say together
PIECE = 40  # positions that a process sums up at once


def fit(judged, spread=map):
    """By the number of seats, the worth of each sign at the end and at the beginning.

    `judged`, by the number of seats: positions, each a list of (signs by seat, share left, points at the end)
    for every answer and luck. `spread` maps a function over pieces of work, in several processes perhaps.
    """
    names = sorted(
        {
            name
            for some in judged.values()
            for tried in some
            for signs, *_ in tried
            for one in signs
            for name in one
        }
    )
    pieces = [
        (seats, some[first : first + PIECE], names)
        for seats, some in judged.items()
        for first in range(0, len(some), PIECE)
    ]
    sums = {seats: nothing_summed(2 * len(names)) for seats in judged}
    for (seats, *_), found in zip(pieces, spread(sum_piece, pieces), strict=True):
        sums[seats] = summed(sums[seats], found)
    every = nothing_summed(2 * len(names))
    for found in sums.values():
        every = summed(every, found)
    together = solve_pulled(*every, PULL, [0.0] * 2 * len(names))
    return {
        seats: name_worths(names, solve_pulled(*found, KINSHIP, together)) for seats, found in sums.items()
    }


def nothing_summed(size):
    """Matrix, right side, rows."""
    return [[0.0] * size for _ in range(size)], [0.0] * size, 0


def summed(one, other):
    matrix = [
        [a + b for a, b in zip(line, more, strict=True)] for line, more in zip(one[0], other[0], strict=True)
    ]
    return matrix, [a + b for a, b in zip(one[1], other[1], strict=True)], one[2] + other[2]


def sum_piece(piece):
    _, positions, names = piece
    table = [row for tried in positions for row in rows(tried, names)]
    return *sums_of_products(table, 2 * len(names)), len(table)


def name_worths(names, worths):
    return {
        name: (
            worths[2 * number] + (name == "points"),
            worths[2 * number + 1] + (name == "points"),
        )
        for number, name in enumerate(names)
    }


def rows(tried, names):
    """Of each seat, what sets each answer apart from the mean of the position."""
    seats = len(tried[0][0])
    for seat in range(seats if seats > 2 else 1):  # of two, one says what the other says
        found = [row_of(*outcome, seat, names) for outcome in tried]
        middle = [sum(column) / len(found) for column in zip(*found, strict=True)]
        for row in found:
            *gaps, rest = (value - mean for value, mean in zip(row, middle, strict=True))
            yield {column: gap for column, gap in enumerate(gaps) if gap}, rest


def row_of(signs, left, end, seat, names):
    """Two columns for each sign, its worth at the end and at the beginning; then what points leave open."""
    row, own = [], signs[seat]
    for name in names:
        gap = own.get(name, 0) - sum(one.get(name, 0) for one in signs) / len(signs)
        row += (gap * (1 - left), gap * left)
    ahead = own["points"] - sum(one["points"] for one in signs) / len(signs)
    return [*row, end[seat] - sum(end) / len(end) - ahead]


def sums_of_products(table, size):
    matrix, right = [[0.0] * size for _ in range(size)], [0.0] * size
    for row, rest in table:
        filled = sorted(row.items())
        for place, (i, value) in enumerate(filled):
            right[i] += value * rest
            line = matrix[i]
            for j, other in filled[place:]:
                line[j] += value * other
    for i in range(size):
        for j in range(i):
            matrix[i][j] = matrix[j][i]
    return matrix, right


def pull(matrix, share):
    """Towards nothing."""
    for i, line in enumerate(matrix):
        line[i] += share * line[i] + 1e-9


def solve_pulled(matrix, right, count, strength, towards):
    """The solution that is pulled towards another, as much as so many of the rows would."""
    rest = [
        each - sum(a * b for a, b in zip(line, towards, strict=True))
        for each, line in zip(right, matrix, strict=True)
    ]
    matrix = [line[:] for line in matrix]
    pull(matrix, strength / max(1, count))
    return [a + b for a, b in zip(towards, solved(matrix, rest), strict=True)]


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

"""What signs are worth, by least squares: how far each seat ends above the mean of all."""

PULL = 60.0  # positions that would say "points count, nothing else does"
KINSHIP = 3000.0  # positions of a number of seats that would say what all numbers of seats say together
PIECE = 400  # positions that a process sums up at once


def fit(noted, spread=map):
    """By the number of seats, the worth of each sign at the end and at the beginning.

    `noted`, by the number of seats: (signs by seat, share left, points at the end). `spread` maps a function
    over pieces of work, in several processes perhaps.
    """
    names = sorted({name for some in noted.values() for signs, *_ in some for one in signs for name in one})
    pieces = [
        (seats, some[first : first + PIECE], names)
        for seats, some in noted.items()
        for first in range(0, len(some), PIECE)
    ]
    sums = {seats: nothing_summed(2 * len(names)) for seats in noted}
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
    _, noted, names = piece
    table = list(rows(noted, names))
    return *sums_of_products(table, 2 * len(names)), len(table)


def name_worths(names, worths):
    return {
        name: (
            worths[2 * number] + (name == "points"),
            worths[2 * number + 1] + (name == "points"),
        )
        for number, name in enumerate(names)
    }


def rows(noted, names):
    """Each sign has two columns: its worth at the end and at the beginning."""
    column = {name: 2 * number for number, name in enumerate(names)}
    for signs, left, end in noted:
        seats = range(len(end))
        means = {
            name: sum(one.get(name, 0) for one in signs) / len(end)
            for name in set().union(*(one.keys() for one in signs))
        }
        end_mean = sum(end) / len(end)
        for seat in seats if len(end) > 2 else (0,):  # of two, one says what the other says
            row = {}
            for name, mean in means.items():
                if gap := signs[seat].get(name, 0) - mean:
                    row[column[name]], row[column[name] + 1] = gap * (1 - left), gap * left
            points = signs[seat]["points"] - means["points"]
            yield row, end[seat] - end_mean - points


def normal_equations(table, size):
    matrix, right = sums_of_products(table, size)
    pull(matrix, PULL / len(table))
    return matrix, right


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
    """Towards nothing, as much as so many of the rows would."""
    for i, line in enumerate(matrix):
        line[i] += share * line[i] + 1e-9


def solve_pulled(matrix, right, count, positions, towards):
    """The solution that is pulled towards another."""
    rest = [
        each - sum(a * b for a, b in zip(line, towards, strict=True))
        for each, line in zip(right, matrix, strict=True)
    ]
    matrix = [line[:] for line in matrix]
    pull(matrix, positions / count)
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

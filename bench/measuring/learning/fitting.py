"""Least squares in plain Python, with a pull that keeps what is seldom seen near what was believed before."""


def nothing_summed(size):
    """Matrix, right side, rows."""
    return [[0.0] * size for _ in range(size)], [0.0] * size, 0


def summed(one, other):
    matrix = [
        [a + b for a, b in zip(line, more, strict=True)] for line, more in zip(one[0], other[0], strict=True)
    ]
    return matrix, [a + b for a, b in zip(one[1], other[1], strict=True)], one[2] + other[2]


def sums_of_products(table, size):
    """`table`: of each row what it has in its columns, by number, and the rest to be explained."""
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


def apart_from_mean(rows):
    """What sets rows, each with its rest, apart from the mean of them all."""
    middle = {}
    for row, _ in rows:
        for column, value in row.items():
            middle[column] = middle.get(column, 0.0) + value / len(rows)
    rest_in_the_middle = sum(rest for _, rest in rows) / len(rows)
    for row, rest in rows:
        gaps = {column: row.get(column, 0.0) - mean for column, mean in middle.items()}
        yield {column: gap for column, gap in gaps.items() if gap}, rest - rest_in_the_middle


def pull(matrix, share):
    """Towards nothing, in each column as much as such a share of its rows would."""
    for i, line in enumerate(matrix):
        line[i] += share * line[i] + 1e-9


def pull_alike(matrix, strength):
    """Towards nothing, in every column as much as so many rows that have one there."""
    for i, line in enumerate(matrix):
        line[i] += strength


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

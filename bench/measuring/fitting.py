"""What signs are worth, by least squares: how far each seat ends above the mean of all."""

PULL = 60.0  # towards "points count, nothing else does"


def fit(noted):
    """Worth of each sign, at the end and at the beginning; `noted`: (signs by seat, share left, points)."""
    names = sorted({name for signs, *_ in noted for one in signs for name in one})
    worths = solved(*normal_equations(list(rows(noted, names)), 2 * len(names)))
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
    matrix, right = [[0.0] * size for _ in range(size)], [0.0] * size
    for row, rest in table:
        filled = sorted(row.items())
        for place, (i, value) in enumerate(filled):
            right[i] += value * rest
            line = matrix[i]
            for j, other in filled[place:]:
                line[j] += value * other
    count = len(table)
    for i in range(size):
        for j in range(i):
            matrix[i][j] = matrix[j][i]
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

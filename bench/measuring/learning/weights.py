"""What features are worth, learned from what matches have shown. There are two ways; each helps some games.

- From whole matches: whenever a round is over, the features of the seats promise an end. The weights are
  changed so that a promise comes near to what follows: to the end itself, mixed with what the rounds in
  between promise, which says the same with less luck in it.
- From answers that were tried at one position, under the same lucks, to the end of the match: what they
  change in the features is compared with what they change in the end. Positions differ in more than their
  features tell, and who has the better box may be ahead for another reason; answers of one position do not.
"""

from typing import Any, NamedTuple

from measuring.learning.fitting import (
    apart_from_mean,
    nothing_summed,
    pull,
    pull_alike,
    solved,
    summed,
    sums_of_products,
)

FARSIGHT = 0.9  # how much of what comes after the next round counts, the rest is what that round promises
RARE = 5.0  # rows with one more of a feature: with fewer, its weight hardly changes
PIECE = 20  # matches or positions that a process sums up at once


class Played(NamedTuple):
    """A match as it was found whenever a round was over."""

    rounds: list[Any]  # (features by seat, share left)
    points: list[int]

    rows_believed = 200.0  # rows that would say the weights are right as they are

    def seen(self):
        return {name for features, _ in self.rounds for one in features for name in one}

    def rows(self, columns, weights):
        for seat in seats_that_tell(len(self.points)):
            rows = [row_of(features, left, seat, columns) for features, left in self.rounds]
            follows = ahead_of_mean(self.points, seat)
            for row in reversed(rows):
                promise = promised(row, weights)
                yield row, follows - promise
                follows = FARSIGHT * follows + (1 - FARSIGHT) * promise


class Tried(NamedTuple):
    """Some answers to one question."""

    outcomes: list[Any]  # (features by seat and share left when the round was over, points at the end)

    rows_believed = 1000.0

    def seen(self):
        return {name for features, *_ in self.outcomes for one in features for name in one}

    def rows(self, columns, weights):
        for seat in seats_that_tell(len(self.outcomes[0][0])):
            rows = [row_of(features, left, seat, columns) for features, left, _ in self.outcomes]
            ends = [ahead_of_mean(points, seat) for *_, points in self.outcomes]
            yield from apart_from_mean(
                [(row, end - promised(row, weights)) for row, end in zip(rows, ends, strict=True)]
            )


def fit_weights(found, weights, spread=map):
    """The new weight of each feature at the end and at the beginning, for one number of seats.

    `spread` maps a function over pieces of work, in several processes perhaps.
    """
    if not found:
        return weights
    names = sorted({*weights, *(name for each in found for name in each.seen())})
    old = [weight for name in names for weight in weights.get(name, (0.0, 0.0))]
    sums = nothing_summed(len(old))
    pieces = [(found[first : first + PIECE], names, old) for first in range(0, len(found), PIECE)]
    for piece in spread(sum_piece, pieces):
        sums = summed(sums, piece)
    matrix, right, rows = sums
    pull(matrix, found[0].rows_believed / max(1, rows))
    pull_alike(matrix, RARE)
    new = [a + b for a, b in zip(old, solved(matrix, right), strict=True)]
    return {name: (new[2 * number], new[2 * number + 1]) for number, name in enumerate(names)}


def sum_piece(piece):
    found, names, old = piece
    columns = {name: 2 * number for number, name in enumerate(names)}
    rows = [row for each in found for row in each.rows(columns, old)]
    return *sums_of_products(rows, len(old)), len(rows)


def row_of(features, left, seat, columns):
    """What the seat has beyond the mean of all: two columns a feature, for the end and the beginning."""
    row = {}
    for name in sorted(set().union(*features)):
        gap = features[seat].get(name, 0) - sum(one.get(name, 0) for one in features) / len(features)
        if gap:
            row[columns[name]], row[columns[name] + 1] = gap * (1 - left), gap * left
    return row


def promised(row, weights):
    return sum(value * weights[column] for column, value in row.items())


def ahead_of_mean(points, seat):
    return points[seat] - sum(points) / len(points)


def seats_that_tell(seats):
    """Of two, one says what the other says."""
    return range(seats if seats > 2 else 1)

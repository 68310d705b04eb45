"""Corrections that search can teach: where heuristic values err about the same answer again and again.

At a position every answer is rolled out a few times under the same luck. What sets an answer apart from the
mean of its position there is compared with what sets it apart by the heuristic.
"""

from typing import NamedTuple

from measuring.learning.fitting import (
    apart_from_mean,
    nothing_summed,
    pull_alike,
    solved,
    summed,
    sums_of_products,
)

PULL = 5.0  # rows that would say an answer is worth what the heuristic says
LEAST_SEEN = 8  # times an answer must have come up
PIECE = 200  # positions that a process sums up at once


class Looked(NamedTuple):
    """A position at which every answer was rolled out."""

    answers: list[str]
    values: list[float]  # by the heuristic
    leads: list[float]
    left: float  # 1 at the beginning of the match, 0 at the end


def fit_corrections(looked, spread=map):
    """How much heuristic values count, by question, and what is added for each answer at the end and at the
    beginning."""
    questions, answers = sorted({question_of(position) for position in looked}), answers_seen_often(looked)
    columns = {name: number for number, name in enumerate(questions)}
    columns |= {name: len(questions) + 2 * number for number, name in enumerate(answers)}
    size = len(questions) + 2 * len(answers)
    pieces = [(looked[first : first + PIECE], columns, size) for first in range(0, len(looked), PIECE)]
    sums = nothing_summed(size)
    for found in spread(sum_piece, pieces):
        sums = summed(sums, found)
    matrix, right, _ = sums
    pull_alike(matrix, PULL)
    learned = solved(matrix, right)
    return (
        {name: 1 + learned[columns[name]] for name in questions},
        {name: (learned[columns[name]], learned[columns[name] + 1]) for name in answers},
    )


def question_of(position):
    return position.answers[0].partition(":")[0]


def answers_seen_often(looked):
    seen = {}
    for position in looked:
        for answer in position.answers:
            seen[answer] = seen.get(answer, 0) + 1
    return sorted(answer for answer, count in seen.items() if count >= LEAST_SEEN)


def sum_piece(piece):
    looked, columns, size = piece
    rows = [row for position in looked for row in apart_from_mean(rows_of_position(position, columns))]
    return *sums_of_products(rows, size), len(rows)


def rows_of_position(position, columns):
    """Of each answer: its heuristic value, that it is itself, and what it led to beyond that value."""
    question, rows = columns[question_of(position)], []
    for answer, value, lead in zip(position.answers, position.values, position.leads, strict=True):
        row = {question: value}
        if answer in columns:
            row[columns[answer]], row[columns[answer] + 1] = 1 - position.left, position.left
        rows.append((row, lead - value))
    return rows

"""What seats read of tables and options, in matches of all games. It needs neither numpy nor PettingZoo."""

from dataclasses import replace

import pytest

from environments.reader import SeatReader
from games.catalogue import GAMES
from games.kernel.copying import clone
from games.kernel.score import totals
from support.games.walk import walk


def readers_of(game, table):
    return [SeatReader(game, table, seat) for seat in range(len(table.players))]


def every_ninth(walked):
    """And the last; each with a table of its own, as the walk goes on with the one it shows."""
    for position in walked:
        if position.number % 9 == 0 or not position.legal:
            yield replace(position, live=clone(position.live), legal=list(position.legal))


def within(code, row):
    assert len(row) == len(code.numbers)
    return [
        number
        for number, value in zip(code.numbers, row, strict=True)
        if not number.low <= value <= number.high
    ]


def by_name(code, row):
    return dict(zip([number.name for number in code.numbers], row, strict=True))


@pytest.fixture(scope="module", params=[(name, seats) for name in GAMES for seats in (2, 4)], ids=str)
def positions(request):
    name, seats = request.param
    return list(every_ninth(walk(name, seats=seats, seed=5)))


@pytest.fixture(scope="module")
def readers(positions):
    return readers_of(positions[0].game, positions[0].live)


def test_every_number_of_a_match_lies_within_its_bounds(positions, readers):
    for position in positions:
        for reader in readers:
            assert within(reader.table, reader.table.write(position.live)) == []
            assert [within(reader.options, reader.options.write(each)) for each in position.legal] == [
                [] for _ in position.legal
            ]


def test_options_of_a_question_are_told_apart(positions, readers):
    for position in positions:
        rows = {tuple(readers[0].options.write(command)) for command in position.legal}
        assert len(rows) == len(position.legal)


def test_every_number_has_a_name_of_its_own(readers):
    for code in (readers[0].table, readers[0].options):
        names = [number.name for number in code.numbers]
        assert len(set(names)) == len(names)


def test_readers_count_seats_from_themselves(positions, readers):
    last = positions[-1].live
    points = totals(positions[-1].game.score(last), len(readers))
    for seat, reader in enumerate(readers):
        read = by_name(reader.table, reader.table.write(last))
        assert [read[f"score.{place}"] for place in range(len(readers))] == points[seat:] + points[:seat]


def test_a_question_is_told_with_whom_it_asks(positions, readers):
    for position in positions[:-1]:
        for seat, reader in enumerate(readers):
            read = by_name(reader.table, reader.table.write(position.live))
            kind = type(position.question).__name__
            assert read[f"question.is.{kind}"] == 1
            assert (read[f"question.{kind}.seat.is.{seat}"] == 1) == (position.question.seat == seat)


def test_at_the_end_nothing_is_asked(positions, readers):
    read = by_name(readers[0].table, readers[0].table.write(positions[-1].live))
    assert read["question.there"] == 0


def test_another_position_makes_another_row(positions, readers):
    rows = {tuple(readers[0].table.write(position.live)) for position in positions}
    assert len(rows) == len(positions)

"""What docs/environments.md promises, carried out."""

import os
import re
import subprocess
import sys

import pytest

from environments.reader import SeatReader
from games.catalogue import GAMES
from service.config import HOME
from support.servers.patience import PATIENCE

PAGE = (HOME / "docs" / "environments.md").read_text()
LEARN, NAMES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def run(program):
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(HOME)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout.splitlines()


def test_the_program_of_the_page_learns():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not here: .ci/environments/run brings it")
    lines = run(LEARN.replace("range(20)", "range(3)"))
    assert [line.split()[0] for line in lines] == ["0", "1", "2"]
    assert float(lines[-1].split()[1]) > 0


def test_the_names_of_all_numbers_can_be_listed():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not here: .ci/environments/run brings it")
    assert "0: question.there" in run(NAMES)


def test_the_lengths_of_rows_are_those_of_the_page():
    readers = [
        SeatReader(game, game.blank(2, game.editions.default, game.options()), 0) for game in GAMES.values()
    ]
    told = re.search(
        r"(\d+), (\d+) and (\d+) numbers in the order\s.*?(\d+), (\d+) and (\d+) for an option",
        PAGE,
        re.DOTALL,
    )
    lengths = [
        len(code.numbers)
        for part in ("table", "options")
        for code in (getattr(each, part) for each in readers)
    ]
    assert [int(number) for number in told.groups()] == lengths

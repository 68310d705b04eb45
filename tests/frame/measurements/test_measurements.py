"""Measurements run: each is called in the same way, and a small one of each kind leaves its figures."""

import json
import re
import subprocess
import sys

import pytest

from service.cli.bench import measurements
from service.config import HOME
from support.servers.patience import PATIENCE

ALL = "all"  # calls the others
PROGRAMS = {name: path for name, path in measurements().items() if name != ALL}
LAST_LINE = re.compile(r"^    run\(\s*measure,\s*__doc__,\s*takes=\(", re.MULTILINE)
QUICK = ("files_touched", "fold", "flat_cost", "time_travel")


def bench(*words):
    called = [sys.executable, "-m", "service.cli", "bench", *map(str, words)]
    return subprocess.run(called, cwd=HOME, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_is_called_through_the_frame_and_says_how_long_it_takes(name):
    assert LAST_LINE.search(PROGRAMS[name].read_text())


def test_what_it_takes_stands_in_the_help():
    said = bench("fold", "--help").stdout

    assert "with --small" in said
    assert "--json FILE" in said


def test_all_of_them_are_run_small_and_write_their_sheets(tmp_path):
    file = tmp_path / "figures.json"

    done = bench(ALL, "--small", "--json", file, "--only", *QUICK)

    assert done.returncode == 0, done.stdout + done.stderr
    sheets = {sheet["bench"]: sheet for sheet in json.loads(file.read_text())}
    assert set(sheets) == set(QUICK)
    assert all(sheet["rows"] for sheet in sheets.values())


def test_every_measurement_has_its_rows_in_the_table():
    table = (HOME / "docs/measurements.md").read_text().partition("<!-- figures")[2].partition("<!-- end")[0]

    assert [name for name in PROGRAMS if f"| `bench {name}`" not in table] == []

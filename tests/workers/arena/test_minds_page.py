"""What docs/minds.md promises whoever writes a bot, carried out."""

import re
import shlex
import subprocess

import pytest

from service.config import HOME
from support.servers.patience import PATIENCE

PAGE = (HOME / "docs" / "minds.md").read_text()
BOT, PROGRAM = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
[LINE] = re.findall(r"```sh\n\./grubenbuch (.*?)\n```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "one_turn.py").write_text(BOT)
    (tmp_path / "last.py").write_text(PROGRAM)
    return tmp_path


def grubenbuch(folder, *arguments):
    return subprocess.run(
        [HOME / "grubenbuch", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_bot_of_the_page_has_thirty_lines_or_so():
    assert len([line for line in BOT.splitlines() if line.strip()]) <= 30


def test_it_beats_random_in_a_tournament_as_the_page_says(folder):
    words = shlex.split(LINE)
    words[words.index("--games") + 1] = "2"

    played = grubenbuch(folder, *words)

    assert played.returncode == 0, played.stderr
    assert "one_turn:Bot" in played.stdout
    assert "100.0%" in played.stdout  # of two matches against random


def test_the_program_of_the_page_plays_too(folder):
    minds = "random,cmd:python3 last.py"
    played = grubenbuch(folder, "tournament", "--game", "schichtwechsel", "--minds", minds, "--games", "2")
    assert played.returncode == 0, played.stderr
    assert "2 matches a pair" in played.stdout

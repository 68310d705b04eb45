"""What docs/fairness.md tells other languages is tried, not only written."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.match.luck import draw, luck_key
from support.api import books
from support.api.room import Room

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
LINES = 30  # of a program somebody may want to read before running it


def fenced(language):
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


@pytest.fixture(params=["python", "js"])
def check(request, tmp_path):
    """The page's own program, on an export."""
    command = [sys.executable, "-I"] if request.param == "python" else [shutil.which("node")]
    if command[0] is None:
        pytest.skip("node is not on PATH")
    program = tmp_path / ("fairness.py" if request.param == "python" else "fairness.cjs")
    program.write_text(fenced(request.param), "utf-8")

    def run(entries):
        (tmp_path / "match.ndjson").write_bytes(books.file_of(entries))
        words = [*command, str(program), str(tmp_path / "match.ndjson")]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    return run


def drawn(entries):
    events = [event for entry in books.plain(entries) for event in entry["events"]]
    return sum(len(event["draws"]) for event in events if event["type"] == "luck_drawn")


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_every_draw_of_a_match_with_undos_is_found_right(check, game):
    entries = books.lively(game)

    answer = check(entries)

    assert answer.stderr == ""
    assert answer.stdout == f"{drawn(entries)} draws are as promised\n"


def test_words_of_the_players_count(check):
    entries = books.with_words("Glück auf \N{PICK}", '"\\')

    assert check(entries).returncode == 0
    told = books.plain(entries)
    told[1]["events"][0]["words"] = "Glück ab"
    assert "draw 0" in check(books.reseal(told)).stderr


def test_a_running_match_cannot_be_checked_yet(check):
    answer = check(books.begin_book())

    assert answer.returncode == 1
    assert "not disclosed yet" in answer.stderr


def forged(change):
    told = books.plain(books.play_book("schiefer"))
    events = [event for entry in told for event in entry["events"]]
    change([event for event in events if event["type"] == "luck_drawn"][-1], events)
    return books.reseal(told)


def test_a_changed_draw_is_found(check):
    def change(last, _):
        last["draws"][-1][1] = (last["draws"][-1][1] + 1) % last["draws"][-1][0]

    assert re.search(r"entry \d+: draw \d+ below 6 is \d, not \d", check(forged(change)).stderr)


def test_a_draw_that_was_left_out_is_found(check):
    def change(last, _):
        last["first"] += 1

    assert "the next draw has the number" in check(forged(change)).stderr


def test_another_seed_is_found(check):
    def change(_, events):
        next(event for event in events if event["type"] == "seed_disclosed")["seed"] = "ab" * 32

    assert "not the one that was promised" in check(forged(change)).stderr


def test_an_abandoned_match_is_checked_as_well(check):
    room = Room(resigning="end")
    room.plays(times=20)
    room.resigns(0)

    assert check(room.store.entries(room.id)).returncode == 0


def test_the_known_answers_are_right():
    seed, words = bytes(range(32)), json.loads(fenced("json"))
    key = luck_key(seed, words)
    answers = dict(re.findall(r"^\| (draw .*?|commitment|key) \| `(\w+)` \|$", PAGE, re.MULTILINE))

    assert seed.hex() in PAGE
    assert answers.pop("commitment") == hashlib.sha256(seed).hexdigest()
    assert answers.pop("key") == key.hex()
    assert len(answers) == 7
    for said, value in answers.items():
        number, bound = re.match(r"draw (\d+) below ([\d^ +]+)", said).groups()
        below = 2**255 + 1 if "^" in bound else int(bound)
        assert draw(key, "m1", int(number), below) == int(value), said


@pytest.mark.parametrize("language", ["python", "js"])
def test_the_programs_can_be_read_before_they_are_run(language):
    assert len(fenced(language).splitlines()) <= LINES

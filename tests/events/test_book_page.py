"""What docs/book.md shows to other languages is tried, not only written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from events.entry import FIRST_PREV, hash_of
from events.redis_store.packing import pack
from support.api.entries import entry_after, run_of_entries

HOME = Path(__file__).parents[2]
PAGE = (HOME / "docs" / "book.md").read_text("utf-8")


def fenced(language, place=0):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[place]


@pytest.fixture
def check(tmp_path):
    """The page's own program, on a file with these entries."""

    def run(lines, head):
        header = b'{"head":"%s"}' % head.encode()
        (tmp_path / "match.ndjson").write_bytes(b"\n".join([header, *lines]) + b"\n")
        program = [sys.executable, "-I", "-c", fenced("python")]
        return subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


def test_the_program_of_the_page_accepts_a_book(check):
    entries = run_of_entries(3)
    entries.append(entry_after(entries[-1], cause="c", said="Flöz \\u001f\\n ⛏"))

    checked = check([msgspec.json.encode(entry) for entry in entries], entries[-1].hash)

    assert checked.stdout.strip() == entries[-1].hash


def test_the_program_of_the_page_finds_a_changed_entry(check):
    entries = run_of_entries(3)
    lines = [msgspec.json.encode(entry) for entry in entries]

    checked = check([lines[0], lines[1].replace(b"said", b"sold"), lines[2]], entries[-1].hash)

    assert checked.returncode == 1
    assert "entry 2 is not what was written" in checked.stderr


def test_the_program_of_the_page_misses_an_end_that_was_cut_off(check):
    entries = run_of_entries(3)

    checked = check([msgspec.json.encode(entry) for entry in entries[:2]], entries[-1].hash)

    assert checked.returncode == 1
    assert "the end is missing" in checked.stderr


def test_the_known_answer_of_the_page_is_right():
    body = fenced("json").strip().encode()

    assert f"give `{hash_of(FIRST_PREV, body)}`" in PAGE


CAUSED = b'{"actor":"bot:0","at":1700000000000,"cause":"%s","command":{}}'
DIGEST = bytes.fromhex("0123456789abcdef" * 2)


@pytest.mark.parametrize(
    "value",
    [
        b'{"game":"schiefer","status":"running"}',
        CAUSED % DIGEST.hex().encode(),
        b"\xff seed",
        b"Ada",
    ],
)
def test_the_program_of_the_page_unpacks_what_lies_in_redis(unpack_by_page, value):
    assert unpack_by_page(pack(value)) == value


@pytest.fixture
def unpack_by_page():
    """The other program of the page, on a value as `redis-cli` shows it."""

    def unpack(stored):
        program = [sys.executable, "-I", "-c", fenced("python", 1)]
        return subprocess.run(program, cwd=HOME, input=stored + b"\n", capture_output=True, check=True).stdout

    return unpack

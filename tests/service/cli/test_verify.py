"""`./grubenbuch verify`: in a process of its own, without Redis."""

import re

import pytest
from click.testing import CliRunner

from service.cli.verify import command
from service.matches.handler import Request
from service.matches.opening import Forking, open_fork
from support.api import books
from support.api.room import Room

LINES_OF_CHECKS = 7


@pytest.fixture
def file(tmp_path):
    def write(entries, name="match.ndjson"):
        path = tmp_path / name
        path.write_bytes(books.file_of(entries))
        return path

    return write


@pytest.fixture
def verify(grubenbuch):
    """Nothing that a server would need is there."""

    def run(*words):
        return grubenbuch("verify", *words, REDIS_URL="redis://127.0.0.1:1", DATA="/nowhere")

    return run


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_a_good_match_of_every_game(verify, file, game):
    entries = books.play_book(game)

    answer = verify(file(entries))

    assert (answer.returncode, answer.stderr) == (0, "")
    first, head, *checks, unproven = answer.stdout.splitlines()
    assert first.endswith(f"match.ndjson: ok, {len(entries)} entries")
    assert head == f"  head {entries[-1].hash}"
    assert unproven.startswith("  not proven: Whoever recomputes all hashes")
    assert [line.split()[1] for line in checks] == ["passed"] * LINES_OF_CHECKS


def test_a_running_match_keeps_its_seed(verify, file):
    answer = verify(file(books.begin_book()))

    assert answer.returncode == 0
    assert answer.stdout.count("skipped  the seed is not disclosed yet") == 2


def test_of_several_files_each_is_told_and_one_bad_one_is_enough(verify, file):
    told = books.plain(books.play_book("schiefer"))
    told[20]["events"][0]["seat"] = 9
    bad = file(books.reseal(told), "bad.ndjson")
    damaged = file(books.begin_book(), "damaged.ndjson")
    damaged.write_bytes(damaged.read_bytes().replace(b'"at":', b'"at": ', 1))

    answer = verify(file(books.begin_book()), bad, damaged)

    assert answer.returncode == 1
    assert "match.ndjson: ok, " in answer.stdout
    assert "bad.ndjson: FAILED at entry 21, " in answer.stdout
    assert "damaged.ndjson: FAILED at entry 1, 0 entries" in answer.stdout


def test_a_head_that_somebody_kept_finds_the_file_that_was_cut(verify, file):
    entries = books.play_book("schiefer")
    whole, cut = file(entries), file(entries[:-2], "cut.ndjson")

    assert verify(whole, "--head", entries[-1].hash[:8]).returncode == 0
    answer = verify(cut, "--head", entries[-1].hash[:8])
    assert answer.returncode == 1
    assert "the head should begin with" in answer.stdout


def test_a_fork_is_proven_beside_its_parent_and_not_without(verify, file):
    room = Room()
    room.plays(times=5)
    forked = open_fork(room.matches, room.id, room.live.version, Forking(), Request()).match
    parent, fork = file(room.store.entries(room.id)), file(room.store.entries(forked), "fork.ndjson")

    alone, both = verify(fork), verify(fork, parent)

    assert (alone.returncode, both.returncode) == (0, 0)
    assert re.search(r"parent +skipped +the book of '.*' is not at hand", alone.stdout)
    assert re.search(rf"parent +passed +as '{room.id}' stood after entry {room.live.version}\n", both.stdout)


def test_a_file_that_is_not_there_is_another_matter(verify, tmp_path):
    answer = verify(tmp_path / "none.ndjson")

    assert answer.returncode == 2
    assert "none.ndjson" in answer.stderr
    assert verify().returncode == 2


def test_what_is_no_file_of_ours_fails_in_words(verify, tmp_path):
    (tmp_path / "x").write_bytes(b"\x00" * 1000)

    answer = verify(tmp_path / "x")

    assert answer.returncode == 1
    assert "FAILED at the header" in answer.stdout
    assert "Traceback" not in answer.stderr


def test_of_rules_that_are_gone_it_says_neither_ok_nor_failed(file, later_rules):
    good, bad = file(books.play_book("schiefer")), file(books.begin_book(), "bad.ndjson")
    bad.write_bytes(bad.read_bytes()[:-9])
    later_rules(2)

    def run(*paths):
        return CliRunner().invoke(command, [str(path) for path in paths])

    alone, both = run(good), run(good, bad)
    assert (alone.exit_code, both.exit_code) == (3, 1)
    assert "match.ndjson: NOT DECIDED, " in alone.output
    assert re.search(r"decisions +not_decided +\d+ of \d+ entries, from entry 1 on", alone.output)

"""`./grubenbuch report`: recorded matches decided again under the rules of today."""

import lzma

import msgspec
import pytest

from service.verification.redecide import GoldenMatch, redecide_entries, redecide_golden
from support.api import books
from support.games import golden

ONE_OF_EACH = [path for path in golden.histories() if path.name == "2p-00.json.xz"]


def history(told):
    return msgspec.json.decode(msgspec.json.encode(told), type=GoldenMatch)


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.parts[-3])
def test_a_golden_history_is_the_same(path):
    assert redecide_golden(history(golden.load(path))) is None


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.parts[-3])
@pytest.mark.parametrize("place", [0, 5, 40])
def test_where_rules_lead_elsewhere_it_differs_from_there(path, place):
    told = golden.load(path)
    told["events"][place].insert(0, told["events"][place][0])  # as if it once happened twice

    assert redecide_golden(history(told)).entry == place + 1


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_an_export_is_decided_again_whatever_rules_it_names(game):
    told = books.plain(books.lively(game))
    for entry in told:
        entry["rules"] = f"{game}/0"
    assert redecide_entries(books.reseal(told)) is None

    del told[20]["events"][-1]
    assert redecide_entries(books.reseal(told)).entry == 21


def test_the_command_says_for_each_and_counts(grubenbuch, tmp_path):
    told = books.plain(books.play_book("schiefer"))
    told[7]["events"].pop()
    good, bad = tmp_path / "good.ndjson", tmp_path / "bad.ndjson"
    good.write_bytes(books.file_of(books.begin_book()))
    bad.write_bytes(books.file_of(books.reseal(told)))

    same = grubenbuch("report", good, ONE_OF_EACH[-1])
    both = grubenbuch("report", good, bad)

    assert (same.returncode, both.returncode) == (0, 1)
    assert same.stdout.splitlines() == [
        f"{good}: same",
        "schiefer/golden/2p-00.json.xz: same",
        "2 same, 0 differ",
    ]
    assert f"{bad}: differs from entry 8: event " in both.stdout
    assert both.stdout.splitlines()[-1] == "1 same, 1 differ"


@pytest.mark.parametrize("raw", [b"", b"x", lzma.compress(b"{}")])
def test_what_cannot_be_read_is_told_in_one_line(grubenbuch, tmp_path, raw):
    for name in ("x.ndjson", "x.json.xz"):
        (tmp_path / name).write_bytes(raw)
        answer = grubenbuch("report", tmp_path / name)
        assert answer.returncode == 1
        assert "cannot be read" in answer.stderr
        assert "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--data", "nowhere"), "Nothing was ever opened in"),
        (("--url", "http://127.0.0.1:9"), "does not answer"),
        (("--url", "ftp://127.0.0.1"), "must begin with http"),
        (("--url", "http://127.0.0.1:9", "--data", "nowhere"), "only one of them"),
    ],
)
def test_where_no_matches_are_is_told_in_one_line(grubenbuch, tmp_path, words, said):
    words = [tmp_path / word if word == "nowhere" else word for word in words]
    answer = grubenbuch("report", *words, REDIS_URL="")

    assert (answer.returncode != 0, answer.stderr.count("\n")) == (True, 1)
    assert said in answer.stderr
    assert not (tmp_path / "nowhere").exists()

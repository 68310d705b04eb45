"""`./grubenbuch review`: an exported match, judged without a server."""

import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from service.cli import main
from support.api import books


@pytest.fixture
def run(tmp_path):
    def review(content, *words):
        (tmp_path / "match.ndjson").write_bytes(content)
        return CliRunner().invoke(
            main, ["review", str(tmp_path / "match.ndjson"), "--playouts", "10", *words]
        )

    return review


def test_the_same_file_gives_the_same_verdicts_and_a_picture(run, tmp_path):
    book = books.file_of(books.begin_book("schichtwechsel"))
    once = run(book, "--picture", str(tmp_path / "leads.svg"))
    assert once.exit_code == 0
    for words in ("Expected lead over the match", "Seat 1", "Turning points", "What cost most"):
        assert words in once.output
    assert run(book).output == once.output
    assert ET.fromstring((tmp_path / "leads.svg").read_text()).tag.endswith("svg")


def test_it_speaks_german(run):
    answer = run(books.file_of(books.begin_book("schiefer")), "--lang", "de")
    assert "Wendepunkte" in answer.output
    assert "Platz 2" in answer.output


def test_a_damaged_file_is_not_judged(run):
    answer = run(books.file_of(books.begin_book())[:-40])
    assert answer.exit_code == 1
    assert "is damaged" in answer.output

"""`./grubenbuch story`: an export in readable lines."""

import msgspec
import pytest

from events.codec import encode
from events.upcasting import lift_shapes
from events.verify import read_book
from games.catalogue import GAMES
from games.kernel import Asked
from games.match.play import event_type
from service.matches.folding import events_of, struck_versions
from service.queries.entries import SILENT, Teller, tell_story
from support.api import books
from support.games import shapes

LANGUAGES = ("en", "de")


@pytest.fixture
def told(grubenbuch, tmp_path):
    def run(entries, *words):
        (tmp_path / "match.ndjson").write_bytes(books.file_of(entries))
        return grubenbuch("story", tmp_path / "match.ndjson", *words, REDIS_URL="redis://127.0.0.1:1")

    return run


@pytest.mark.parametrize("game", books.GAME_NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_that_tells_something_has_its_line(game, lang):
    entries = list(books.lively(game))
    events = [event for entry in entries for event in events_of(entry, game) if not isinstance(event, SILENT)]

    lines = list(tell_story(entries, lang))

    assert len(lines) == len(events)
    assert not any(isinstance(event, Asked) for event in events)
    for line in lines:
        assert line.text.strip()
        assert "{" not in line.text
        assert "None" not in line.text


def every_kind_of_event():
    """Of the match and of its game, each as the corpus of stored shapes has it."""
    for game in books.GAME_NAMES:
        for name in (shapes.MATCH, game):
            for line in shapes.read_shapes(name):
                if line["kind"] == "event":
                    yield pytest.param(game, line["example"], id=f"{game}-{line['example']['type']}")


@pytest.mark.parametrize(("game", "example"), list(every_kind_of_event()))
def test_no_kind_of_event_is_without_words(game, example):
    raw = encode([example | ({"game": game} if example["type"] == "match_opened" else {})])
    [event] = msgspec.json.decode(lift_shapes(raw, game), type=list[event_type(GAMES[game])])

    said = {lang: Teller(GAMES[game], "reconstructed-1", lang).text(event) for lang in LANGUAGES}

    for text in said.values():
        assert text.strip()
        assert not set("{}_") & set(text)
        assert "None" not in text
    assert said["en"] != said["de"]


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_what_was_taken_back_is_marked_and_rounds_are_headings(game):
    entries = list(books.lively(game))
    gone = struck_versions(entries)

    lines = list(tell_story(entries, "en"))

    assert gone
    assert {line.version for line in lines if line.struck} == {
        line.version for line in lines if line.version in gone
    }
    rounds = [line.text for line in lines if line.heading and not line.struck]
    assert [text.startswith(f"Round {number}") for number, text in enumerate(rounds, 1)] == [True] * len(
        rounds
    )


def test_on_the_command_line_in_both_languages(told):
    english, german = told(books.lively("schiefer")), told(books.lively("schiefer"), "--lang", "de")

    assert (english.returncode, german.returncode) == (0, 0)
    assert "=== Round 1 ===" in english.stdout
    assert "(taken back)" in english.stdout
    assert "Seat 1 rolls" in english.stdout
    assert "=== Runde 1 ===" in german.stdout
    assert "(zurückgenommen)" in german.stdout
    assert english.stdout.splitlines()[-1].endswith("The seed of the luck is disclosed")


def test_a_damaged_file_is_not_told(told, tmp_path, grubenbuch):
    path = tmp_path / "cut.ndjson"
    path.write_bytes(books.file_of(books.begin_book())[:-40])

    answer = grubenbuch("story", path)

    assert answer.returncode == 1
    assert answer.stdout == ""
    assert f"entry {len(books.begin_book())}" in answer.stderr
    assert read_book(books.file_of(books.begin_book()))

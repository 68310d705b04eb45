import pytest

from games.kernel import Line
from games.kernel.score import places, totals
from games.kernel.words import LANGUAGES, SECTIONS, Words, load_words
from support.games.toy import StonesTaken, Take, TakeStones, Talk, toy_words


@pytest.fixture
def words():
    texts = {
        "components": {"coal": {"en": "Coal", "de": "Kohle"}, "ore": {"en": "Ore", "de": "Erz"}},
        "events": {"sold": {"en": "{seat} sells {goods}", "de": "{seat} verkauft {goods}"}},
    }
    return Words({name: texts.get(name, {}) for name in SECTIONS})


def test_a_sentence_is_a_template_with_its_values(words):
    assert words.text("events", "sold", "en", seat=0, goods="coal") == "0 sells Coal"
    assert words.text("events", "sold", "de", seat="Anna", goods="coal") == "Anna verkauft Kohle"


def test_a_component_is_said_by_its_name_and_anything_else_as_it_is(words):
    assert words.name("ore", "de") == "Erz"
    assert words.name("Rüttenscheid", "de") == "Rüttenscheid"
    assert words.name(3, "de") == "3"


def test_a_list_is_said_by_its_parts(words):
    assert words.name(("coal", "ore", 2), "de") == "Kohle, Erz, 2"
    assert words.name((), "de") == "–"
    assert words.name({"coal": 2, "ore": 1}, "en") == "Coal: 2, Ore: 1"


def test_things_are_said_with_their_own_fields_and_what_else_is_known():
    words = toy_words()
    assert words.said("events", StonesTaken(1, 2), "en") == "1 takes 2"
    assert words.said("questions", Take(1), "en", seat="Anna") == "Anna takes"
    assert words.said("commands", TakeStones(2), "en", stones=7) == "Take 2 of 7"
    assert words.said("commands", Talk("hello"), "de") == "Say hello"


def test_a_value_that_is_missing_is_an_error_and_no_empty_place():
    with pytest.raises(KeyError, match="stones"):
        toy_words().said("commands", TakeStones(2), "en")


def test_words_are_read_from_a_file_that_may_leave_out_sections(tmp_path):
    path = tmp_path / "words.yaml"
    path.write_text("reasons:\n  gone: {en: Gone, de: Weg}\n", "utf-8")
    words = load_words(path)
    assert [words.text("reasons", "gone", lang) for lang in LANGUAGES] == ["Gone", "Weg"]
    assert set(SECTIONS) <= set(words.sections)


def test_points_add_up_by_seat():
    sheet = [
        Line(seat=seat, category="mines", points=points, count=1, rule="T-1")
        for seat, points in ((0, 2), (2, 5), (0, 3))
    ]
    assert totals(sheet, 3) == [5, 0, 5]


def test_equal_keys_share_the_better_place():
    assert places([(5,), (9,), (5,), (1,)]) == [2, 1, 2, 4]
    assert places([(5, 1), (5, 2)]) == [2, 1]  # the second number breaks the tie

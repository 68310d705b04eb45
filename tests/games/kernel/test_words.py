import pytest

from games.kernel import Event, Line
from games.kernel.score import places, totals
from games.kernel.words import LANGUAGES, SECTIONS, Words, load_words
from support.games.toy import StonesTaken, Take, TakeStones, Talk, toy_words


@pytest.fixture
def words():
    texts = {
        "components": {"coal": {"en": "Coal", "de": "Kohle"}, "ore": {"en": "Ore", "de": "Erz"}},
        "counted": {"coal": {"en": "{count:lump|lumps} of coal", "de": "{count:Stück|Stücke} Kohle"}},
        "events": {
            "sold": {"en": "{seat} sells {goods}", "de": "{seat} verkauft {goods}"},
            "paid": {
                "en": "{seat} pays {count:full coin|full coins}",
                "de": "{seat} zahlt {count:volle Münze|volle Münzen}",
            },
        },
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
    assert words.name({"ore": 2, "Ogwen": 1}, "en") == "Ore: 2, Ogwen: 1"


@pytest.mark.parametrize(
    ("count", "en", "de"),
    [
        (0, "Anna pays 0 full coins", "Anna zahlt 0 volle Münzen"),
        (1, "Anna pays 1 full coin", "Anna zahlt 1 volle Münze"),
        (-1, "Anna pays -1 full coin", "Anna zahlt -1 volle Münze"),
        (2, "Anna pays 2 full coins", "Anna zahlt 2 volle Münzen"),
        (21, "Anna pays 21 full coins", "Anna zahlt 21 volle Münzen"),
    ],
)
def test_a_number_chooses_the_form_that_goes_with_it(words, count, en, de):
    said = [words.text("events", "paid", lang, seat="Anna", count=count) for lang in LANGUAGES]
    assert said == [en, de]


@pytest.mark.parametrize(
    ("faces", "said"),
    [((5,), "field 5"), ((5, 5), "field 5"), ((5, 6), "fields 5, 6"), (("ore",), "field Ore")],
)
def test_a_list_comes_after_the_form_that_goes_with_it_and_says_each_thing_once(words, faces, said):
    texts = {"marked": {"en": "{faces:field|fields}", "de": "{faces:Feld|Felder}"}}
    words.sections["events"].update(texts)
    assert words.text("events", "marked", "en", faces=faces) == said


def test_lists_within_a_mapping_are_kept_apart(words):
    assert words.name({"ore": (2, 3), "slate": (1,)}, "en") == "Ore: 2, 3; slate: 1"


def test_things_of_one_name_are_counted_together(words):
    words.sections["components"]["ore_2"] = words.sections["components"]["ore"]
    assert words.name({"ore": 2, "gold": 1, "ore_2": 3}, "en") == "Ore: 5, gold: 1"


def test_a_mapping_counts_what_has_forms_for_it(words):
    assert words.name({"coal": 1, "ore": 1}, "en") == "1 lump of coal, Ore: 1"
    assert words.name({"coal": 3}, "de") == "3 Stücke Kohle"


class Loaded(Event, frozen=True, gc=False):
    coal: int
    ore: int

    @property
    def load(self):
        return {"coal": self.coal, "ore": self.ore}


def test_a_sentence_may_name_what_an_event_says_of_itself(words):
    words.sections["events"]["loaded"] = {"en": "On board: {load}", "de": "An Bord: {load}"}
    assert words.said("events", Loaded(2, 1), "en") == "On board: 2 lumps of coal, Ore: 1"


def test_a_case_has_a_sentence_of_its_own(words):
    words.sections["events"] |= {
        "loaded": {"en": "{coal} loaded", "de": "{coal} geladen"},
        "loaded.in_vain": {"en": "Nothing loaded", "de": "Nichts geladen"},
    }
    assert words.said("events", Loaded(2, 1), "en", case="") == "2 loaded"
    assert words.said("events", Loaded(0, 1), "de", case="in_vain") == "Nichts geladen"


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

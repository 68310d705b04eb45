"""Names of people and clients: whatever people are called passes, what deceives a reader does not."""

import pytest

from service.players.clients import Clients
from service.players.names import clean_name
from service.problems import NameMistakable, NameUnreadable
from support.api.api import open_table


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Muñoz",
        "Weiß",
        "O'Brien",
        "D’Angelo",
        "Jean-Luc",
        "Đặng Thị Thu",
        "Łukasz Żółć",
        "Αλέξανδρος",
        "Ольга Ёлкина",
        "日本語",
        "山田ヒロ子 Hiro",
        "スーパー太郎",
        "佐々木",
        "김철수 Kim",
        "عبد الله",
        "שרה",
        "प्रिया",
        "สมชาย",
        "Hawaiʻi",
        "R2-D2",
        "⛏",
        "🙂 Ada",
        "Seat",
        "Platzhirsch",
        "Randomness",
        "Robot",
        "Platzi",
        "Seat Belt",
        "Bote",
        "Sigrid Bøe",
        "ᏣᎳᎩ ᎠᏂᏴᏫᏯ",
        "ปั่นปุ๊",
        "བཀྲ་ཤིས་",
        "שָׁלוֹם",
        "42",
    ],
)
def test_what_people_are_called_passes_unchanged(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [("  Ada \t Lovelace ", "Ada Lovelace"), ("Ａｄａ", "Ada"), ("Zoe\u0301", "Zoé"), ("ﬁona", "fiona")],
)
def test_a_name_is_kept_in_one_form(name, kept):
    assert clean_name(name) == kept


UNSEEN = (
    *(
        "\u3164",
        "\u115f",
        "\u1160",
        "\uffa0",
        "\u2800",
        "\ufe0f",
        "\U000e0041",
        "\U000e0100",
        "\u202e",
        "\u2066",
    ),
    *("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u180e", "\u061c", "\x07", "\u2028"),
    *("\U0001d159", "\ufffc", "\ue000", "\u0378"),
)


@pytest.mark.parametrize("letter", UNSEEN, ids=lambda letter: f"U+{ord(letter):04X}")
def test_what_cannot_be_seen_is_refused_wherever_it_stands(letter):
    for name in (letter, f"A{letter}da", f"Ada{letter}x"):
        if letter.isspace() and name != letter:  # a break between lines is a space in a name
            continue
        with pytest.raises(NameUnreadable):
            clean_name(name)


@pytest.mark.parametrize("marks", [5, 59])
def test_marks_are_not_piled_up(marks):
    with pytest.raises(NameUnreadable):
        clean_name("X" + "\u0318" * marks)
    assert clean_name("X" + "\u0318" * 4)


@pytest.mark.parametrize("name", ["", "   ", "...", "-", "\u0301", "ﷺ" * 20])
def test_a_name_says_something_and_not_too_much(name):
    with pytest.raises(NameUnreadable):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("random", "Greedy", "SEARCH", "ｓｅａｒｃｈ", "bot", "Bot 1", "bot:greedy", "Bot Random"),
        *("Seat 1", "seat 12", "SEAT2", "Platz 3", "platz  4", "Ｓｅａｔ １", "Seat ١", "Seat ②", "seat-1"),
        *("Seat_1", "(Seat 1)", "S e a t 1", "Platz_2", "greedy.", "bot_greedy", "_bot_"),
        *("séarch", "Grëedy", "bo\u0323t", "Ŝeat 1", "Random bot", "greedy-bot", "Search Bot 2", "Bót"),
        *(
            "Seat I",
            "Seat l",
            "seat II",
            "Platz IV",
            "Seat |",
            "Seat O",
            "Ｓｅａｔ Ⅰ",
            "S e a t  l",
            "Sëat_I",
        ),
        *("ᏚᎬᎪᎡᏟᎻ", "ꮪꭼꭺꭱꮯꮋ", "ᏴᎾᎢ", "ꓢꓰꓮꓣꓚꓧ", "ꓐꓳꓔ", "ⲃⲟⲧ", "bøt"),
        *("ѕеагсһ", "ВоТ", "ɡreedy", "Seɑt 1", "ꜱᴇᴀʀᴄʜ"),
    ],
)
def test_a_name_of_the_server_is_nobodys(name):
    with pytest.raises(NameMistakable):
        clean_name(name)


@pytest.mark.parametrize("name", ["Аda", "Adа Lovelace", "Ρaul", "Ivаn Иван", "Aдa", "日本ж", "Kimжд 김"])
def test_letters_of_scripts_that_look_alike_are_not_mixed(name):
    with pytest.raises(NameMistakable):
        clean_name(name)


def test_the_api_keeps_the_clean_name(client):
    table = open_table(client)
    assert table.post("/seats", {"name": "  Ａｄａ "}).status_code == 201

    assert table.get().json["seats"][0]["name"] == "Ada"


@pytest.mark.parametrize("name", ["bot", "greedy", "seat-1", "platz2"])
def test_a_client_is_not_called_like_a_bot_or_a_seat(store, name):
    with pytest.raises(NameMistakable):
        Clients(store, b"s" * 32).add(name, 1, by_admin=True)

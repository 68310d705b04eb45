"""Words for the luck: docs/fairness.md says what they may hold, and the document says as much as it can."""

import re
import sys
import unicodedata

import pytest

from service.api.schemas.kit import PRINTABLE
from support.api.api import bearer, open_table

REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}  # but for the plain space


def sit_down(client, words):
    table = open_table(client)
    return client.post(f"{table.path}/seats", json={"words": words}, headers=bearer(table.host))


@pytest.mark.parametrize("words", ["", " ", " Glück  auf ", '⛏ "\\', "ﬁ", "e\u0301", "\U0001f600" * 200])
def test_printable_words_are_kept_as_they_were_sent(client, words):
    answer = sit_down(client, words)

    assert answer.status_code == 201
    assert answer.json["entry"]["events"][0]["words"] == words


@pytest.mark.parametrize("words", ["\n", "\x7f", "\u00a0", "\u200d", "\u2028", "\ue000", "\u0378", "a" * 201])
def test_other_words_are_refused(client, words):
    assert sit_down(client, words).json["violations"][0]["pointer"] == "/words"


def test_the_pattern_of_the_document_refuses_nothing_that_the_api_takes():
    letters = [chr(code) for code in range(sys.maxunicode + 1)]
    taken = [letter for letter in letters if letter == " " or unicodedata.category(letter) not in REFUSED]

    assert all(letter.isprintable() for letter in taken)
    assert re.fullmatch(PRINTABLE, "".join(taken))
    assert not re.fullmatch(PRINTABLE, "\u200d")

"""The rules by number: every line of docs/rules is read, and everything that names a rule leads to one."""

import re

import pytest

from games.catalogue import GAMES
from service.config import HOME
from service.queries.rules import find_rule, list_rules, parse_rule_page, read_rule_page, rule_books, rule_url

FOLDER = HOME / "docs" / "rules"
PAGE = """# Rules of the box

## 1. Beginning

- **SF-1** [R] Everybody rolls; see [there](../there.md)
  and `here`.

## 2. End

- **SF-R1** [X] Ties are shared.
"""


def test_a_rule_has_its_chapter_mark_and_text_without_markdown():
    page = parse_rule_page("schiefer", PAGE)

    assert [(chapter.number, chapter.title) for chapter in page.chapters] == [(1, "Beginning"), (2, "End")]
    first, second = page.rules
    assert (first.id, first.chapter, first.mark) == ("SF-1", 1, "R")
    assert first.text == "Everybody rolls; see there and here."
    assert (second.id, second.chapter, second.rule_url) == ("SF-R1", 2, "/rules/schiefer#SF-R1")


@pytest.mark.parametrize("book", rule_books())
def test_no_line_of_a_page_is_lost(book):
    for page in FOLDER.rglob(f"{book}.md"):
        written = re.findall(r"^- \*\*(\S+)\*\*", page.read_text("utf-8"), re.MULTILINE)
        read = [rule.id for rule in parse_rule_page(book, page.read_text("utf-8")).rules]

        assert read == written
        assert len(set(read)) == len(read)


@pytest.mark.parametrize("book", rule_books())
def test_the_letters_of_a_number_show_whose_rule_it_is(book):
    assert all(rule_url(rule.id) == rule.rule_url for rule in read_rule_page(book, "en").rules)


def test_every_rule_that_the_code_names_is_written():
    known = {rule.id for book in rule_books() for rule in read_rule_page(book, "en").rules}
    named = {
        rule
        for path in (HOME / "games").rglob("*.py")
        for rule in re.findall(r"\b(?:SF|RS|SW|GB)-R?\d+\b", path.read_text("utf-8"))
    }

    assert len(named) > 300
    assert not named - known


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_rules_of_the_match_come_along_in_a_chapter_of_their_own(game):
    listed = list_rules(game, "en")

    assert [chapter.number for chapter in listed.chapters] == [*range(1, len(listed.chapters)), 0]
    assert {rule.id for rule in listed.rules if rule.chapter == 0} == {
        rule.id for rule in read_rule_page("match", "en").rules
    }
    assert find_rule(game, "GB-21", "en").rule_url == "/rules/match#GB-21"
    assert find_rule(game, listed.rules[0].id, "en").title == listed.chapters[0].title


@pytest.mark.parametrize("book", rule_books())
def test_both_languages_have_the_same_rules_marks_and_numbers(book):
    english, german = read_rule_page(book, "en"), read_rule_page(book, "de")

    assert [(rule.id, rule.chapter, rule.mark) for rule in german.rules] == [
        (rule.id, rule.chapter, rule.mark) for rule in english.rules
    ]
    assert [numbers_in(rule) for rule in german.rules] == [numbers_in(rule) for rule in english.rules]
    assert not {rule.text for rule in german.rules} & {rule.text for rule in english.rules}


def numbers_in(rule):
    return rule.id, sorted(re.findall(r"(?:[A-Z]{2}-R?)?\d+", rule.text))

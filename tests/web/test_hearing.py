"""Whoever does not see the table is told what it asks, and all that happens there once, in their language."""

import pytest

from support.web.hearing import OVERHEAR, expect_told, story
from support.web.table_page import TablePage

OTHER = {"en": "de", "de": "en"}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_whoever_listens_is_told_of_every_move_once_in_their_language(instance, open_page, lang):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}", lang=lang)
    table = TablePage(page).wait_for_turn()
    page.locator(".lines li").first.wait_for()
    assert page.get_by_role("log").inner_text() == ""  # nothing has happened yet
    page.evaluate(OVERHEAR)
    before = table.version

    table.answer()
    expect_told(page, story(instance, match, before, lang))
    assert page.get_by_role("log").locator("p").count() > 0

    while instance.get(f"matches/{match}")["turn"] == 0:
        instance.play(match, tokens[0])
        expect_told(page, story(instance, match, before, lang))
    instance.play(match, tokens[1])
    told = story(instance, match, before, lang)
    expect_told(page, told)
    assert told != story(instance, match, before, OTHER[lang])


def test_whoever_hears_the_table_is_told_the_question_and_its_answers(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    TablePage(page).wait_for_turn().wait_for_picture()
    asked = instance.get(f"matches/{match}/commands", tokens[0])
    answers = page.get_by_role("group", name=asked["prompt"]).get_by_role("button").all_inner_texts()
    assert answers[: len(asked["commands"])] == [offer["label"] for offer in asked["commands"]]
    assert page.get_by_role("heading", name=asked["prompt"]).count() == 1
    drawn = page.get_by_role("region", name="Table")
    assert drawn.get_by_role("group", name="Valleys").count() == 1
    assert drawn.get_by_role("img", name="Mines left: 29").count() == 1
    assert page.get_by_role("heading", level=1).inner_text() == "Schiefer"

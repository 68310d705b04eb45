"""Books come from anybody: what is written in one stays text, stays in its place, and is seen as it is."""

import pytest

from support.api.books import begin_book, file_of, plain, reseal
from support.web.history_page import HistoryPage
from support.web.table_page import TablePage
from support.web.verdicts import give, wait_for_verdict

MARKUP = "<img src=x onerror=alert(1)>"
TURNED = "\u202egnp.exe\u2066 \u0000 Z" + "\u0301" * 40  # turns letters around; a nought; piled marks
LONG = "W" * 10_000
SHORT = "W" * 100
NARROW = {"width": 360, "height": 740}


def with_words(book, *words):
    """A book whose players gave these words for the luck, made anew from there on."""
    entries = plain(book)
    for entry in entries:
        for part in (entry["command"], *entry["events"]):
            if part["type"] in ("take_seat", "seat_taken"):
                part["words"] = words[part["seat"] % len(words)]
    return entries


def bring_in(page, raw):
    file = {"name": f"{MARKUP}.ndjson", "mimeType": "text/html", "buffer": raw}
    page.locator("#match-file").set_input_files(file)


def expect_text(page):
    """Nothing became an element, and nothing is wider than the screen."""
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_book_with_hostile_words_is_brought_in_looked_at_and_checked(instance, open_page, visibility):
    entries = with_words(begin_book(), MARKUP + TURNED + SHORT, SHORT + TURNED)
    for part in (entries[0]["command"], entries[0]["events"][0]):
        part["visibility"] = visibility
    for entry in entries:
        entry["at"] = 1
    page = open_page("/", size=NARROW)
    bring_in(page, file_of(reseal(entries)))
    page.wait_for_url("**/audit")
    wait_for_verdict(page, "passed")
    expect_text(page)
    page.locator(".link[data-version='2']").click()
    page.get_by_role("heading", name="Entry 2").wait_for()
    page.locator("#entry summary").click()
    assert r"\u202egnp.exe\u2066 \u0000 Z" in page.locator("#entry pre").inner_text()
    expect_text(page)

    match = page.url.split("/")[-2]
    page.goto(f"/matches/{match}")
    TablePage(page).wait_for_version(len(entries)).wait_for_picture()
    expect_text(page)
    page.goto(f"/matches/{match}/history")
    HistoryPage(page).wait_for_moment(len(entries))
    expect_text(page)
    for place in ("table.svg", "story", "score.svg"):
        told = instance.client.get(f"/v1/matches/{match}/{place}")
        assert told.is_success
        assert not any(hostile in told.text for hostile in ("<img", "\u202e", SHORT))
    page.goto("/")
    page.locator("#running :is(li, .empty)").first.wait_for()
    assert page.locator(f"a[href*='{match}']").count() == 0  # nobody plays there


def test_a_book_of_endless_names_is_refused_and_shown_as_far_as_it_goes(open_page):
    entries = with_words(begin_book(), LONG, MARKUP)
    entries[2] |= {"actor": LONG + MARKUP, "cause": TURNED + LONG}
    entries[3]["command"]["type"] = MARKUP + LONG
    entries[3]["events"][0]["type"] = TURNED + LONG
    raw = file_of(reseal(entries))
    page = open_page("/", size=NARROW)
    bring_in(page, raw)
    page.locator("#files [role=status]", has_text="fold").wait_for()
    expect_text(page)

    page.goto("/audit")
    give(page, raw)
    page.locator("#checks [data-check=fold].failed").wait_for()
    for version in ("2", "3", "4"):
        page.locator(f".link[data-version='{version}']").click()
        page.get_by_role("heading", name=f"Entry {version}").wait_for()
        page.locator("#entry summary").click()
        expect_text(page)
    give(page, file_of(reseal(with_words(begin_book(), TURNED))), "#comparison")
    page.locator("#comparison mark").first.wait_for()
    expect_text(page)
    assert "\u202e" not in page.locator("#main").inner_text()

"""A match is looked back at in a real browser: scrubbed, narrowed, forked from its middle and played on."""

from importlib.resources import files

import pytest

from support.desk.books import file_of, lively, play_book
from support.window.history_page import HistoryPage
from support.window.table_page import TablePage

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def bring(house, book):
    head = {"Content-Type": "application/x-ndjson"}
    return house.client.post("/v1/matches/import", content=file_of(book), headers=head).json()["match"]


@pytest.fixture
def finished(house):
    """A match of Ruhrschifffahrt played to its end, and how many entries it has."""
    book = play_book("ruhrschifffahrt")
    return bring(house, book), len(book)


def test_a_match_is_scrubbed_by_keys_slider_story_and_link(open_page, finished):
    match, last = finished
    page = open_page(f"/matches/{match}/history")
    history = HistoryPage(page).wait_for_moment(last)
    history.press("ArrowLeft").wait_for_moment(last - 1)
    history.press("Home").wait_for_moment(1)
    history.press("PageDown").press("ArrowRight")
    history.drag_to(40).wait_for_moment(40)
    assert page.locator("#slider").get_attribute("aria-valuetext").startswith(f"Version 40 of {last}")
    assert history.rows("[aria-current]").first.get_attribute("data-version") == "40"

    history.rows("[data-version='60']").first.click()
    history.wait_for_moment(60)
    page.wait_for_function("() => location.hash === '#version=60'")
    page.reload()
    history.wait_for_moment(60)


def test_what_changed_is_lit_up_and_the_picture_is_that_of_the_moment(house, open_page, finished):
    match, _ = finished
    built = next(
        entry["version"]
        for entry in house.get(f"matches/{match}/entries?limit=200")["entries"]
        if any(event["type"] == "warehouse_built" for event in entry["events"])
    )
    page = open_page(f"/matches/{match}/history#version={built}")
    HistoryPage(page).wait_for_moment(built)
    page.locator(".picture .changed").first.wait_for()
    totals = house.get(f"matches/{match}/score?version={built}")["totals"]

    assert page.locator("#moment .seat-points").all_inner_texts() == [str(total) for total in totals]


def test_playing_runs_to_the_end_by_itself(open_page, finished):
    match, last = finished
    page = open_page(f"/matches/{match}/history#version={last - 3}")
    history = HistoryPage(page).wait_for_moment(last - 3)
    page.locator(".speed select").select_option("10")
    page.locator("#play").click()
    history.wait_for_moment(last)
    page.locator("#play", has_text="Play").wait_for()


def test_the_story_is_narrowed_and_struck_entries_are_struck(house, open_page):
    match = bring(house, lively("schiefer"))
    page = open_page(f"/matches/{match}/history#version=1")
    history = HistoryPage(page).wait_for_moment(1)
    assert history.rows(" s").count() > 0
    assert page.locator(".track .struck").count() > 0

    whole = history.rows().count()
    page.locator("#filter-kind").select_option("undo")
    assert 0 < history.rows().count() < whole
    page.locator("#filter-kind").select_option("")
    page.locator("#filter-round").select_option("2")
    assert 0 < history.rows().count() < whole
    page.locator("#filter-round").select_option("")
    assert history.rows().count() == whole


def test_a_match_is_forked_from_its_middle_and_played_on(house, open_page, finished):
    match, last = finished
    middle = last // 2
    page = open_page(f"/matches/{match}/history#version={middle}")
    HistoryPage(page).wait_for_moment(middle)
    page.locator("#fork:enabled").click()
    page.locator("#fork-start").click()
    page.wait_for_url(lambda address: "/matches/" in address and match not in address)
    table = TablePage(page).wait_for_turn().answer()
    fork = page.url.rpartition("/")[2]

    assert table.version > 1
    assert house.get(f"matches/{fork}")["parent"]["version"] == middle
    page.goto(f"/matches/{match}/history")
    page.locator(f".forks a[href='/matches/{fork}/history']").wait_for()


def test_the_end_and_the_lobby_cannot_be_played_on_from(open_page, finished):
    match, last = finished
    page = open_page(f"/matches/{match}/history")
    history = HistoryPage(page).wait_for_moment(last)
    assert page.locator("#fork").is_disabled()
    history.press("Home").wait_for_moment(1)
    assert page.locator("#fork").is_disabled()


@pytest.mark.parametrize(("lang", "words"), [("en", "Turning points"), ("de", "Wendepunkte")])
def test_the_page_of_the_history_fits_every_width_and_axe_finds_nothing(
    open_page, finished, shots, lang, words
):
    match, last = finished
    scheme = {"en": "light", "de": "dark"}[lang]
    page = open_page(f"/matches/{match}/history#version={last // 2}", lang=lang, scheme=scheme)
    HistoryPage(page).wait_for_moment(last // 2)
    page.get_by_text(words).wait_for()
    for width in (360, 900, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        if shots:
            page.screenshot(path=shots / f"history-{lang}-{scheme}-{width}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run()).violations")
    assert [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found] == []

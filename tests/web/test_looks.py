"""Every page by day and by night, narrow and wide: nothing overflows or moves, and axe finds no barrier."""

import gzip

import pytest

from support.api.books import play_book
from support.web.looks import look_at
from support.web.table_page import TablePage

TABLES = {"schiefer": 60, "ruhrschifffahrt": 60, "schichtwechsel": 60}  # entries before the end
MADE_BY_THE_SERVER = {
    "guide": "/guide?lang=de",
    "errors": "/docs/errors?lang=de",
    "rules": "/rules/schichtwechsel?lang=de",
}
FOUR = {f"{game}-for-four": game for game in TABLES}
OURS = {"api": "header"}  # the rest of that page is drawn by Swagger UI
PAGES = ["home", "api", "new-table", "lobby", *MADE_BY_THE_SERVER, *TABLES, *FOUR]


def open_named(instance, open_page, name):
    """The page, and what must be there before it is looked at."""
    if name == "home":
        page = open_page("/")
        page.locator(".rows, #running .empty").first.wait_for()
    elif name == "new-table":
        page = open_page("/")
        page.locator(".card .quiet").first.click()
        page.locator("dialog[open]").wait_for()
    elif name == "api":
        page = open_page("/v1/docs")
        page.locator("#operations-games-list_games .opblock-summary-control").click()
        page.locator("#operations-games-list_games .responses-table").first.wait_for()
    elif name in MADE_BY_THE_SERVER:
        page = open_page(MADE_BY_THE_SERVER[name])
    elif name == "lobby":
        opened = instance.post("matches", {"game": "schiefer", "seats": 3})
        instance.seat(opened["match"], "Ada")
        page = open_page(f"/matches/{opened['match']}")
        TablePage(page).wait_for_version(2).wait_for_picture()
    elif name in FOUR:
        match = instance.bring(play_book(FOUR[name], seats=4))
        page = open_page(f"/matches/{match}")
        TablePage(page).wait_for_version(1).wait_for_picture()
    else:
        page = open_page(instance.table_near_the_end(name, TABLES[name]))
        TablePage(page).wait_for_turn().wait_for_picture()
    return page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_every_width_and_axe_finds_nothing(instance, open_page, shots, name):
    page = open_named(instance, open_page, name)
    look_at(page, name, shots, OURS.get(name, "html"))


@pytest.mark.parametrize(("lang", "word", "other"), [("en", "Play now", "DE"), ("de", "Jetzt spielen", "EN")])
def test_the_language_is_the_browser_s_until_another_is_chosen(open_page, lang, word, other):
    page = open_page("/", lang=lang)
    page.get_by_text(word).first.wait_for()
    assert page.evaluate("document.documentElement.lang") == lang
    page.locator(".languages button", has_text=other).click()
    page.wait_for_function("it => document.documentElement.lang !== it", arg=lang)
    page.reload()
    page.get_by_text(word).first.wait_for(state="detached")


def test_only_a_table_with_a_free_seat_is_offered(instance, open_page):
    full, free = (
        instance.post("matches", {"game": "schiefer", "seats": 2, "title": it}) for it in ("Full", "Free")
    )
    for opened in (full, full, free):
        instance.seat(opened["match"])
    page = open_page("/")
    page.locator("#open", has_text="Free").wait_for()

    assert page.locator("#open", has_text="Full").count() == 0


def test_the_home_page_weighs_less_than_150_kilobytes(instance, open_page):
    page = open_page("/")
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    answers = [instance.client.get(address) for address in {f"{instance.address}/", *loaded}]

    assert len(answers) > 10
    assert sum(len(gzip.compress(answer.content)) for answer in answers) < 150_000

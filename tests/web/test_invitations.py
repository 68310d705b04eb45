"""Anybody can write a link: none takes away what the browser has, and none breaks a page."""

import json

import pytest

from support.web.history_page import HistoryPage
from support.web.table_page import TablePage

REFUSED = {"en": "did not accept what this link", "de": "hat der Server nicht angenommen"}
VOID = "A" * 43
MANGLED = "%E0%A4%A"


def kept(page, match):
    return json.loads(page.evaluate("name => localStorage.getItem(name)", f"grubenbuch.match.{match}"))


@pytest.mark.parametrize(("lang", "handed"), [("en", VOID), ("de", MANGLED), ("en", "")])
def test_a_link_with_a_token_of_no_use_leaves_the_seat_where_it_was(instance, open_page, lang, handed):
    """That of another seat, too, is of no use in this one."""
    match, tokens = instance.two_people()
    page = open_page(f"/matches/{match}#seat=1&token={tokens[1]}", lang=lang)
    TablePage(page).wait_for_picture()
    page.goto(f"/matches/{match}#seat=1&token={handed or tokens[0]}")
    page.locator("#invitation", has_text=REFUSED[lang]).wait_for()

    assert kept(page, match)["seats"] == {"1": tokens[1]}
    assert page.evaluate("location.hash") == ""
    page.reload()
    page.locator("#actions button[data-operation=resign]").wait_for()


def test_a_token_that_gave_way_to_a_new_one_is_replaced_by_it(instance, open_page):
    match, tokens = instance.two_people()
    page = open_page(f"/matches/{match}#seat=1&token={tokens[1]}")
    TablePage(page).wait_for_picture()
    new = instance.post(f"matches/{match}/seats/1/token", token=tokens[1])["seat_token"]
    page.goto(f"/matches/{match}#seat=1&token={new}")
    page.wait_for_function("() => location.hash === ''")

    assert kept(page, match)["seats"] == {"1": new}


@pytest.mark.parametrize("handed", [VOID, MANGLED])
def test_a_link_to_watch_replaces_no_token_that_lets_one_watch(instance, open_page, handed):
    opened = instance.post("matches", {"game": "schiefer", "seats": 2, "visibility": "private"})
    match, watch = opened["match"], opened["watch_token"]
    page = open_page(f"/matches/{match}#watch={watch}")
    TablePage(page).wait_for_picture()
    page.goto(f"/matches/{match}/history#watch={handed}")
    page.locator("#invitation", has_text=REFUSED["en"]).wait_for()
    HistoryPage(page).wait_for_moment(1)

    assert kept(page, match)["watch"] == watch


def test_what_lies_mangled_in_the_browser_is_no_token(instance, open_page):
    match, _ = instance.two_people()
    page = open_page("/")
    mangled = {"match": match, "game": "", "at": 1, "seats": {"0": "\ufffd"}, "host": "\u00e4", "watch": 7}
    page.evaluate(
        "([name, kept]) => localStorage.setItem(name, kept)",
        [f"grubenbuch.match.{match}", json.dumps(mangled)],
    )
    page.reload()
    page.locator("#yours li").first.wait_for()
    page.goto(f"/matches/{match}")
    TablePage(page).wait_for_version(4).wait_for_picture()

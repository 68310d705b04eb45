"""What strangers write or send in: it stays text, leads nowhere else, and no page breaks over it."""

import json

import pytest

from support.docs.known_variants import BOOK
from support.web.history_page import HistoryPage
from support.web.table_page import TablePage

MARKUP = "<img src=x onerror=alert(1)>"
GARBAGE = ("", "null", "[]", "7", '"x"', "{", '{"seats":null}', '{"seats":7,"match":7}')
ODD_ADDRESSES = ("%00", "%2F..%2F..", "%F0%9F%92%8E", "a" * 300, "..%2f", "%3Cscript%3E")


def hostile_match(instance):
    opened = instance.post("matches", {"game": "schiefer", "seats": 2, "rated": False, "title": MARKUP})
    seated = [instance.seat(opened["match"], MARKUP, token=opened["host_token"]) for _ in range(2)]
    instance.post(f"matches/{opened['match']}/start", token=opened["host_token"])
    return opened["match"], [each["seat_token"] for each in seated]


def test_hostile_names_and_titles_stay_text_on_every_page(instance, open_page):
    match, _ = hostile_match(instance)
    table = open_page(f"/matches/{match}")
    table.locator("#seats", has_text=MARKUP).wait_for()
    table.locator(".match-title", has_text=MARKUP).wait_for()
    history = open_page(f"/matches/{match}/history")
    HistoryPage(history).wait_for_moment(4)
    home = open_page("/")
    home.locator("#running", has_text=MARKUP).wait_for()

    assert [page.locator("#main img[src=x]").count() for page in (table, history, home)] == [0, 0, 0]


def test_a_book_with_markup_in_it_is_shown_as_text(open_page):
    lines = BOOK.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"type":"', b'"type":"' + MARKUP.encode().replace(b'"', b""), 1)
    page = open_page("/audit")
    book = {"name": f"{MARKUP}.ndjson", "mimeType": "text/html", "buffer": b"".join(lines)}
    page.locator("#source input").set_input_files(book)
    page.locator("#verdict.failed").wait_for()

    assert page.locator("#main img").count() == 0


@pytest.mark.parametrize("kept", GARBAGE)
def test_whatever_the_browser_has_kept_the_pages_work(instance, open_page, kept):
    match, tokens = hostile_match(instance)
    page = open_page("/")
    names = (f"grubenbuch.match.{match}", f"grubenbuch.outbox.{match}", f"grubenbuch.forks.{match}")
    for name in (*names, "grubenbuch.lang", "grubenbuch.zoom", "grubenbuch.careful", "grubenbuch.speed"):
        page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, kept])
    page.reload()
    page.locator(".card button.main").first.wait_for()
    page.goto(f"/matches/{match}#seat=0&token={tokens[0]}")
    page.get_by_text("(you)").wait_for()
    page.goto(f"/matches/{match}/history")
    HistoryPage(page).wait_for_moment(4)


@pytest.mark.parametrize("address", ODD_ADDRESSES)
def test_odd_addresses_say_that_there_is_no_such_match(open_page, address):
    page = open_page(f"/matches/{address}")
    if page.locator("#notice").count():
        page.locator("#notice", has_text="There is no such match").wait_for()


@pytest.mark.parametrize("version", ["0", "-1", "99999999", "1e9", "<b>", "4&seat=0&token=x"])
def test_a_link_to_a_moment_that_is_none_shows_one_that_is(instance, open_page, version):
    match, _ = hostile_match(instance)
    page = open_page(f"/matches/{match}/history#version={version}")
    HistoryPage(page).wait_for_moment(4)


def test_a_token_that_is_none_lets_one_watch(instance, open_page):
    match, _ = hostile_match(instance)
    page = open_page(f"/matches/{match}#seat=0&token={'x' * 40}")
    TablePage(page).wait_for_version(4).wait_for_picture()

    assert page.locator("#question button.command").count() == 0


def test_a_token_that_is_none_keeps_nobody_from_the_history_and_the_audit(instance, open_page):
    match, _ = hostile_match(instance)
    page = open_page("/")
    kept = json.dumps({"match": match, "game": "", "at": 0, "seats": {"0": "x" * 40}, "host": "y" * 40})
    for place in ("history", "audit"):
        page.evaluate(
            "([name, kept]) => localStorage.setItem(name, kept)", [f"grubenbuch.match.{match}", kept]
        )
        page.goto(f"/matches/{match}/{place}")
        if place == "history":
            HistoryPage(page).wait_for_moment(4)
        else:
            page.locator("#verdict.passed").wait_for()


def test_going_back_leads_to_the_newest_table_and_forth_to_the_moment_that_was_left(instance, open_page):
    match, tokens = hostile_match(instance)
    page = open_page(f"/matches/{match}")
    TablePage(page).wait_for_version(4)
    page.goto(f"/matches/{match}/history")
    HistoryPage(page).wait_for_moment(4)
    turn = instance.get(f"matches/{match}")["turn"]
    version = instance.play(match, tokens[turn])["version"]
    page.go_back()
    TablePage(page).wait_for_version(version)
    page.go_forward()
    HistoryPage(page).wait_for_moment(4)  # where it was left


def test_no_token_is_told_to_other_pages(instance, open_page):
    match, tokens = hostile_match(instance)
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    page.get_by_text("(you)").wait_for()
    links = page.evaluate("[...document.links].map((link) => link.href)")

    assert tokens[0] not in json.dumps([*links, page.url, page.title()])
    assert page.evaluate("document.cookie") == ""

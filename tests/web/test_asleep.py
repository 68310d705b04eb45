"""A page that slept, has a slow line or shows a strange book is right, and sends nothing twice."""

import pytest

from support.api.books import begin_book, plain, reseal
from support.web.history_page import HistoryPage
from support.web.table_page import COMMAND, TablePage

HOUR = 3_600_000


def test_after_an_hour_asleep_the_table_is_right_and_what_was_sent_before_counts_once(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page("/")
    page.clock.install()
    page.goto(f"/matches/{match}#seat=0&token={tokens[0]}")
    table = TablePage(page).wait_for_turn()
    page.locator("body[data-stream=live]").wait_for()
    before, sent = table.version, []

    def keep_answer_back(route):
        if route.request.method != "POST" or "preview" in route.request.url:
            return route.continue_()
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) > 1:
            return route.continue_()
        route.fetch()
        return route.abort()  # the lid was closed

    page.route("**/commands*", keep_answer_back)
    with page.expect_event("requestfailed", lambda request: "with=commands" in request.url):
        page.locator(COMMAND).first.click()
    page.clock.fast_forward(HOUR)
    page.wait_for_function("name => localStorage.getItem(name) === null", arg=f"grubenbuch.outbox.{match}")
    table.wait_for_version(instance.get(f"matches/{match}")["version"]).wait_for_picture()
    page.clock.fast_forward(HOUR)
    page.locator("body[data-stream=live]").wait_for()

    answers = instance.get(f"matches/{match}/entries?after={before}")["entries"]
    assert len([entry for entry in answers if entry["actor"] == "seat:0"]) == 1
    assert len(set(sent)) == 1


def test_a_page_that_was_frozen_shows_what_happened_meanwhile(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}#seat=1&token={tokens[1]}")
    page.locator("body[data-stream=live]").wait_for()
    wire = page.context.new_cdp_session(page)
    wire.send("Page.setWebLifecycleState", {"state": "frozen"})
    version = instance.play(match, tokens[0])["version"]
    wire.send("Page.setWebLifecycleState", {"state": "active"})

    TablePage(page).wait_for_version(version).wait_for_picture()


def test_behind_a_slow_line_an_answer_counts_once_however_often_it_is_clicked(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    table = TablePage(page).wait_for_turn()
    before = table.version
    slow = {"offline": False, "latency": 700, "downloadThroughput": 20_000, "uploadThroughput": 20_000}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    page.locator(COMMAND).first.evaluate("button => { for (let n = 0; n < 5; n += 1) button.click(); }")
    table.wait_for_version(before + 1).wait_for_picture()

    assert len(instance.get(f"matches/{match}/entries?after={before}")["entries"]) == 1


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_an_imported_match_that_never_ended_can_be_watched_and_not_played(instance, open_page, visibility):
    entries = plain(begin_book())
    entries[0]["command"]["visibility"] = visibility
    for entry in entries:
        entry["at"] = 1
    for event in entries[0]["events"]:
        if event["type"] == "match_opened":
            event["visibility"] = visibility
    match = instance.bring(reseal(entries))
    page = open_page(f"/matches/{match}")
    TablePage(page).wait_for_version(len(entries)).wait_for_picture()
    assert page.locator(f"{COMMAND}, .picture .legal, #actions button:enabled").count() == 0
    page.goto(f"/matches/{match}/history")
    HistoryPage(page).wait_for_moment(len(entries))
    page.goto(f"/matches/{match}/audit")
    page.locator("#verdict.passed").wait_for()

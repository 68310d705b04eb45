"""Reload, a cut stream, an answer that got lost: the table is right again, and nothing counts twice."""

from support.servers.cutting_proxy import CuttingWithin
from support.web.hearing import OVERHEAR, expect_told, story
from support.web.history_page import HistoryPage
from support.web.table_page import COMMAND, TablePage

MARKUP = "<img src=x onerror=alert(1)>"


def answers_after(instance, match, version):
    entries = instance.get(f"matches/{match}/entries?after={version}")["entries"]
    return [entry for entry in entries if entry["actor"] == "seat:0"]


def test_an_answer_that_got_lost_is_asked_for_again_and_counts_once(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    table = TablePage(page).wait_for_turn()
    before, lost = table.version, []

    def lose_first(route):
        if route.request.method != "POST" or "preview" in route.request.url:
            return route.continue_()
        lost.append(route.request.headers["idempotency-key"])
        if len(lost) > 1:
            return route.continue_()
        route.fetch()
        return route.abort()

    page.route("**/commands*", lose_first)
    page.locator(COMMAND).first.click()
    table.wait_for_version(before + 1)
    page.wait_for_function("name => localStorage.getItem(name) === null", arg=f"grubenbuch.outbox.{match}")

    assert len(lost) > 1
    assert len(set(lost)) == 1
    assert len(answers_after(instance, match, before)) == 1


def test_what_was_not_sent_before_a_reload_is_sent_after_it_once(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    table = TablePage(page).wait_for_turn()
    before = table.version
    page.route(
        "**/commands*", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    page.locator(COMMAND).first.click()
    page.get_by_text("It is being sent again").wait_for()
    page.unroute_all()
    page.reload()
    table.wait_for_version(before + 1)

    assert len(answers_after(instance, match, before)) == 1


def test_a_restart_of_the_api_cuts_the_stream_and_the_table_comes_back(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}")
    page.locator("body[data-stream=live]").wait_for()
    instance.close_api()
    page.locator("body[data-stream=lost]").wait_for()
    instance.open_api()
    version = instance.play(match, tokens[0])["version"]
    TablePage(page).wait_for_version(version)
    page.locator("body[data-stream=live]").wait_for()


def test_a_stream_cut_in_the_middle_of_an_entry_loses_nothing_and_brings_nothing_twice(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    before = instance.get(f"matches/{match}")["version"]
    with CuttingWithin(instance.address.removeprefix("http://")) as proxy:
        page = open_page(f"http://{proxy.place}/matches/{match}", lang="de")
        page.locator("body[data-stream=live]").wait_for()
        page.locator(".lines li").first.wait_for()
        page.evaluate(OVERHEAR)
        asked = []
        page.on("request", lambda request: asked.append(request.headers.get("last-event-id")))
        table = (
            TablePage(page).wait_for_version(instance.play(match, tokens[0])["version"]).wait_for_picture()
        )
        expect_told(page, story(instance, match, before, "de"))
        page.locator("body[data-stream=live]").wait_for()
        assert [it for it in asked if it] == [str(before)]  # from before the half that came
        assert proxy.cuts == 1

        turn = instance.get(f"matches/{match}")["turn"]
        table.wait_for_version(instance.play(match, tokens[turn])["version"]).wait_for_picture()
        expect_told(page, story(instance, match, before, "de"))
        assert proxy.cuts == 1


def test_a_second_tab_sees_what_the_first_one_did(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    first = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    second = first.context.new_page()
    second.goto(f"/matches/{match}")
    TablePage(second).wait_for_turn()
    version = TablePage(first).wait_for_turn().answer().version
    TablePage(second).wait_for_version(version)


def test_an_invitation_opens_a_private_match_and_its_token_is_in_no_address(instance, open_page):
    opened = instance.post("matches", {"game": "schiefer", "seats": 2, "visibility": "private"})
    page = open_page("/")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/matches/{opened['match']}")
    page.get_by_text("There is no such match").wait_for()
    page.goto(f"/matches/{opened['match']}#watch={opened['watch_token']}")
    page.reload()
    page.locator("#actions button[data-operation=take_seat]").first.wait_for()

    assert page.evaluate("location.hash") == ""
    assert asked
    assert not [url for url in asked if opened["watch_token"] in url]


def test_a_link_to_a_moment_of_a_private_match_lets_watch_and_shows_its_token_to_nobody(instance, open_page):
    opened = instance.post("matches", {"game": "schiefer", "seats": 2, "visibility": "private"})
    match, watch = opened["match"], opened["watch_token"]
    instance.seat(match, "Ada", token=opened["host_token"])
    page = open_page(f"/matches/{match}/history#watch={watch}")
    HistoryPage(page).wait_for_moment(2).press("Home").wait_for_moment(1)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); }")
    page.locator("#share").click()
    link = page.locator("[data-key=link]").input_value()

    other = open_page(f"/matches/{match}/history#version=1")
    other.get_by_text("There is no such match").wait_for()
    asked = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto("/")
    other.goto(link)
    HistoryPage(other).wait_for_moment(1)
    other.wait_for_function("() => location.hash === '#version=1'")
    assert not [url for url in asked if watch in url]


def test_a_hostile_name_stays_text(instance, open_page):
    opened = instance.post("matches", {"game": "schiefer", "seats": 2})
    instance.seat(opened["match"], MARKUP)
    page = open_page(f"/matches/{opened['match']}")
    page.locator("#seats", has_text=MARKUP).wait_for()

    assert page.locator("#main img").count() == 0

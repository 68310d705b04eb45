"""A match is looked back at in a real browser: scrubbed, narrowed, forked from its middle and played on."""

import pytest

from support.desk.books import play_book
from support.window.history_page import HistoryPage
from support.window.looks import look_at
from support.window.table_page import TablePage

WATCH_MOTION = """() => {
    [window.frames_seen, window.moved] = [0, []];
    const look = () => {
        window.frames_seen += 1;
        for (const { transitionProperty, animationName } of document.getAnimations())
            window.moved.push(transitionProperty ?? animationName);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.fixture
def finished(house):
    """A match of Ruhrschifffahrt played to its end, and how many entries it has."""
    book = play_book("ruhrschifffahrt")
    return house.bring(book), len(book)


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

    page.locator("#story .lines").evaluate("list => { list.scrollTop = list.scrollHeight; }")
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


def test_playing_runs_to_the_end_by_itself_and_nothing_moves_that_need_not(open_page, finished):
    match, last = finished
    page = open_page(f"/matches/{match}/history#version={last - 3}", reduced_motion="reduce")
    page.evaluate(WATCH_MOTION)
    history = HistoryPage(page).wait_for_moment(last - 3)
    page.locator(".speed select").select_option("10")
    page.locator("#play").click()
    history.wait_for_moment(last)
    page.locator("#play", has_text="Play").wait_for()
    assert page.evaluate("[window.frames_seen > 0, window.moved]") == [True, []]


def act(house, match, token, operation):
    """Does what is offered under this name."""
    offered = house.get(f"matches/{match}/commands", token)["actions"]
    action = next(each for each in offered if each["operation"] == operation)
    house.post(action["path"].removeprefix("/v1/"), action["body"], token)


def taken_back(house):
    """A running match whose first answer was taken back; its id, whose turn it is, and that one's token."""
    opened = house.post("matches", {"game": "schiefer", "seats": 2, "rated": False, "undo": "consent"})
    match, host = opened["match"], opened["host_token"]
    tokens = [house.seat(match, name, token=host)["seat_token"] for name in ("Ada", "Bo")]
    house.post(f"matches/{match}/start", token=host)
    turn = house.get(f"matches/{match}")["turn"]
    house.play(match, tokens[turn])
    act(house, match, tokens[turn], "undo")
    if house.get(f"matches/{match}")["undo"]["vote"]:
        act(house, match, tokens[1 - turn], "answer_undo")
    return match, turn, tokens[turn]


def test_what_was_taken_back_is_struck_and_the_line_grows_with_the_match(house, open_page):
    match, turn, token = taken_back(house)
    version = house.get(f"matches/{match}")["version"]
    page = open_page(f"/matches/{match}/history", lang="de")
    history = HistoryPage(page).wait_for_moment(version)
    page.get_by_text("Wendepunkte").wait_for()
    assert history.rows(" s").count() > 0
    assert page.locator(".track .struck").count() == 1

    whole = history.rows().count()
    for name, chosen in (("kind", "undo"), ("round", "1"), ("seat", str(turn))):
        page.locator(f"#filter-{name}").select_option(chosen)
        assert 0 < history.rows().count() < whole
        page.locator(f"#filter-{name}").select_option("")
    assert history.rows().count() == whole

    history.wait_for_moment(house.play(match, token)["version"])


def test_a_match_is_forked_from_its_middle_and_played_on(house, open_page, finished):
    match, last = finished
    middle = last // 2
    page = open_page(f"/matches/{match}/history#version={middle}")
    HistoryPage(page).wait_for_moment(middle)
    page.locator("#fork:enabled").click()
    page.locator("#fork-public").check()
    page.locator("#fork-start").click()
    page.wait_for_url(lambda address: "/matches/" in address and match not in address)
    table = TablePage(page).wait_for_turn().answer()
    fork = page.url.rpartition("/")[2]

    assert table.version > 1
    assert house.get(f"matches/{fork}")["parent"]["version"] == middle
    assert fork in [each["match"] for each in house.get(f"matches/{match}/forks")["matches"]]


def test_forks_are_branches_that_lead_there(house, open_page, finished):
    match, last = finished
    bots = [{"seat": seat, "mind": "random"} for seat in range(2)]
    fork = house.post(f"matches/{match}/forks", {"version": last // 3, "bots": bots})["match"]
    page = open_page(f"/matches/{match}/history")
    page.locator(f".forks a[href='/matches/{fork}/history']").wait_for()
    page.locator(f".fork[data-match='{fork}']").click()
    page.wait_for_url(f"**/matches/{fork}/history**")
    page.get_by_role("link", name="Goes on from version").wait_for()


def test_the_end_and_the_lobby_cannot_be_played_on_from(open_page, finished):
    match, last = finished
    page = open_page(f"/matches/{match}/history")
    history = HistoryPage(page).wait_for_moment(last)
    assert page.locator("#fork").is_disabled()
    history.press("Home").wait_for_moment(1)
    assert page.locator("#fork").is_disabled()


def test_the_page_of_the_history_fits_every_width_and_axe_finds_nothing(open_page, finished, shots):
    match, last = finished
    page = open_page(f"/matches/{match}/history#version={last // 2}")
    HistoryPage(page).wait_for_moment(last // 2)
    look_at(page, "history", shots)

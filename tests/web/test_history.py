"""A match is looked back at in a real browser: scrubbed, narrowed, forked from its middle and played on."""

import re

import pytest

from support.api.books import play_book
from support.web.history_page import HistoryPage
from support.web.looks import look_at
from support.web.table_page import TablePage

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

CURRENT_IS_NONE = "() => !document.querySelector('#story [aria-current]')"
LAST_ROW_IS_IN_VIEW = """() => {
    const list = document.querySelector("#story .lines");
    const last = [...list.querySelectorAll("button.line")].at(-1);
    return last && last.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1;
}"""
TWO_ROUNDS_IN_ONE_ENTRY = """async () => {
    const { Book } = await import("/web/history/book.js");
    const book = new Book("m");
    const began = (round) => ({ type: "round_began", round });
    book.entries = [{ version: 1, events: [began(25)] }, { version: 2, events: [began(26), began(27)] }];
    book.rounds = [24, 25, 27];
    const [line, heading] = [{ version: 2, text: "" }, { version: 2, text: "", heading: true }];
    book.lines = [line, heading, line, heading, line].map((each) => ({ ...each }));
    book.fileByRound();
    return book.lines.map((each) => each.round);
}"""


@pytest.fixture
def finished(instance):
    """A match of Ruhrschifffahrt played to its end, and how many entries it has."""
    book = play_book("ruhrschifffahrt")
    return instance.bring(book), len(book)


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


def test_what_changed_is_lit_up_and_the_picture_is_that_of_the_moment(instance, open_page, finished):
    match, _ = finished
    built = next(
        entry["version"]
        for entry in instance.get(f"matches/{match}/entries?limit=200")["entries"]
        if any(event["type"] == "warehouse_built" for event in entry["events"])
    )
    page = open_page(f"/matches/{match}/history#version={built}")
    HistoryPage(page).wait_for_moment(built)
    page.locator(".picture .changed").first.wait_for()
    totals = instance.get(f"matches/{match}/score?version={built}")["totals"]

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


def act(instance, match, token, operation):
    """Does what is offered under this name."""
    offered = instance.get(f"matches/{match}/commands", token)["actions"]
    action = next(each for each in offered if each["operation"] == operation)
    instance.post(action["path"].removeprefix("/v1/"), action["body"], token)


def taken_back(instance):
    """A running match whose first answer was taken back; its id, whose turn it is, and that one's token."""
    opened = instance.post("matches", {"game": "schiefer", "seats": 2, "rated": False, "undo": "consent"})
    match, host = opened["match"], opened["host_token"]
    tokens = [instance.seat(match, name, token=host)["seat_token"] for name in ("Ada", "Bo")]
    instance.post(f"matches/{match}/start", token=host)
    turn = instance.get(f"matches/{match}")["turn"]
    instance.play(match, tokens[turn])
    act(instance, match, tokens[turn], "undo")
    if instance.get(f"matches/{match}")["undo"]["vote"]:
        act(instance, match, tokens[1 - turn], "answer_undo")
    return match, turn, tokens[turn]


def test_what_was_taken_back_is_struck_and_the_line_grows_with_the_match(instance, open_page):
    match, turn, token = taken_back(instance)
    version = instance.get(f"matches/{match}")["version"]
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

    history.wait_for_moment(instance.play(match, token)["version"])


def test_lines_are_filed_under_the_round_that_was_on_when_they_happened(instance, open_page, finished):
    match, last = finished
    lines = instance.tell(match)
    second, third = [at for at, line in enumerate(lines) if line.get("heading")][1:3]
    page = open_page(f"/matches/{match}/history#version=1")
    history = HistoryPage(page).wait_for_moment(1)
    page.locator("#filter-round").select_option("2")
    assert history.rows().first.inner_text().endswith(lines[second]["text"])
    history.press("End").wait_for_moment(last)
    page.wait_for_function(CURRENT_IS_NONE)
    assert history.rows().last.inner_text().endswith(lines[third - 1]["text"])


def test_rounds_that_begin_in_one_entry_each_have_their_lines(open_page):
    page = open_page("/matches/none/history")

    assert page.evaluate(TWO_ROUNDS_IN_ONE_ENTRY) == [25, 26, 26, 27, 27]


def test_a_turn_says_of_which_round_it_is(open_page, finished):
    match, _ = finished
    page = open_page(f"/matches/{match}/history")
    page.locator("#turning button").first.wait_for()
    turns = [turn.partition("\n")[2] or turn for turn in page.locator("#turning button").all_inner_texts()]

    assert turns[-1].endswith("The end")
    assert all(re.search(r"round \d+", turn) for turn in turns[:-1])


def test_the_story_of_a_match_that_is_over_shows_its_end(instance, open_page, finished):
    match, last = finished
    page = open_page(f"/matches/{match}/history")
    history = HistoryPage(page).wait_for_moment(last)
    page.wait_for_function(LAST_ROW_IS_IN_VIEW)
    assert history.rows().last.inner_text().endswith(instance.tell(match)[-1]["text"])


@pytest.mark.parametrize("kind", ["", "/history"])
def test_of_a_match_that_is_not_there_the_refusal_is_shown_and_a_way_home(open_page, kind):
    page = open_page(f"/matches/nix{kind}")
    page.locator("#bar a[href='/']").wait_for()

    assert page.locator("#notice p").inner_text()
    assert not any(page.locator(part).is_visible() for part in ("#stage", "#side", "#story"))


def test_a_language_that_an_address_names_holds_on_the_next_page(open_page):
    page = open_page("/rules/schiefer?lang=de")
    page.locator(".head a.wordmark").click()
    page.locator(".head a[href='/audit']").click()
    page.wait_for_url("**/audit")
    page.locator("html[lang='de'] .head nav").wait_for()


def test_a_match_is_forked_from_its_middle_and_played_on(instance, open_page, finished):
    match, last = finished
    middle = last // 2
    page = open_page(f"/matches/{match}/history#version={middle}")
    HistoryPage(page).wait_for_moment(middle)
    page.locator("#fork:enabled").click()
    assert page.locator("#fork-others").input_value() == "3"
    page.locator("#fork-public").check()
    page.locator("#fork-start").click()
    page.wait_for_url(lambda address: "/matches/" in address and match not in address)
    table = TablePage(page).wait_for_turn().answer()
    fork = page.url.rpartition("/")[2]

    assert table.version > 1
    assert instance.get(f"matches/{fork}")["parent"]["version"] == middle
    assert fork in [each["match"] for each in instance.get(f"matches/{match}/forks")["matches"]]


def test_forks_are_branches_that_lead_there(instance, open_page, finished):
    match, last = finished
    bots = [{"seat": seat, "mind": "random"} for seat in range(2)]
    fork = instance.post(f"matches/{match}/forks", {"version": last // 3, "bots": bots})["match"]
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

"""Matches are played in a real browser: by clicking, on the picture, by keyboard, by two people."""

import pytest

from support.web.table_page import COMMAND, TablePage


def test_two_clicks_lead_from_the_home_page_to_the_first_own_move(open_page):
    page = open_page("/")
    page.locator(".card button.main").first.click()
    page.wait_for_url("**/matches/*")
    page.locator("#seats", has_text="Level 3").wait_for()
    table = TablePage(page).wait_for_turn().answer()

    assert table.version > 3
    page.locator(".lines li").first.wait_for()


def sit_down(instance, page, opened):
    """In the first seat, by clicking; the host, who is elsewhere, starts the match."""
    table = TablePage(page)
    page.get_by_label("Your name").fill("Ada")
    table.act("take_seat")
    page.get_by_text("(you)").wait_for()
    instance.post(f"matches/{opened['match']}/start", token=opened["host_token"])
    return table


def click_first(table, given):
    del given
    table.page.locator(COMMAND).first.click()


def press_enter(table, given):
    """The first time the tabulator leads there; then the focus is where it is needed."""
    if given == 0:
        focused = "document.activeElement.classList.contains('command')"
        while not table.page.evaluate(focused):
            table.page.keyboard.press("Tab")
    table.page.wait_for_function("() => document.activeElement.matches('button.command:enabled')")
    table.page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("game", "left", "answer"),
    [
        ("schiefer", 10, click_first),
        ("ruhrschifffahrt", 10, press_enter),
        ("schichtwechsel", 12, click_first),
    ],
)
def test_each_game_is_played_to_its_end_against_a_bot(instance, open_page, game, left, answer):
    opened = instance.near_the_end(game, left)
    page = open_page(f"/matches/{opened['match']}")
    given = sit_down(instance, page, opened).play_to_the_end(answer)

    assert given > 0
    assert instance.get(f"matches/{opened['match']}")["status"] == "finished"
    page.locator("#bar", has_text="over").wait_for()


def test_what_a_command_names_is_chosen_on_the_picture(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    table = TablePage(page).wait_for_turn().wait_for_picture()
    legal = page.locator(".picture .legal")
    legal.first.wait_for()
    before = table.version
    legal.last.dispatch_event("click")
    page.locator(f".menu:not([hidden]), body:not([data-version='{before}'])").first.wait_for()
    if table.version == before:
        page.locator(".menu button.command").first.click()
    table.wait_for_version(before + 1)


def test_the_next_question_comes_with_the_answer_to_the_last(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    table = TablePage(page).wait_for_turn()
    page.route(
        "**/commands*", lambda route: route.abort() if route.request.method == "GET" else route.continue_()
    )
    before = table.version

    assert table.answer().version > before


def test_a_narrow_screen_shows_a_picture_that_can_be_read_and_leads_to_its_parts(instance, open_page):
    page = open_page(instance.table_near_the_end("ruhrschifffahrt", 60), size={"width": 360, "height": 740})
    TablePage(page).wait_for_turn().wait_for_picture()
    size = "element => element.getBoundingClientRect().width / element.viewBox.baseVal.width"
    assert 15 * page.locator(".picture > svg").evaluate(size) > 10  # pixels of the smallest lettering

    page.get_by_role("group", name="Parts of the picture").get_by_role("button", name="Seat 2").click()
    frame, part = (page.locator(it).bounding_box() for it in (".picture", "[data-part='seat:1']"))
    assert abs(part["y"] - frame["y"]) < 200


def test_two_browsers_vote_about_an_undo(instance, open_page):
    match, tokens = instance.two_people(asked=0)
    ada, bo = (
        TablePage(open_page(f"/matches/{match}#seat={seat}&token={token}"))
        for seat, token in enumerate(tokens)
    )
    turns = {0: ada, 1: bo}
    ada.wait_for_turn()
    instance.play(match, tokens[0])
    while instance.get(f"matches/{match}/commands")["turn"] == 0:  # until the other one has seen it
        instance.play(match, tokens[0])
    instance.play(match, tokens[1])
    version = instance.get(f"matches/{match}")["version"]
    for table in turns.values():
        table.wait_for_version(version)
    ada.act("undo")
    bo.act("answer_undo")
    ada.page.locator("#story s").first.wait_for()
    assert instance.get(f"matches/{match}")["undo"]["vote"] is None


def test_two_people_share_one_device(instance, open_page):
    match, tokens = instance.two_people()
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    page.goto(f"/matches/{match}#seat=1&token={tokens[1]}")
    page.locator("#seats", has_text="(you)").wait_for()
    table, turns = TablePage(page), set()
    while len(turns) < 2:
        table.wait_for_turn()
        turns.add(instance.get(f"matches/{match}")["turn"])
        table.answer()
    assert turns == {0, 1}


def test_a_rematch_keeps_the_seat(instance, open_page):
    match, tokens = instance.two_people(resigning="end")
    page = open_page(f"/matches/{match}#seat=0&token={tokens[0]}")
    TablePage(page).wait_for_version(1)
    instance.post(f"matches/{match}/resign", token=tokens[1])
    page.locator("#actions button[data-operation=rematch]").click()
    page.wait_for_url(lambda url: match not in url)
    page.get_by_text("(you)").wait_for()

    assert page.locator("#seats", has_text="Ada").count() == 1

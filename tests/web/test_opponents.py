"""Whoever plays against bots chooses how strong they are and what they like, and reads what was measured."""

import json

import pytest

from support.web.table_page import TablePage

GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")
LEVELS = ["1", "2", "3", "4", "5", "6"]


@pytest.fixture(params=GAMES)
def game(request, instance):
    """As the catalogue lists it."""
    return next(each for each in instance.get("games")["games"] if each["game"] == request.param)


def card_of(page, game):
    return page.locator(".card").filter(has_text=game["name"])


def levels_of(card):
    return card.get_by_label("Opponents")


def options_of(select):
    select.locator("option").first.wait_for(state="attached")  # the page may still be on its way
    return select.locator("option").evaluate_all("options => options.map((option) => option.value)")


def in_words(level, seats=2):
    """The measured share as the page should say it; None where nobody has measured it."""
    found = [each for each in level["measured"] if each["seats"] == seats]
    if not found:
        return None
    won, low, high = (int(100 * found[0][share] + 0.5) for share in ("won", "low", "high"))
    return f"{won} of 100 matches against level {level['level'] - 1}: between {low} and {high}"


def read_catalogue(page, change):
    """The page is told of another catalogue, as if other matches had been measured."""

    def answer(route):
        games = route.fetch().json()["games"]
        for game in games:
            change(game)
        route.fulfill(json={"games": games})

    page.route("**/v1/games", answer)
    page.reload()


def test_six_levels_and_every_style_are_offered_for_each_game(open_page, game):
    card = card_of(open_page("/"), game)
    assert options_of(levels_of(card)) == LEVELS
    assert options_of(card.get_by_label("Style")) == ["", *game["personalities"]]


def test_what_was_measured_of_a_level_is_said_in_words(open_page, game):
    card = card_of(open_page("/"), game)
    for level in game["levels"][1:]:
        levels_of(card).select_option(str(level["level"]))
        told = card.locator(".strength").inner_text()
        assert (in_words(level) or "has not been measured yet") in told
        assert ("Answers at once" in told) == (level["milliseconds"] == 0)


def test_a_bot_among_three_others_is_told_by_what_it_won_there(open_page, game):
    four = {
        "seats": 4,
        "matches": 40,
        "won": 0.45,
        "low": 0.31,
        "high": 0.6,
        "lead": 3.0,
        "command": "",
        "on": "",
    }
    page = open_page("/")
    read_catalogue(page, lambda listed: listed["levels"][1].update(measured=[four]))
    card = card_of(page, game)
    levels_of(card).select_option("2")
    card.get_by_label("Players").select_option("4")
    assert "wins 45 of 100 matches, where 25 would be its share: between 31 and 60" in card.inner_text()


def test_a_level_that_nobody_has_measured_says_so(open_page, game):
    page = open_page("/")
    read_catalogue(page, lambda listed: listed["levels"][4]["measured"].clear())
    card = card_of(page, game)
    levels_of(card).select_option("5")
    assert "by how much has not been measured yet" in card.locator(".strength").inner_text()


def test_a_match_at_one_click_is_against_the_level_and_the_style_that_were_chosen(instance, open_page, game):
    page = open_page("/")
    card = card_of(page, game)
    levels_of(card).select_option("4")
    card.get_by_label("Style").select_option("builder")
    card.locator("button.main").click()
    page.wait_for_url("**/matches/*")
    page.locator("#seats", has_text="Level 4, likes to build").wait_for()
    assert bot_of(instance, page, 1) == (4, "builder")
    TablePage(page).wait_for_turn()

    page.goto("/")
    assert levels_of(card).input_value() == "4"
    assert card.get_by_label("Style").input_value() == "builder"


def bot_of(instance, page, seat):
    match = page.url.rpartition("/")[2].partition("?")[0].partition("#")[0]
    bot = instance.get(f"matches/{match}")["seats"][seat]["bot"]
    return bot["level"], bot["personality"]


@pytest.mark.parametrize("kept", ["hewer", "7", "<b>", ""])
def test_what_a_browser_kept_and_is_not_on_offer_leaves_the_usual_level(open_page, kept):
    page = open_page("/")
    page.locator(".card").first.wait_for()
    page.evaluate(f"localStorage.setItem('grubenbuch.level', {json.dumps(kept)})")
    page.evaluate(f"localStorage.setItem('grubenbuch.style', {json.dumps(kept)})")
    page.reload()
    card = page.locator(".card").first
    assert levels_of(card).input_value() == "3"
    assert card.get_by_label("Style").input_value() == ""


def test_at_a_table_for_people_each_bot_is_chosen_by_itself(instance, open_page):
    page = open_page("/")
    page.locator(".card .quiet").first.click()
    dialog = page.locator("dialog[open]")
    seat = dialog.locator(".seat-choice").nth(1)
    assert not seat.get_by_label("Style").is_visible()
    seat.get_by_label("Seat 2").select_option("2")
    seat.get_by_label("Style").select_option("racer")
    assert seat.locator(".strength").inner_text()
    dialog.locator("button.main").click()
    page.wait_for_url("**/matches/**")
    page.locator("#seats", has_text="Level 2, is in a hurry").wait_for()
    assert bot_of(instance, page, 1) == (2, "racer")


def test_in_german_too(open_page):
    card = open_page("/", lang="de").locator(".card").first
    card.get_by_label("Gegner").select_option("1")
    assert "macht die Fehler von jemandem, der das Spiel noch lernt" in card.locator(".strength").inner_text()
    card.get_by_label("Gegner").select_option("4")
    assert "Denkt bis zu 0,02 s nach." in card.locator(".strength").inner_text()

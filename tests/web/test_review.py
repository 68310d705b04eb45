"""A match that is over is reviewed in a real browser: asked for, judged by workers, walked through."""

import pytest

from support.web.history_page import HistoryPage

ANSWERS = 6


@pytest.fixture
def given_up(instance):
    """A short match: somebody gives up after some answers; and the versions that answers made."""
    opened = instance.post("matches", {"game": "schichtwechsel", "seats": 2, "resigning": "end"})
    here = f"matches/{opened['match']}"
    tokens = [instance.post(f"{here}/seats")["seat_token"] for _ in range(2)]
    instance.post(f"{here}/start", {}, opened["host_token"])
    versions = []
    for _ in range(ANSWERS):
        offered = instance.get(f"{here}/commands")
        answer = instance.post(f"{here}/commands", offered["commands"][0]["command"], tokens[offered["turn"]])
        versions.append(answer["version"])
    instance.post(f"{here}/resign", {}, tokens[0])
    return opened["match"], versions


def test_a_review_is_asked_for_and_says_of_each_decision_what_it_cost(instance, open_page, given_up):
    match, versions = given_up
    page = open_page(f"/matches/{match}/history")
    history = HistoryPage(page)
    page.locator("#review-ask").click()
    page.locator("#review .review-seats li").nth(1).wait_for()
    assert page.locator("#review .leads polyline").count() == 2

    review = instance.get(f"matches/{match}/review")
    assert review["ready"]
    for decision in review["decisions"]:
        history.drag_to(decision["version"]).wait_for_moment(decision["version"])
        told = page.locator(f"#review .instead [data-version='{decision['version']}']")
        told.wait_for()
        assert decision["label"] in told.inner_text()
        better = page.locator("#review .instead").inner_text()
        assert (f"Better: {decision['best_label']}" in better) == (decision["cost"] > 0)
    assert [decision["version"] for decision in review["decisions"]] == versions


def test_of_a_match_that_goes_on_there_is_no_review(instance, open_page):
    opened = instance.post("matches", {"game": "schiefer", "seats": 2})
    page = open_page(f"/matches/{opened['match']}/history")
    page.locator("#turning h2").wait_for()
    assert page.locator("#review > *").count() == 0


def test_it_speaks_german(open_page, given_up):
    page = open_page(f"/matches/{given_up[0]}/history", lang="de")
    assert page.locator("#review-ask").inner_text() == "Partie durchsehen lassen"

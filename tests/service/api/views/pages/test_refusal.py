"""A page that is asked for wrongly: people are led home, programs told the problem."""

import pytest

from service.api.app import list_operations
from support.api.api import client

BROWSER = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "de",
}
PAGES = [
    "/",
    "/audit",
    "/matches/1",
    "/matches/1/history",
    "/guide",
    "/docs/errors",
    "/rules/schiefer",
    "/v1/docs",
]
MISTYPED = ["/nix", "/errors", "/rules", "/rules/nix", "/audit/", "/matches/1/nix"]


def test_the_pages_are_those_for_which_nothing_appended_matters():
    pages = [operation.path for operation in list_operations() if operation.is_page]

    assert len(pages) == len(PAGES)


@pytest.mark.parametrize("query", ["fbclid=1", "utm_source=a&utm_source=b", "lang=xx"])
@pytest.mark.parametrize("page", PAGES)
def test_what_others_append_to_the_address_of_a_page_changes_nothing(page, query):
    plain, appended = client().get(page), client().get(f"{page}?{query}")

    assert (appended.status_code, appended.data) == (200, plain.data)


@pytest.mark.parametrize("path", MISTYPED)
def test_a_browser_is_told_in_its_language_and_led_home(path):
    page = client().get(path, headers=BROWSER)

    assert (page.status_code, page.content_type) == (404, "text/html; charset=utf-8")
    assert '<html lang="de">' in page.text
    assert '<a href="/?lang=de">Zur Startseite</a>' in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["Vary"].startswith("Accept, Accept-Language")


@pytest.mark.parametrize("accept", ["application/json", "application/problem+json", "*/*", None])
@pytest.mark.parametrize("path", ["/nix", "/rules"])
def test_a_program_is_told_the_problem(path, accept):
    answer = client().get(path, headers={"Accept": accept} if accept else {})

    assert (answer.status_code, answer.content_type) == (404, "application/problem+json")


def test_below_the_api_a_browser_is_told_the_problem_as_well():
    assert client().get("/v1/nix", headers=BROWSER).content_type == "application/problem+json"


def test_what_a_path_says_becomes_no_markup():
    page = client().get("/rules/%3Cscript%3E", headers=BROWSER)

    assert "<script" not in page.text

"""The pages made of docs/: the problem codes and the guide, alike in both languages."""

import re

import pytest

from service.api.problems import GERMAN_TITLES
from service.api.views.pages import read_prose, render_block

PAGES = {"/docs/errors": "errors.md", "/guide": "guide.md"}
GIVEN_WORDS = re.compile(r"`[^`]+`")


def sections(name, lang):
    """By heading: the text below it."""
    parts = re.split(r"^## (.+)$", read_prose(name, lang), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_both_languages_explain_the_same_codes_in_the_same_order():
    english, german = sections("errors.md", "en"), sections("errors.md", "de")

    assert list(german) == list(english)
    assert set(german) == set(GERMAN_TITLES)


@pytest.mark.parametrize("code", sections("errors.md", "en"))
def test_both_languages_give_a_code_the_same_status_numbers_and_names(code):
    english, german = (sections("errors.md", lang)[code] for lang in ("en", "de"))

    assert german.split()[0] == english.split()[0]
    assert sorted(re.findall(r"\d+", german)) == sorted(re.findall(r"\d+", english))
    assert sorted(GIVEN_WORDS.findall(german)) == sorted(GIVEN_WORDS.findall(english))


def test_the_guide_has_the_same_chapters_and_links_in_both_languages(client):
    english, german = (client.get("/guide", query_string={"lang": lang}).text for lang in ("en", "de"))

    assert german.count("<h2 ") == english.count("<h2 ") > 5
    assert german.count("<p>") == english.count("<p>")
    assert {place.replace("lang=de", "lang=en") for place in linked(german)} == linked(english)
    assert len(linked(english)) > 6


def linked(page):
    main = page.partition("<main")[2].partition("</main>")[0]
    return set(re.findall(r'href="([^"]+)"', main))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("path", PAGES)
def test_every_link_leads_somewhere_and_nothing_runs(client, path, lang):
    page = client.get(path, headers={"Accept-Language": lang})

    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    assert f'<html lang="{lang}">' in page.text
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert not re.search(r"<script|<style|\bstyle=|\bon[a-z]+=|\]\(", page.text)
    for link in set(re.findall(r'href="(/[^"]*)"', page.text)):
        assert client.get(link).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_a_language_that_is_asked_for_is_stronger_than_that_of_the_browser(client, path):
    page = client.get(path, query_string={"lang": "de"}, headers={"Accept-Language": "en"})

    assert page.headers["Content-Language"] == "de"
    assert f'<a href="{path}?lang=en" lang="en" hreflang="en">English</a>' in page.text
    unknown = client.get(path, query_string={"lang": "fr"}, headers={"Accept-Language": "de"})
    assert (unknown.status_code, unknown.data) == (200, page.data)


def test_markup_in_a_page_is_text_and_a_link_that_is_not_served_is_words():
    assert (
        render_block("a <b> & `<i>` [c](../d.md#e)", "en")
        == "<p>a &lt;b&gt; &amp; <code>&lt;i&gt;</code> c</p>"
    )
    assert render_block("[c](errors.md)", "de") == '<p><a href="/docs/errors?lang=de">c</a></p>'

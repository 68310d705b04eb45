"""The rules by number as data and as pages, and the links that lead there."""

import re

import pytest

from games.catalogue import GAMES
from service.queries.rules import rule_books
from support.api.api import running


def read_page(client, address, **query):
    path, _, anchor = address.partition("#")
    answer = client.get(path, query_string=query)
    assert answer.status_code == 200
    return answer, anchor


def test_the_rules_of_a_game_come_with_chapters_and_marks(client):
    answer = client.get("/v1/games/schiefer/rules").json

    assert answer["rules_url"] == "/rules/schiefer"
    assert answer["marks"]["R"] == "stated in the rulebook"
    assert {rule["chapter"] for rule in answer["rules"]} == {
        chapter["number"] for chapter in answer["chapters"]
    }
    rule = next(rule for rule in answer["rules"] if rule["id"] == "SF-8")
    assert rule == {
        "id": "SF-8",
        "chapter": 2,
        "mark": "R",
        "text": "One money rerolls one die, as often as the money lasts.",
        "rule_url": "/rules/schiefer#SF-8",
    }


def test_one_chapter_alone(client):
    answer = client.get("/v1/games/schiefer/rules?chapter=5").json

    assert {rule["chapter"] for rule in answer["rules"]} == {5}
    assert len(answer["chapters"]) == 13
    assert client.get("/v1/games/schiefer/rules?chapter=99").json["rules"] == []


def test_one_rule(client):
    answer = client.get("/v1/games/schiefer/rules/SF-8").json

    assert (answer["title"], answer["meaning"]) == ("Rolling", "stated in the rulebook")
    assert client.get("/v1/games/schiefer/rules/GB-21").json["rule_url"] == "/rules/match#GB-21"


def test_a_number_of_another_game_is_unknown(client):
    answer = client.get("/v1/games/schiefer/rules/SW-8")

    assert (answer.status_code, answer.json["code"]) == (404, "unknown_rule")


@pytest.mark.parametrize(
    "path", ["/v1/games/schiefer/rules", "/v1/games/schiefer/rules/SF-8", "/rules/schiefer"]
)
def test_they_are_kept_for_a_day_and_then_asked_for_by_their_tag(client, path):
    answer = client.get(path)
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})

    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert "Accept-Language" in answer.headers["Vary"]
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("book", rule_books())
def test_a_page_has_an_anchor_for_every_rule_and_every_link_on_it_leads_somewhere(client, book, lang):
    answer, _ = read_page(client, f"/rules/{book}", lang=lang)
    anchors = re.findall(r'\bid="([^"]+)"', answer.text)
    game = "schiefer" if book == "match" else book
    listed = client.get(f"/v1/games/{game}/rules?lang={lang}").json["rules"]
    own = [rule["id"] for rule in listed if rule["rule_url"].startswith(f"/rules/{book}#")]

    assert [anchor for anchor in anchors if anchor != "main" and not anchor.startswith("chapter-")] == own
    assert len(set(anchors)) == len(anchors)
    assert f'<html lang="{lang}">' in answer.text
    for link in set(re.findall(r'href="([^"]+)"', answer.text)):
        path, _, anchor = link.partition("#")
        other = answer if not path else client.get(path)
        assert other.status_code == 200
        assert not anchor or f'id="{anchor}"' in other.text


def test_nothing_runs_on_a_page_and_nothing_is_styled_in_it(client):
    answer, _ = read_page(client, "/rules/schiefer")

    assert answer.content_type == "text/html; charset=utf-8"
    assert "default-src 'none'; style-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]
    assert not re.search(r"<script|<style|\bstyle=|\bon[a-z]+=", answer.text)


def test_the_page_of_a_browser_that_prefers_german_is_german(client):
    answer = client.get("/rules/schiefer", headers={"Accept-Language": "de-DE,de;q=0.9"})

    assert answer.headers["Content-Language"] == "de"
    assert '<a href="/rules/schiefer?lang=en" lang="en" hreflang="en">English</a>' in answer.text


def test_there_is_no_page_of_another_game(client):
    assert client.get("/rules/chess").json["code"] == "unknown_game"


@pytest.mark.parametrize("game", GAMES)
def test_whatever_names_a_rule_leads_to_it(client, game):
    table = running(client, game)
    offered = table.offered()
    named = [
        table.post("/commands", offered["commands"][0]["command"], table.seats[1 - offered["turn"]]).json
    ]
    for _ in range(12):
        offered = table.offered()
        named += offered["barred"]
        for barred in offered["barred"][:1]:
            named.append(table.post("/commands", barred["command"], table.seats[offered["turn"]]).json)
        table.play(1)
    named += table.get("/score").json["lines"]

    for line in named:
        page, anchor = read_page(client, line["rule_url"])
        assert anchor == line["rule"]
        assert f'id="{anchor}"' in page.text


def test_the_type_of_a_problem_leads_to_its_section(client):
    problem = client.get("/v1/games/chess").json
    page, anchor = read_page(client, problem["type"])

    assert anchor == "unknown_game"
    assert f'<h2 id="{anchor}">' in page.text

"""A refusal says why: with a code, the rule, and words in the language of whoever asked."""

import pytest

from support.api.api import running


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (None, "Another seat is asked"),
        ("de", "Ein anderer Platz ist gefragt"),
        ("fr", "Another seat is asked"),
    ],
)
def test_words_come_in_the_language_of_the_request(client, language, words):
    table = running(client)
    offered = table.offered()
    headers = {"accept_language": language} if language else {}
    answer = table.post(
        "/commands", offered["commands"][0]["command"], table.seats[1 - offered["turn"]], **headers
    )

    assert answer.json["reason"] == "another_seat_is_asked"
    assert answer.json["rule"] == "GB-21"
    assert answer.json["words"] == words


def test_a_barred_option_is_refused_with_the_words_it_is_shown_with(client):
    table = running(client)
    while not (offered := table.offered())["barred"]:
        table.play(1)
    barred = offered["barred"][0]
    answer = table.post("/commands", barred["command"], table.seats[offered["turn"]])

    assert answer.json["code"] == "not_offered"
    assert {name: answer.json[name] for name in ("reason", "rule", "words")} == {
        name: barred[name] for name in ("reason", "rule", "words")
    }

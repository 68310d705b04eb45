"""A listing that tells of what changes in it."""

import json

import pytest

from support.api import api
from support.api.api import open_table

STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def pages(client):
    answers = []

    def listen(**query):
        """Each page that comes, however long it takes."""
        answers.append(client.get("/v1/matches", query_string=query, headers=STREAM))
        chunks = iter(answers[-1].response)
        return (
            [match["match"] for match in json.loads(line.removeprefix("data: "))["matches"]]
            for chunk in chunks
            for line in chunk.decode().splitlines()
            if line.startswith("data: ")
        )

    yield listen
    for answer in answers:
        answer.close()


def test_a_page_comes_at_once_and_again_when_a_match_is_opened(client, pages):
    first = open_table(client).match
    seen = pages(status="open")
    assert next(seen) == [first]
    second = open_table(client).match

    assert next(seen) == [second, first]


def test_a_match_that_no_longer_fits_leaves_the_page(client, pages):
    table = open_table(client)
    seen = pages(status="open", free="true")
    assert next(seen) == [table.match]
    table.delete("", table.host)

    assert next(seen) == []


def test_what_is_not_listed_tells_nothing(client, pages):
    seen = pages()
    assert next(seen) == []
    open_table(client, visibility="private")
    listed = open_table(client).match

    assert next(seen) == [listed]


def test_a_cursor_that_means_nothing_begins_no_stream():
    answer = api.client().get("/v1/matches?cursor=nothing", headers=STREAM)

    assert answer.json["code"] == "bad_cursor"

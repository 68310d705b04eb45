"""Listings say what somebody who looks for a table wants to know, and are filtered by it."""

import msgspec
import pytest

from events.codec import encode
from service.matches.index import facet_label
from service.matches.records.descriptions import NO_DESCRIPTION
from service.queries import listing
from service.queries.listing import MatchFilter, page_of_matches
from support.api import api
from support.api.api import open_table

BANK = {"kind": "bank", "seconds": 600}


@pytest.fixture
def tafel(store):
    return {"X-Client-Key": api.services(store).clients.add("tafel", 1).key}


def listed(client, **query):
    answer = client.get("/v1/matches", query_string=query)
    assert answer.status_code == 200, answer.text
    return [match["match"] for match in answer.json["matches"]]


def test_a_listing_says_who_hosts_and_on_what_terms(client, tafel):
    said = {"game": "schiefer", "seats": 3, "title": "Abends", "host": {"name": "Ada", "player": "ada"}}
    terms = {"clock": BANK, "undo": "off", "reserved": [{"seat": 2}], "options": {"stall_rounds": 4}}
    client.post("/v1/matches", json=said | terms, headers=tafel)
    [match] = client.get("/v1/matches").json["matches"]

    assert match["notice"]["title"] == "Abends"
    assert match["notice"]["host"] == {"name": "Ada", "player": "tafel/ada"}
    assert (match["clock"]["kind"], match["undo"], match["rated"]) == ("bank", "off", True)
    assert (match["free"], match["seats"]) == (2, ["free", "free", "reserved"])
    assert match["options"]["stall_rounds"] == 4


@pytest.mark.parametrize("status", [{}, {"status": "open"}])
@pytest.mark.parametrize(
    ("said", "fitting", "other"),
    [
        ({"rated": False}, {"rated": "false"}, {"rated": "true"}),
        ({"undo": "own"}, {"undo": "own"}, {"undo": "off"}),
        ({"clock": BANK}, {"clock": "bank"}, {"clock": "none"}),
        ({"seats": 2}, {"free": "true"}, {"free": "false"}),
        ({"options": {"stall_rounds": 4}}, {"options": "stall_rounds:4"}, {"options": "stall_rounds:3"}),
    ],
)
def test_each_filter_finds_what_fits_and_nothing_else(client, status, said, fitting, other):
    match = open_table(client, **said).match

    assert listed(client, **fitting, **status) == [match]
    assert listed(client, **fitting, **status, game="schiefer") == [match]
    assert listed(client, **other, **status) == []
    assert listed(client, **fitting, **status, game="schichtwechsel") == []


def test_filters_come_together(client):
    fitting = open_table(client, undo="off", clock=BANK).match
    open_table(client, undo="off")
    open_table(client, clock=BANK)

    assert listed(client, status="open", undo="off", clock="bank") == [fitting]


def test_a_match_leaves_the_index_of_open_ones_when_it_begins(client, store):
    table = open_table(client, undo="off")
    table.sit()
    assert listed(client, status="open", free="true", undo="off") == [table.match]
    table.sit()
    assert listed(client, status="open", free="true") == []
    assert listed(client, status="open", free="false") == [table.match]
    table.start()

    assert store.count_listed(facet_label("schiefer", "undo", "off")) == 0
    assert listed(client, undo="off", status="running") == [table.match]


def test_the_matches_of_a_host_are_found_until_the_host_is_forgotten(client, tafel):
    said = {"game": "schiefer", "seats": 2, "host": {"player": "ada"}}
    match = client.post("/v1/matches", json=said, headers=tafel).json["match"]
    open_table(client)
    assert listed(client, host="tafel/ada") == listed(client, host="tafel/ada", status="open") == [match]
    client.delete("/v1/players/tafel/ada", headers=tafel)

    assert listed(client, host="tafel/ada") == []


def test_a_search_looks_at_a_bounded_number_of_heads(client, store, monkeypatch):
    """However many there are: the rest is for the next page."""
    for _ in range(6):
        open_table(client, undo="off")
        open_table(client, clock=BANK)
    monkeypatch.setattr(listing, "MOST_PAGES", 2)
    page = page_of_matches(store, MatchFilter(limit=2, status="open", undo="off", clock="bank"))

    assert page.matches == []
    assert page.next is not None


def test_a_head_of_an_earlier_version_is_listed_without_its_terms(client, store):
    open_table(client)
    [head] = store.listing("").heads
    older = {"game": "schiefer", "edition": "reconstructed-1", "status": "open", "visibility": "public"}
    older |= {"round": 0, "turn": None, "seats": ["free", "person"]}
    old_head = msgspec.structs.replace(head, summary=encode(older))
    shown = listing.describe_head(old_head, NO_DESCRIPTION)

    assert (shown.rated, shown.undo, shown.clock, shown.free) == (None, None, None, 1)

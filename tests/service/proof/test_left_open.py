"""What a file left open is said of its import as well, and what can be told is refused."""

import pytest

from events.export import export_book
from service.proof.audit import audit
from support.desk import books, desk

NDJSON = "application/x-ndjson"


def claims(told):
    return [unproven["claim"] for unproven in told["unproven"]]


def send(client, raw, path="/v1/matches/import"):
    return client.post(path, data=raw, content_type=NDJSON)


def resealed(entries, change):
    told = books.plain(entries)
    change(told)
    return export_book(list(books.reseal(told)))


@pytest.fixture
def otherwise(client, store):
    """The file of a public match of this house, with other times from entry 7 on."""
    table = desk.running(client)
    table.play(10)

    def later(told):
        for entry in told[6:]:
            entry["at"] += 1

    return resealed(store.entries(table.match), later)


def test_the_audit_of_an_import_claims_no_more_than_its_file_proved(client):
    """Given a file that was cut at its end, when it is brought in, then its audit still says so."""
    raw = export_book(books.play_book("schiefer")[:-5])
    brought = send(client, raw)

    assert claims(send(client, raw, "/v1/verify").json) == ["end", "head"]
    assert claims(brought.json) == ["end", "head"]
    assert claims(client.get(f"{brought.headers['Location']}/audit").json) == ["end", "head"]


def test_a_file_that_is_not_what_was_played_here_is_refused_at_the_first_entry_that_differs(
    client, otherwise
):
    verdict = send(client, otherwise, "/v1/verify").json
    failed = [(check["check"], check["entry"]) for check in verdict["checks"] if check["verdict"] == "failed"]
    assert failed == [("chain", 7)]

    refused = send(client, otherwise)
    assert (refused.status_code, refused.json["code"], refused.json["entry"]) == (422, "bad_book", 7)


@pytest.mark.parametrize("place", [1, 5, -2, -1])
@pytest.mark.parametrize("newest", [1, 2])
def test_nothing_follows_the_end_of_a_match_whatever_the_rules_were(place, newest, later_rules):
    later_rules(newest)

    def go_on(told):
        told.append(told[place] | {"at": told[-1]["at"], "cause": None, "rules": "schiefer/1"})
        for entry in told:
            entry["rules"] = "schiefer/1"

    entries = books.play_book("schiefer")
    assert audit(resealed(entries, go_on)).failure.entry == len(entries) + 1

"""What a file left open is said of its import as well, and what can be told is refused."""

from itertools import islice

import pytest

from events.export import export_book
from events.verify import read_book
from service.verification.audit import audit
from service.verification.importing import appends, write_appends
from support.api import api, books

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
    """The file of a public match of this server, with other times from entry 7 on."""
    table = api.running(client)
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


def keep_beginning(store, entries, most):
    """As a match that is played here."""
    book = read_book(export_book(entries))
    write_appends(store, islice(appends(book, book.header.match, after=0), most))


@pytest.mark.parametrize("place", [2, 7, 10])
def test_a_file_that_goes_further_than_the_match_here_is_compared_as_far_as_both_go(client, store, place):
    """Given ten entries of a public match, when its whole file says otherwise in one, then it is refused."""
    entries = books.play_book("schiefer")
    keep_beginning(store, entries, 10)

    def later(told):
        for entry in told[place - 1 :]:
            entry["at"] += 1

    raw = resealed(entries, later)
    verdict = send(client, raw, "/v1/verify").json
    failed = [(check["check"], check["entry"]) for check in verdict["checks"] if check["verdict"] == "failed"]
    assert (verdict["outcome"], failed) == ("failed", [("chain", place)])

    refused = send(client, raw)
    assert (refused.status_code, refused.json["code"], refused.json["entry"]) == (422, "bad_book", place)


@pytest.mark.parametrize(("cut", "unproven"), [(None, ["head"]), (-5, ["end", "head"])])
def test_a_file_that_goes_on_from_the_match_here_is_sound_and_its_head_is_not_proven(
    client, store, cut, unproven
):
    entries = books.play_book("schiefer")
    keep_beginning(store, entries, 10)
    raw = export_book(entries[:cut])
    verdict = send(client, raw, "/v1/verify").json
    assert (verdict["outcome"], claims(verdict)) == ("ok", unproven)
    assert (send(client, raw).status_code, claims(send(client, raw).json)) == (201, unproven)


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

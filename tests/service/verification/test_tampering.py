"""An exported file, tampered with: what can be told is refused, what cannot be told is said."""

import pytest

from events.export import export_book
from games.kernel.words import LANGUAGES
from service.matches.handler import Request
from service.matches.opening import Forking, open_fork
from service.verification.audit import audit
from service.verification.other_books import lookup_in_files
from support.api import api, books
from support.api.room import Room

NDJSON = "application/x-ndjson"


def claims(verdict):
    return [unproven.claim for unproven in verdict.unproven]


def resealed(entries, change):
    """As somebody mends it who can reckon hashes, the header too."""
    told = books.plain(entries)
    change(told)
    return export_book(list(books.reseal(told)))


@pytest.fixture(scope="module")
def fork():
    room = Room()
    room.plays(times=10)
    opened = open_fork(room.matches, room.id, room.live.version, Forking(visibility="public"), Request())
    return export_book(room.store.entries(room.id)), room.store.entries(opened.match)


def name_other_parent(told):
    opening = next(event for event in told[0]["events"] if event["type"] == "match_opened")
    for said in (opening, told[0]["command"]):
        said["parent"] = said["parent"] | {"hash": "ab" * 32}


def test_another_parent_is_said_not_to_be_proven_and_refused_where_the_parent_is_at_hand(fork):
    parent, entries = fork
    tampered = resealed(entries, name_other_parent)

    alone, beside = audit(tampered), audit(tampered, parents=lookup_in_files([parent]))

    assert (alone.ok, "parent" in claims(alone)) == (True, True)
    assert (beside.outcome, beside.failure.check) == ("failed", "parent")


def test_a_cut_at_the_end_is_refused_by_the_header_and_said_where_that_is_made_anew():
    entries = books.play_book("schiefer")
    lines = export_book(entries).splitlines(keepends=True)

    kept, anew = audit(b"".join(lines[:-5])), audit(export_book(entries[:-5]))

    assert (kept.outcome, kept.failure.check) == ("failed", "file")
    assert (anew.ok, claims(anew)) == (True, ["end", "head"])


@pytest.mark.parametrize("behind", [-1, -2, -5])
def test_lines_in_another_order_are_refused(behind):
    lines = export_book(books.play_book("schiefer")).splitlines(keepends=True)
    lines[behind - 1], lines[behind] = lines[behind], lines[behind - 1]
    assert audit(b"".join(lines)).outcome == "failed"


def test_lines_behind_the_end_are_refused_in_whatever_order():
    entries = books.play_book("schiefer")
    lines = export_book(entries).splitlines(keepends=True)
    shorter = export_book(entries[:-3]).splitlines(keepends=True)
    for behind in (lines[-3:], lines[:-4:-1]):
        assert audit(b"".join(shorter + behind)).outcome == "failed"
    assert audit(b"".join([*lines, lines[-1]])).outcome == "failed"


def test_another_legal_course_is_said_not_to_be_told_from_the_file_alone():
    """Who sat down first is all that was changed."""
    entries = books.begin_book()

    def swap_seats(told):
        told[1], told[2] = told[2], told[1]
        told[1]["version"], told[2]["version"] = 2, 3

    verdict = audit(resealed(entries, swap_seats))
    assert (verdict.ok, claims(verdict)) == (True, ["end", "head"])


def test_a_whole_match_leaves_only_its_head_to_be_compared():
    assert claims(audit(export_book(books.play_book("schiefer")))) == ["head"]


def test_it_is_said_in_every_language():
    for unproven in audit(export_book(books.begin_book())).unproven:
        assert set(unproven.words) == set(LANGUAGES)
        assert len(set(unproven.words.values())) == len(LANGUAGES)


def test_the_server_in_which_it_is_played_leaves_nothing_open_and_refuses_another_course(client, store):
    table = api.running(client)
    table.play(10)
    entries = store.entries(table.match)

    def a_moment_later(told):
        told[-1]["at"] += 1

    def verify(raw):
        return client.post("/v1/verify", data=raw, content_type=NDJSON).json

    honest, cut = verify(export_book(entries)), verify(export_book(entries[:-1]))
    other = verify(resealed(entries, a_moment_later))

    assert (honest["ok"], honest["unproven"]) == (True, [])
    assert (cut["ok"], [open_claim["claim"] for open_claim in cut["unproven"]]) == (True, ["end"])
    failed = [(check["check"], check["entry"]) for check in other["checks"] if check["verdict"] == "failed"]
    assert (failed, other["unproven"]) == ([("chain", len(entries))], [])
    assert table.get("/audit").json["unproven"] == []

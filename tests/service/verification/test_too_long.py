"""A book that a match without an end of its own fills is judged by the laws it was opened under."""

import pytest

from games.schiefer.commands import MarkActions
from service.matches import opening
from service.verification.audit import audit
from support.api import books
from support.api.room import Room

BEYOND = 404  # answers: every round of two players, of which nobody marks anything, has two


@pytest.mark.rule("GB-30", "GB-29")
@pytest.mark.parametrize(("laws", "answers", "status"), [(3, 400, "finished"), (2, BEYOND, "running")])
def test_a_match_that_lasts_too_long_is_judged_by_its_laws(monkeypatch, laws, answers, status):
    monkeypatch.setattr(opening, "LAWS_TODAY", laws)
    room = Room()
    room.plays(MarkActions(()), times=answers)
    assert (room.match.laws, room.match.status) == (laws, status)
    verdict = audit(books.file_of(list(room.store.entries(room.id))))
    assert {check.check: check.verdict for check in verdict.checks}["decisions"] == "passed"
    assert verdict.ok

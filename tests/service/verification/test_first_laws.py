"""Books that were opened under the first laws of a match are judged by them, and their matches keep them."""

from pathlib import Path

import pytest

from events.verify import read_book
from service.matches.folding import fold_entries
from service.verification.audit import audit

BOOK = Path(__file__).with_name("books") / "first_law.ndjson"


@pytest.fixture
def entries():
    return read_book(BOOK.read_bytes()).entries


@pytest.mark.rule("GB-29")
def test_what_followed_from_the_first_laws_still_follows():
    """A vote that cost nobody time, luck taken back by consent, a pause that its last person left."""
    verdict = audit(BOOK.read_bytes())

    assert verdict.ok
    assert next(check for check in verdict.checks if check.check == "decisions").verdict == "passed"


@pytest.mark.rule("GB-29", "GB-25")
def test_a_match_keeps_the_laws_it_was_opened_under(entries):
    match = fold_entries(entries)

    assert (match.laws, match.rated, match.gathers_until) == (1, None, None)
    assert match.is_rated
    assert match.paused
    assert not match.people()

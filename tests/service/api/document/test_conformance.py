"""The document asked by a machine: whatever it allows, and much that it forbids, is answered as it says.

A longer run is bench/campaigns/conformance.py.
"""

import pytest

from support.api.conformance import CASES, around, asked, schema_of
from support.api.conversation import conversed


@pytest.fixture(scope="module")
def instance():
    """Matches, and the document as their API serves it."""
    there = around()
    return schema_of(there), there


@pytest.mark.parametrize("operation", CASES)
def test_answers_are_those_of_the_document(instance, operation):
    schema, there = instance
    asked(schema, operation, there, examples=8)


def test_who_follows_the_links_of_the_document_gets_into_a_match():
    seen = conversed(40)

    for call in ("open_match", "take_seat", "start_match", "submit_command"):
        assert seen[call, 201], seen

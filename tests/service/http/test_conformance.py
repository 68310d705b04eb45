"""The document asked by a machine: whatever it allows, and much that it forbids, is answered as it says.

A longer run is bench/conformance.py.
"""

import pytest

from conformance import CASES, asked, schema_of, tables


@pytest.fixture(scope="module")
def around():
    """Matches, and the document as their desk serves it."""
    there = tables()
    return schema_of(there), there


@pytest.mark.parametrize("operation", CASES)
def test_answers_are_those_of_the_document(around, operation):
    schema, there = around
    asked(schema, operation, there, examples=8)

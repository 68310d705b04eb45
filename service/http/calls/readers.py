"""What only those are told who may see a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from service.matches.use_cases import Matches
from service.problems import Problem
from service.reading.positions import load_newest


@contextmanager
def misfits_for_readers(matches: Matches, match: str, token: str | None) -> Iterator[None]:
    """That its game has no such command; a good one costs no look."""
    try:
        yield
    except Problem:
        load_newest(matches, match, token)
        raise

"""Advice, by the version at which it was asked for. The book holds only who has asked."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, Store

_DOCUMENT: Final = "advice"  # the version -> the advice


class AdvisedSign(msgspec.Struct, frozen=True):
    """A sign of the table that tells an option from the one it is compared with."""

    sign: str
    more: float  # of it, in the mean
    points: float  # of expected lead that it makes


class AdvisedOption(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the mind thinks of an option."""

    command: dict[str, Any]
    lead: float | None = None  # expected; None: not tried
    error: float | None = None  # its standard error
    playouts: int = 0
    signs: list[AdvisedSign] = []


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """All options of the question that was open, the best first."""

    version: int
    seat: int
    options: list[AdvisedOption]


class Advices:
    """The advice on all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def at_version(self, match: str, version: int) -> Advice | None:
        """None while it has not been thought about yet."""
        lying = self._store.field(match, _DOCUMENT, str(version))
        return decode(lying, Advice) if lying else None

    def keep(self, match: str, advice: Advice) -> bool:
        """False if there is one already: it says the same."""
        field = str(advice.version)
        return self._store.swap(match, Guard(_DOCUMENT, field, None), {_DOCUMENT: {field: encode(advice)}})

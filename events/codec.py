"""Typed objects <-> canonical JSON: UTF-8, keys sorted, no white space, no floats."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import msgspec

if TYPE_CHECKING:
    from collections.abc import Hashable

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="sorted")


class NotCanonical(ValueError):  # noqa: N818  the name says it
    """These bytes are not JSON that the book could hold."""


def encode(thing: Any) -> bytes:
    """Return the canonical bytes of a struct, or of any JSON value."""
    return _encoder.encode(thing)


def decode(raw: bytes | msgspec.Raw, shape: type[T]) -> T:
    return cast("T", _decoder(cast("Hashable", shape)).decode(raw))


def decode_plain(raw: bytes | str | msgspec.Raw) -> Any:
    """Return JSON without types; raise NotCanonical if the book could not hold it."""
    try:
        return _plain.decode(raw)
    except (ValueError, RecursionError) as failure:
        raise NotCanonical(str(failure)) from failure


def canonicalize(raw: bytes | str) -> bytes:
    """Return the canonical bytes of JSON that somebody else has written."""
    said = decode_plain(raw)
    try:
        return _encoder.encode(said)
    except RecursionError as failure:
        raise NotCanonical(str(failure)) from failure


def _no_float(digits: str) -> NoReturn:
    # Every language prints floats differently, so a hash over them could not be checked.
    raise ValueError(f"a float has no canonical form: {digits}")


_plain = msgspec.json.Decoder(float_hook=_no_float)


@cache
def _decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shape)

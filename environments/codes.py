"""Values as rows of numbers: each kind of value has a code, which says of every number what it is.

All rows of a code are of one length. Nothing is a number outside its bounds, and what is not there is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple
from zlib import crc32

import msgspec

HASHES: Final = 1 << 32


class Number(NamedTuple):
    """One place of a row: what stands there, and between which bounds."""

    name: str
    low: float
    high: float


class Code:
    """How values of one kind are written."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        """Zero is always within the bounds: it stands for what is not there."""
        self.numbers = [Number(name, min(0.0, low), max(0.0, high)) for name, low, high in numbers]
        self.nothing = [0.0] * len(self.numbers)

    def write(self, value: Any) -> list[float]:
        raise NotImplementedError


def name_numbers(name: str, code: Code) -> list[Number]:
    """The numbers of a code that is a part of another."""
    return [each._replace(name=f"{name}.{each.name}".rstrip(".")) for each in code.numbers]


class Amount(Code):
    """A number or a truth, as it is."""

    def __init__(self, low: float, high: float) -> None:
        super().__init__([Number("", low, high)])

    def write(self, value: Any) -> list[float]:
        return [float(value)]


class Text(Code):
    """What names nothing on the table can be told apart, and no more."""

    def __init__(self) -> None:
        super().__init__([Number("crc", 0, 1)])

    def write(self, value: Any) -> list[float]:
        return [(crc32(value.encode()) + 1) / HASHES]


class Choice(Code):
    """One of a few: a 1 in its place."""

    def __init__(self, choices: Sequence[Any]) -> None:
        self.places = {choice: place for place, choice in enumerate(choices)}
        super().__init__(Number(f"is.{choice}", 0, 1) for choice in choices)

    def write(self, value: Any) -> list[float]:
        row = self.nothing.copy()
        if value in self.places:  # an empty name is none of them
            row[self.places[value]] = 1.0
        return row


class Maybe(Code):
    """A value that may be missing."""

    def __init__(self, inner: Code) -> None:
        self.inner = inner
        super().__init__([Number("there", 0, 1), *inner.numbers])

    def write(self, value: Any) -> list[float]:
        return self.nothing.copy() if value is None else [1.0, *self.inner.write(value)]


class Parts(Code):
    """What is read off a value, one part after the other."""

    def __init__(self, parts: Mapping[str, tuple[Callable[[Any], Any], Code]]) -> None:
        self.parts = list(parts.values())
        super().__init__(number for name, (_, code) in parts.items() for number in name_numbers(name, code))

    def write(self, value: Any) -> list[float]:
        return [number for read, code in self.parts for number in code.write(read(value))]


def fields(codes: Mapping[str, Code]) -> Parts:
    """A struct, field by field."""
    return Parts({name: (attrgetter(name), code) for name, code in codes.items()})


class Kinds(Code):
    """One of several structs: which, and then the fields of each, of which those of the others are zero."""

    def __init__(self, kinds: Mapping[type[msgspec.Struct], Code]) -> None:
        self.which = Choice([kind.__name__ for kind in kinds])
        self.kinds = kinds
        inner = [number for kind, code in kinds.items() for number in name_numbers(kind.__name__, code)]
        super().__init__([*self.which.numbers, *inner])

    def write(self, value: Any) -> list[float]:
        row = self.which.write(type(value).__name__)
        for kind, code in self.kinds.items():
            row += code.write(value) if type(value) is kind else code.nothing
        return row


class Each(Code):
    """A mapping, or a list with a place for each: one part for every name, in the reader's order."""

    def __init__(self, names: Sequence[Any], inner: Code) -> None:
        self.names = names
        self.inner = Maybe(inner)
        super().__init__(number for name in names for number in name_numbers(str(name), self.inner))

    def write(self, value: Any) -> list[float]:
        return [number for name in self.names for number in self.inner.write(value.get(name))]


class PerPlace(Code):
    """A list with a place for each name; `order` are the places, as the reader goes through them."""

    def __init__(self, order: Sequence[int], inner: Code) -> None:
        self.order = order
        self.inner = inner
        super().__init__(number for place in range(len(order)) for number in name_numbers(str(place), inner))

    def write(self, value: Any) -> list[float]:
        rows = [
            self.inner.write(value[place]) if place < len(value) else self.inner.nothing
            for place in self.order
        ]
        return [number for row in rows for number in row]


class Listed(Code):
    """A list of names: for each how often it stands there, and where first, counted from 1."""

    def __init__(self, names: Sequence[Any], most: int) -> None:
        self.names = names
        super().__init__(
            number
            for name in names
            for number in (Number(f"{name}.count", 0, most), Number(f"{name}.place", 0, most))
        )

    def write(self, value: Any) -> list[float]:
        listed = list(value)
        row: list[float] = []
        for name in self.names:
            count = listed.count(name)
            row += (float(count), float(listed.index(name) + 1 if count else 0))
        return row


class Row(Code):
    """A short list: how long it is, and one item after the other."""

    def __init__(self, inner: Code, most: int) -> None:
        self.inner, self.most = inner, most
        items = [number for place in range(most) for number in name_numbers(str(place), inner)]
        super().__init__([Number("count", 0, most), *items])

    def write(self, value: Any) -> list[float]:
        row = [float(len(value)), *(number for item in value for number in self.inner.write(item))]
        return row + [0.0] * (len(self.numbers) - len(row))


class Sum(Code):
    """A long list: how long it is, and the sum of its items."""

    def __init__(self, inner: Code, most: int) -> None:
        self.inner = inner
        sums = [
            Number(f"sum.{name}".rstrip("."), most * low, most * high) for name, low, high in inner.numbers
        ]
        super().__init__([Number("count", 0, most), *sums])

    def write(self, value: Any) -> list[float]:
        rows = [self.inner.write(item) for item in value]
        return [float(len(rows)), *(map(sum, zip(*rows, strict=True)) if rows else self.inner.nothing)]

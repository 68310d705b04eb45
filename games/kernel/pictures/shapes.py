"""What pictures are made of: a few shapes that name their looks, so that one renderer draws every game.

A look is a name out of the layout's or the common hand's list; several stand beside each other with blanks.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Number = float
Anchor = Literal["start", "middle", "end"]


class Shape(msgspec.Struct, frozen=True, gc=False):
    """Pure data. Units are those of the layout's viewBox."""


class Path(Shape, frozen=True):
    """Lines and curves in the notation of SVG."""

    d: str
    look: str


class Rect(Shape, frozen=True):
    x: Number
    y: Number
    width: Number
    height: Number
    look: str
    radius: Number = 0


class Circle(Shape, frozen=True):
    x: Number
    y: Number
    radius: Number
    look: str


class Label(Shape, frozen=True):
    """Lettering on one line; y is its base line. Never longer than `width`, where one is given."""

    x: Number
    y: Number
    text: str
    size: Number
    look: str = ""
    anchor: Anchor = "start"
    width: Number = 0
    turn: Number = 0  # degrees, clockwise


class Sign(Shape, frozen=True):
    """One of the drawn signs, around its place."""

    name: str
    x: Number
    y: Number
    size: Number
    look: str = "ink"
    turn: Number = 0


class Group(Shape, frozen=True, cache_hash=True):
    """Shapes that belong together. With an id or a piece they are a thing to be found, clicked and read."""

    shapes: tuple[AnyShape, ...]
    id: str = ""  # of board.yaml, or a place that the layout names
    title: str = ""  # in words
    part: str = ""
    kind: str = ""  # tells apart what shares an id
    piece: str = ""
    seat: int | None = None
    count: int | None = None  # of pieces that lie here as one
    at: tuple[Number, Number] | None = None  # moved by so much
    turn: Number = 0  # degrees, clockwise, around that place
    shade: str = ""  # a look for all of it
    window: tuple[Number, Number, Number, Number] | None = None  # nothing of it is seen outside


AnyShape = Path | Rect | Circle | Label | Sign | Group


class Picture(msgspec.Struct, frozen=True):
    """A whole drawing: a table, or one thing of it."""

    title: str
    about: str
    lang: str
    box: tuple[int, int, int, int]
    shapes: tuple[AnyShape, ...]

"""Where printed things lie in a picture: the types that the layouts of all games share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec

from games.kernel.quantities import doc
from games.kernel.yaml_file import read_yaml

FARTHEST: Final = 4_000  # units of the viewBox

Unit = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]
Length = Annotated[int, msgspec.Meta(ge=0, le=FARTHEST)]
Width = Annotated[float, msgspec.Meta(ge=0, le=100)]
Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?$")]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_-]*$")]
Drawing = Annotated[str, msgspec.Meta(pattern=r"^[MLHVCSQTAZmlhvcsqtaz0-9 .,-]+$", max_length=4_000)]
Template = Annotated[str, msgspec.Meta(max_length=64)]
Dashes = Annotated[str, msgspec.Meta(pattern=r"^[0-9. ]*$")]
Point = tuple[Unit, Unit]
Box = tuple[Unit, Unit, Length, Length]  # x, y, width, height
Stroke = Annotated[list[Point], msgspec.Meta(min_length=2)]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A group of the data."""


class Part(Printed, frozen=True):
    """A named piece of the picture that can stand alone."""

    box: Annotated[Box, doc("Where the part lies: x, y, width and height.")]
    inside: Annotated[str, doc("The part within which it is drawn; empty: none.")] = ""


class Look(Printed, frozen=True):
    """How a shape is inked. Colours go by the names of the palette; `current` is the tint of a sign."""

    fill: Annotated[str, doc("The colour of the area; empty: none.")] = ""
    line: Annotated[str, doc("The colour of the line; empty: none.")] = ""
    width: Annotated[Width | None, doc("How wide the line is.")] = None
    dash: Annotated[Dashes, doc("Lengths of dashes and gaps; empty: an unbroken line.")] = ""
    tint: Annotated[str, doc("The colour that `current` stands for in signs.")] = ""
    opacity: Annotated[Width | None, doc("How opaque it is, from 0 to 1.")] = None
    weight: Annotated[
        Annotated[int, msgspec.Meta(ge=100, le=900)] | None, doc("How heavy the letters are.")
    ] = None
    spacing: Annotated[Width | None, doc("How far the letters stand apart.")] = None
    serif: Annotated[bool, doc("Whether the letters have serifs.")] = False
    over: Annotated[bool, doc("Whether the line lies beneath the letters, to part them from the ground.")] = (
        False
    )


class Ink(Printed, frozen=True):
    """One stroke or area of a sign."""

    path: Annotated[Drawing, doc("The path, as SVG writes it.")]
    look: Annotated[str, doc("The look it is inked with.")] = "solid"


class Pattern(Printed, frozen=True):
    """A small drawing that is repeated over an area."""

    size: Annotated[tuple[Length, Length], doc("The width and height of one repetition.")]
    inks: Annotated[tuple[Ink, ...], doc("What is drawn, from the bottom up.")]
    turn: Annotated[Unit, doc("By how many degrees the whole is turned.")] = 0


class Colours(Printed, frozen=True):
    """By day and by night; what the night leaves out stays."""

    light: Annotated[dict[Name, Colour], doc("The colours by day.")]
    dark: Annotated[dict[Name, Colour], doc("The colours of the night, where they differ.")] = {}


class Hand(Printed, frozen=True):
    """Inks, looks and signs: of one game, or those common to all."""

    colours: Annotated[Colours, doc("The palette.")]
    looks: Annotated[dict[Name, Look], doc("How shapes are inked, by name.")]
    signs: Annotated[dict[Name, tuple[Ink, ...]], doc("Small drawings, by name.")] = {}
    patterns: Annotated[dict[Name, Pattern], doc("What areas are filled with, by name.")] = {}


class Spare(Printed, frozen=True):
    """Where an id lies that the layout does not know: in rows beneath the sheet, which grows by them."""

    at: Annotated[Point, doc("Where the first of them lies.")]
    step: Annotated[Point, doc("How far the next one lies to the right, and the next row below.")]
    columns: Annotated[int, msgspec.Meta(ge=1, description="How many lie in a row.")]

    def spot(self, number: int) -> Point:
        row, column = divmod(number, self.columns)
        return self.at[0] + column * self.step[0], self.at[1] + row * self.step[1]

    def rows(self, things: int) -> int:
        """How much higher the picture is for so many."""
        return -(-things // self.columns) * self.step[1]


class Place(Printed, frozen=True):
    """Where a printed thing lies."""

    part: str
    at: Point
    links: tuple[str, ...] = ()  # what it touches or leads to
    kind: str = ""


class Click(Printed, frozen=True):
    """A thing in the picture that a command names, so that a click on it can mean the command.

    `{field}` stands for that field of the command, for each item if it is a list, and `{asked}` for the seat
    that is asked.
    """

    id: Annotated[Template, doc("The component, as in `data-id` of the picture.")]
    kind: Annotated[Template, doc("Its `data-kind`, where several things share the id.")] = ""
    part: Annotated[Template, doc("The part it lies in, where several things share the id.")] = ""
    needs: Annotated[Template, doc("A field of the command that must not be nought or empty.")] = ""
    only: Annotated[dict[str, str], doc("Fields of the command, and what they must be.")] = {}
    names: Annotated[tuple[str, ...], doc("What the numbers of a field are called, counted from 1.")] = ()


class Layout(Printed, frozen=True, kw_only=True):
    """What every layout says. A game adds its own parts."""

    edition: Annotated[str, doc("The edition of the printed board.")]
    source: Annotated[
        Literal["drawn"], doc("Where the picture comes from: drawn by us, the printed ones are lost.")
    ]
    prefix: Annotated[
        Name, doc("What names of classes and signs begin with, so that two pictures can lie on one page.")
    ]
    view_box: Annotated[Box, doc("The whole picture: x, y, width and height.")]
    parts: Annotated[dict[str, Part], doc("The pieces of the picture that can stand alone, by name.")]
    seats: Annotated[
        dict[int, tuple[Box, ...]], doc("Where the area of each seat lies, by the number of seats.")
    ]
    spare: Annotated[Spare, doc("Where things lie that the layout does not know.")]
    hand: Annotated[Hand, doc("How everything is inked.")]
    clicks: Annotated[
        dict[str, tuple[Click, ...]],
        doc("The things a command names, by its type; a type that is left out has no place on the table."),
    ]


L = TypeVar("L", bound=Layout)


def load_layout(path: Path, layout: type[L]) -> L:
    return read_yaml(path, layout)


def load_hand(path: Path) -> Hand:
    return read_yaml(path, Hand)

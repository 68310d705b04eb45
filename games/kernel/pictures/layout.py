"""Where printed things lie in a picture: the types that the layouts of all games share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
import yaml

from games.kernel.quantities import doc

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

    box: Box
    inside: str = ""  # the part within which it is drawn


class Look(Printed, frozen=True):
    """How a shape is inked. Colours go by the names of the palette; `current` is the tint of a sign."""

    fill: str = ""
    line: str = ""
    width: Width | None = None
    dash: Dashes = ""
    tint: str = ""  # of signs
    opacity: Width | None = None
    weight: Annotated[int, msgspec.Meta(ge=100, le=900)] | None = None
    spacing: Width | None = None  # between letters
    serif: bool = False
    over: bool = False  # the line lies beneath the letters, to part them from the ground


class Ink(Printed, frozen=True):
    """One stroke or area of a sign."""

    d: Drawing
    look: str = "solid"


class Pattern(Printed, frozen=True):
    size: tuple[Length, Length]
    inks: tuple[Ink, ...]
    turn: Unit = 0


class Colours(Printed, frozen=True):
    """By day and by night; what the night leaves out stays."""

    light: dict[Name, Colour]
    dark: dict[Name, Colour] = {}


class Hand(Printed, frozen=True):
    """Inks, looks and signs: of one game, or those common to all."""

    colours: Colours
    looks: dict[Name, Look]
    signs: dict[Name, tuple[Ink, ...]] = {}
    patterns: dict[Name, Pattern] = {}


class Spare(Printed, frozen=True):
    """Where an id lies that the layout does not know: in rows beneath the sheet, which grows by them."""

    at: Point
    step: Point
    columns: Annotated[int, msgspec.Meta(ge=1)]

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

    edition: str
    source: Literal["drawn"]  # by us: the printed pictures are lost
    prefix: Name  # of classes and signs, so that two pictures can lie on one page
    view_box: Box
    parts: dict[str, Part]
    seats: dict[int, tuple[Box, ...]]  # by number of seats
    spare: Spare
    hand: Hand
    clicks: Annotated[
        dict[str, tuple[Click, ...]],
        doc("The things a command names, by its type; a type that is left out has no place on the table."),
    ]


L = TypeVar("L", bound=Layout)


def load_layout(path: Path, layout: type[L]) -> L:
    data: Any = yaml.safe_load(path.read_text("utf-8"))
    return msgspec.convert(data, layout)


def load_hand(path: Path) -> Hand:
    return msgspec.convert(yaml.safe_load(path.read_text("utf-8")), Hand)

"""Where everything of the table lies in its picture, decoded from layout.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

from games.kernel.pictures.layout import Box, Layout, Place, Point, Printed, Stroke, Unit, load_layout
from games.kernel.quantities import doc
from games.schiefer.board import Board, Mine

Side = Literal["left", "right"]


class Lake(Printed, frozen=True):
    """The lake of a valley."""

    at: Annotated[Point, doc("The middle of the lake.")]
    size: Annotated[Point, doc("Its half axes.")]


class Ridge(Printed, frozen=True):
    """A ridge of the mountains; means nothing to the game."""

    half: Annotated[Point, doc("Half its width at one end and at the other.")]
    crest: Annotated[Stroke, doc("The line along its top.")]


class Ground(Printed, frozen=True):
    """Means nothing to the game."""

    outer: Annotated[Box, doc("The outer frame.")]
    inner: Annotated[Box, doc("The inner frame.")]
    compass: Annotated[Point, doc("The compass rose.")]
    ship: Annotated[Point, doc("The ship at sea.")]
    coast: Annotated[Stroke, doc("The line of the coast.")]
    islands: Annotated[tuple[Stroke, ...], doc("The islands off the coast.")]
    ridges: Annotated[tuple[Ridge, ...], doc("The ridges of the mountains.")]


class MinePlace(Printed, frozen=True):
    """Where a mine lies."""

    at: Annotated[Point, doc("The middle of the quarry's face.")]
    bank: Annotated[Side, doc("The side of the river on which it lies.")]
    adit: Annotated[Point | None, doc("Where its tramway reaches the river.")] = None
    links: Annotated[tuple[str, ...], doc("The mines next to it along the river.")] = ()


class ValleyPlace(Printed, frozen=True):
    """Where a valley lies."""

    lake: Annotated[Lake, doc("Its lake.")]
    river: Annotated[Stroke, doc("The course of its river.")]
    name: Annotated[Point, doc("Where its name is written.")]
    mines: Annotated[dict[str, MinePlace], doc("Where its mines lie, by their ids.")]


class DiceMarks(Printed, frozen=True):
    """Struck through when used up this round."""

    set: Annotated[Point, doc("The mark of setting a die.")]
    change: Annotated[Point, doc("The mark of changing a die.")]


class Ledger(Printed, frozen=True):
    """Where the state of the match is written."""

    title: Annotated[Point, doc("The title.")]
    figures: Annotated[
        tuple[Point, Point, Point], doc("The round, the mines left, and the black markers left.")
    ]
    question: Annotated[Point, doc("The open question.")]


class SchieferLayout(Layout, frozen=True, kw_only=True, tag_field="game", tag="schiefer"):
    """Where printed things lie on the board of Schiefer."""

    ground: Annotated[Ground, doc("The ground, which means nothing to the game.")]
    valleys: Annotated[dict[str, ValleyPlace], doc("Where the valleys lie, by their ids.")]
    fields: Annotated[dict[Unit, Point], doc("Where the action fields lie, by die.")]
    dice: Annotated[tuple[Point, ...], doc("Where the dice lie.")]
    dice_marks: Annotated[DiceMarks, doc("Where it is marked that dice were set or changed.")]
    boxes: Annotated[dict[str, Point], doc("Where the boxes lie, by their ids.")]
    ledger: Annotated[Ledger, doc("Where the state of the match is written.")]

    def places(self) -> dict[str, Place]:
        """Every id that has a place."""
        found = {
            mine: Place(f"valley:{valley}", it.at, it.links, it.bank)
            for valley, place in self.valleys.items()
            for mine, it in place.mines.items()
        }
        names = {valley: Place(f"valley:{valley}", place.name) for valley, place in self.valleys.items()}
        boxes = {box: Place("boxes", at) for box, at in self.boxes.items()}
        return (
            found | names | boxes | {f"field-{die}": Place("fields", at) for die, at in self.fields.items()}
        )

    def mine(self, board: Board, mine: str) -> MinePlace:
        """A mine that the layout does not know lies among the spare things."""
        for place in self.valleys.values():
            if mine in place.mines:
                return place.mines[mine]
        return MinePlace(at=self.spare.spot(self.unplaced(board).index(mine)), bank="left")

    def box(self, board: Board, box: str) -> Point:
        return self.boxes.get(box) or self.spare.spot(self.unplaced(board).index(box))

    def unplaced(self, board: Board) -> list[str]:
        """In the order of the board."""
        known = self.places()
        return [thing for thing in ids(board) if thing not in known]

    def sheet(self, board: Board) -> Box:
        """The viewBox; it is higher where something has no place of its own."""
        x, y, width, height = self.view_box
        return x, y, width, height + self.spare.rows(len(self.unplaced(board)))


def ids(board: Board) -> Iterator[str]:
    """Everything printed that has a name."""
    for valley in board.valleys.list:
        yield valley.id
        yield from (mine.id for mine in valley.mines)
    yield from (box.id for box in board.boxes.list)
    yield from (f"field-{field.die}" for field in board.action_fields.list)


def mines_of(board: Board) -> Iterator[tuple[str, Mine]]:
    """All mines, with the valley of each."""
    for valley in board.valleys.list:
        yield from ((valley.id, mine) for mine in valley.mines)


LAYOUT: Final = load_layout(Path(__file__).with_name("layout.yaml"), SchieferLayout)

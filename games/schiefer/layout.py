"""Where everything of the table lies in its picture, decoded from layout.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from games.kernel.pictures.layout import Box, Layout, Place, Point, Printed, Stroke, Unit, load_layout
from games.schiefer.board import Board, Mine

Side = Literal["left", "right"]


class Lake(Printed, frozen=True):
    at: Point
    size: Point  # half axes


class Ridge(Printed, frozen=True):
    half: Point
    crest: Stroke


class Ground(Printed, frozen=True):
    """Means nothing to the game."""

    outer: Box
    inner: Box
    compass: Point
    ship: Point
    coast: Stroke
    islands: tuple[Stroke, ...]
    ridges: tuple[Ridge, ...]


class MinePlace(Printed, frozen=True):
    at: Point  # the middle of the quarry's face
    bank: Side  # the side of the river on which it lies
    adit: Point | None = None  # where its tramway reaches the river
    links: tuple[str, ...] = ()  # next to it along the river


class ValleyPlace(Printed, frozen=True):
    lake: Lake
    river: Stroke
    name: Point
    mines: dict[str, MinePlace]


class DiceMarks(Printed, frozen=True):
    """Struck through when used up this round."""

    set: Point
    change: Point


class Ledger(Printed, frozen=True):
    title: Point
    figures: tuple[Point, Point, Point]  # round, mines left, black markers left
    question: Point


class SchieferLayout(Layout, frozen=True, kw_only=True, tag_field="game", tag="schiefer"):
    ground: Ground
    valleys: dict[str, ValleyPlace]
    fields: dict[Unit, Point]  # by die
    dice: tuple[Point, ...]
    dice_marks: DiceMarks
    boxes: dict[str, Point]
    ledger: Ledger

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
    """With the valley of each."""
    for valley in board.valleys.list:
        yield from ((valley.id, mine) for mine in valley.mines)


LAYOUT: Final = load_layout(Path(__file__).with_name("layout.yaml"), SchieferLayout)

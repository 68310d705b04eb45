"""What lies on the table now."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from games.kernel import Options, Table
from games.kernel.quantities import EACH_ONCE, MOST_SEATS, Seat, doc, one_per
from games.schiefer.agenda import SchieferAgenda
from games.schiefer.board import BOARDS, Board, Mine, Valley
from games.schiefer.quantities import (
    MOST_BOXES,
    MOST_FACES,
    MOST_MINES,
    BlackMarkers,
    BoxId,
    Colour,
    Dice,
    Markers,
    MineId,
    Money,
    Rounds,
)

LONGEST_STALL: Final = 100  # rounds


class SchieferOptions(Options, frozen=True, kw_only=True):
    """Both are rulings: SF-R1 and SF-R25."""

    executing_marker_may_pay: Annotated[
        bool, doc("Whether a marker may pay for the action it executes (SF-R1).")
    ] = True
    stall_rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=LONGEST_STALL,
            description="After so many rounds in a row without a mine opened, a sale or a box taken"
            " the game is scored; 0: never (SF-R25).",
        ),
    ] = 0


class Player(msgspec.Struct):
    """What one player has."""

    colour: Annotated[Colour, doc("The colour of the markers (SF-R28).")]
    supply: Annotated[Markers, doc("Markers in the personal supply (SF-1).")]
    reserve: Annotated[Markers, doc("Markers in the reserve (SF-1).")]
    money: Annotated[Money, doc("Money, open to all (SF-2, SF-R26).")]
    has_set_die: Annotated[bool, doc("Whether a die was set this round (SF-9).")] = False
    has_changed_die: Annotated[bool, doc("Whether a die was changed this round (SF-R6).")] = False
    used_boxes: Annotated[
        tuple[BoxId, ...],
        EACH_ONCE,
        Meta(max_length=MOST_BOXES, description="Boxes that have sold a marker this round (SF-30)."),
    ] = ()


class OpenedMine(msgspec.Struct):
    """A mine on which its owner's marker lies (SF-22)."""

    owner: Annotated[Seat, doc("Whose marker lies on it.")]
    sold: Annotated[bool, doc("Whether it shows a black marker (SF-23).")] = False


class Schiefer(Table, kw_only=True):
    """The whole table; nothing of it is hidden (SF-R26)."""

    options: Annotated[SchieferOptions, doc("What was chosen before the match.")]
    players: Annotated[list[Player], one_per("seat", MOST_SEATS), doc("The players, by seat.")]
    black_markers: Annotated[BlackMarkers, doc("Black markers not yet on a mine (SF-R16).")] = 0
    start_player: Annotated[Seat, doc("Who has the start figure (SF-3, SF-38).")] = 0
    dice: Annotated[Dice, doc("The dice of the player whose rolling turn it is (SF-6).")] = ()
    fields: Annotated[
        list[Annotated[list[Markers], one_per("seat", MOST_SEATS)]],
        one_per("field", MOST_FACES),
        doc("Markers on the action fields, by field (the first is field 1) and seat."),
    ] = []
    mines: Annotated[
        dict[MineId, OpenedMine], Meta(max_length=MOST_MINES, description="The mines that are opened, by id.")
    ] = {}
    boxes: Annotated[
        dict[BoxId, Annotated[list[Seat], EACH_ONCE, Meta(max_length=MOST_SEATS)]],
        Meta(max_length=MOST_BOXES, description="The seats whose markers lie in each box (SF-28)."),
    ] = {}
    stirred: Annotated[bool, doc("A mine was opened, a mine sold or a box taken this round (SF-R25).")] = (
        False
    )
    quiet_rounds: Annotated[Rounds, doc("Rounds in a row in which none of these happened (SF-R25).")] = 0
    agenda: SchieferAgenda = ()

    @property
    def board(self) -> Board:
        return BOARDS[self.edition]

    def mine(self, mine: str) -> Mine:
        return self.board.mines[mine]

    def order(self) -> list[int]:
        """Clockwise from the start player (SF-R21, SF-R28)."""
        seats = len(self.players)
        return [(self.start_player + place) % seats for place in range(seats)]

    def opened(self, valley: Valley) -> list[str]:
        """The opened mines of a valley, from the mouth up: always its first ones."""
        return [mine.id for mine in valley.mines if mine.id in self.mines]

    def valley_of(self, mine: str) -> Valley:
        return self.board.valley_of[mine]

    def mines_of(self, seat: int) -> list[str]:
        return [mine for mine, opened in self.mines.items() if opened.owner == seat]

    def has_box(self, seat: int, box: str) -> bool:
        return seat in self.boxes.get(box, ())

    def pending(self, seat: int) -> tuple[int, ...]:
        """The faces on which the seat's markers wait, one entry a marker, lowest first."""
        return tuple(die for die, field in enumerate(self.fields, 1) for _ in range(field[seat]))

    def all_mines_taken(self) -> bool:
        return len(self.mines) == len(self.board.mines)

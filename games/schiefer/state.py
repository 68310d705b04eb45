"""What lies on the table now."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.kernel import Options, Table
from games.schiefer.agenda import SchieferItem
from games.schiefer.board import BOARDS, MINES, Board, Mine, Valley


class SchieferOptions(Options, frozen=True, kw_only=True):
    """Both are rulings: SF-R1 and SF-R25."""

    executing_marker_may_pay: bool = True
    stall_rounds: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0  # 0: never scored for standing still


class Player(msgspec.Struct):
    colour: str
    supply: int
    reserve: int
    money: int
    has_set_die: bool = False  # this round
    has_changed_die: bool = False
    used_boxes: tuple[str, ...] = ()  # bought from this round: their marker lies on the coin


class OpenedMine(msgspec.Struct):
    owner: int
    sold: bool = False  # shows a black marker


class Schiefer(Table, kw_only=True):
    options: SchieferOptions
    players: list[Player]
    black_markers: int = 0  # not yet on a mine
    start_player: int = 0
    dice: tuple[int, ...] = ()  # of the player whose rolling turn it is
    fields: list[list[int]] = []  # markers by die - 1 and seat
    mines: dict[str, OpenedMine] = {}  # those that are opened
    boxes: dict[str, list[int]] = {}  # box -> the seats whose markers lie in it
    stirred: bool = False  # a mine opened, a mine sold or a box taken this round
    quiet_rounds: int = 0  # in a row
    agenda: tuple[SchieferItem, ...] = ()

    @property
    def board(self) -> Board:
        return BOARDS[self.edition]

    def mine(self, mine: str) -> Mine:
        return MINES[self.edition][mine]

    def order(self) -> list[int]:
        """Clockwise from the start player (SF-R21, SF-R28)."""
        seats = len(self.players)
        return [(self.start_player + place) % seats for place in range(seats)]

    def opened(self, valley: Valley) -> list[str]:
        """The opened mines of a valley, from the mouth up: always its first ones."""
        return [mine.id for mine in valley.mines if mine.id in self.mines]

    def valley_of(self, mine: str) -> Valley:
        return next(valley for valley in self.board.valleys.list if mine in {m.id for m in valley.mines})

    def mines_of(self, seat: int) -> list[str]:
        return [mine for mine, opened in self.mines.items() if opened.owner == seat]

    def has_box(self, seat: int, box: str) -> bool:
        return seat in self.boxes.get(box, ())

    def pending(self, seat: int) -> tuple[int, ...]:
        """The faces on which the seat's markers wait, one entry a marker, lowest first."""
        return tuple(die for die, field in enumerate(self.fields, 1) for _ in range(field[seat]))

    def all_mines_taken(self) -> bool:
        return len(self.mines) == len(MINES[self.edition])

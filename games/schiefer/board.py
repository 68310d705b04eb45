"""What is printed on the board and the boxes, decoded from board.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec
import yaml

Action = Literal["supply", "open_mine", "sell", "develop"]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of data and where it comes from."""

    source: Literal["rulebook", "derived", "web", "reconstructed"]


class Publication(Printed, frozen=True):
    printed_in: str


class Players(Printed, frozen=True):
    min: int
    max: int
    min_age: int
    minutes: int


class Pieces(Printed, frozen=True):
    markers_per_player: int
    black_markers: int
    dice: int
    die_faces: int


class Bank(Printed, frozen=True):
    unlimited: bool


class Colours(Printed, frozen=True):
    list: tuple[str, ...]


class SetUp(Printed, frozen=True):
    supply: int
    reserve: int
    money: int


class DicePrices(Printed, frozen=True):
    reroll: int
    set: int


class ActionField(msgspec.Struct, frozen=True):
    die: int
    actions: tuple[Action, ...]


class ActionFields(Printed, frozen=True):
    list: tuple[ActionField, ...]


class Mine(msgspec.Struct, frozen=True):
    id: str
    entrance: int  # markers to open it
    value: int  # coins when its slate is sold


class Valley(msgspec.Struct, frozen=True):
    id: str
    mines: tuple[Mine, ...]  # from the river's mouth to its source


class Valleys(Printed, frozen=True):
    list: tuple[Valley, ...]


class Box(msgspec.Struct, frozen=True, omit_defaults=True):
    """A development box; of the numbers it has the one that its use needs."""

    id: str
    players: tuple[int, ...]
    marker_price: int = 0
    sale_bonus: int = 0
    money_per_point: int = 0
    points_per_valley: int = 0


class Boxes(Printed, frozen=True):
    markers_per_box: dict[int, int]
    list: tuple[Box, ...]


class Scoring(Printed, frozen=True):
    points_per_mine: int
    money_per_point: int


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: str
    publication: Publication
    players: Players
    pieces: Pieces
    bank: Bank
    colours: Colours
    setup: SetUp
    dice_prices: DicePrices
    action_fields: ActionFields
    valleys: Valleys
    boxes: Boxes
    scoring: Scoring

    def actions(self, die: int) -> tuple[Action, ...]:
        return self.action_fields.list[die - 1].actions

    def boxes_for(self, seats: int) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes.list if seats in box.players)


def load_board(path: Path) -> Board:
    data: Any = yaml.safe_load(path.read_text("utf-8"))
    return msgspec.convert(data, Board)


_FIRST: Final = load_board(Path(__file__).with_name("board.yaml"))
BOARDS: Final[Mapping[str, Board]] = MappingProxyType({_FIRST.edition: _FIRST})
MINES: Final[Mapping[str, Mapping[str, Mine]]] = MappingProxyType(
    {
        edition: MappingProxyType({mine.id: mine for valley in board.valleys.list for mine in valley.mines})
        for edition, board in BOARDS.items()
    }
)

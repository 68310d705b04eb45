"""What is printed on the board and the boxes, decoded from board.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from games.kernel.editions.registry import Editions
from games.kernel.quantities import LONGEST_ID, MOST_POINTS, MOST_SEATS, Edition, Points, doc
from games.schiefer.quantities import (
    HIGHEST_ENTRANCE,
    HIGHEST_VALUE,
    MOST_BOXES,
    MOST_DICE,
    MOST_FACES,
    MOST_MARKERS,
    MOST_MINES_OF_A_VALLEY,
    MOST_MONEY_AT_FIRST,
    MOST_VALLEYS,
    BlackMarkers,
    Markers,
    MarkersAtOnce,
    Price,
)

Action = Literal["supply", "open_mine", "sell", "develop"]
Id = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, description="Its id.")]
Seats = Annotated[int, Meta(ge=1, le=MOST_SEATS, description="A number of players.")]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of data and where it comes from."""

    source: Annotated[
        Literal["rulebook", "derived", "web", "reconstructed"],
        doc("Stated in the rulebook, derived from it, found on published pages, or reconstructed."),
    ]


class Publication(Printed, frozen=True):
    """Where the game was published."""

    printed_in: Annotated[str, Meta(max_length=100, description="The issue it came with.")]


class Players(Printed, frozen=True):
    """For whom the game is."""

    min: Annotated[Seats, doc("So many players at least.")]
    max: Annotated[Seats, doc("So many players at most.")]
    min_age: Annotated[int, Meta(ge=0, le=99, description="From this age on.")]
    minutes: Annotated[int, Meta(ge=1, le=1_000, description="How long a match takes.")]


class Pieces(Printed, frozen=True):
    """What is in the box."""

    markers_per_player: Annotated[
        int, Meta(ge=1, le=MOST_MARKERS, description="Markers of each colour (SF-1).")
    ]
    black_markers: Annotated[BlackMarkers, doc("Black markers, one for each mine (SF-R16).")]
    dice: Annotated[int, Meta(ge=1, le=MOST_DICE, description="Dice rolled together (SF-6).")]
    die_faces: Annotated[int, Meta(ge=2, le=MOST_FACES, description="Faces of a die (SF-31).")]


class Bank(Printed, frozen=True):
    """Where coins come from."""

    unlimited: Annotated[bool, doc("Whether the bank never runs out of coins.")]


class Colours(Printed, frozen=True):
    """The colours of the players."""

    list: Annotated[tuple[Id, ...], Meta(max_length=MOST_SEATS, description="By seat (SF-R28).")]


class SetUp(Printed, frozen=True):
    """What everybody starts with."""

    supply: Annotated[Markers, doc("Markers in the personal supply (SF-1).")]
    reserve: Annotated[Markers, doc("Markers in the reserve (SF-1).")]
    money: Annotated[int, Meta(ge=0, le=MOST_MONEY_AT_FIRST, description="Money (SF-2).")]


class DicePrices(Printed, frozen=True):
    """What changing a die costs."""

    reroll: Annotated[Price, doc("Money for rolling one die again (SF-8).")]
    set: Annotated[Price, doc("Money for turning one die to another face (SF-9).")]


class MarkersMoved(Printed, frozen=True):
    """How many markers an action moves or costs."""

    supplied: Annotated[MarkersAtOnce, doc("From the reserve by the action supply (SF-20).")]
    bought: Annotated[MarkersAtOnce, doc("From the reserve by a purchase (SF-29).")]
    sitting_out: Annotated[MarkersAtOnce, doc("From the reserve for sitting out (SF-19).")]
    development_price: Annotated[
        MarkersAtOnce, doc("For a box: one stays in it (SF-27), any others go to the reserve.")
    ]


class ActionField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field on which markers wait for its action."""

    die: Annotated[int, Meta(ge=1, le=MOST_FACES, description="Its number.")]
    actions: Annotated[
        tuple[Action, ...], Meta(max_length=4, description="The action, or two to choose from (SF-16).")
    ]


class ActionFields(Printed, frozen=True):
    """The action fields, lowest number first."""

    list: Annotated[tuple[ActionField, ...], Meta(max_length=MOST_FACES, description="Field by field.")]


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space of a valley."""

    id: Id
    entrance: Annotated[int, Meta(ge=1, le=HIGHEST_ENTRANCE, description="Markers to open it (SF-22).")]
    value: Annotated[int, Meta(ge=1, le=HIGHEST_VALUE, description="Coins for its slate (SF-24).")]


class Valley(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A river with its mines."""

    id: Id
    mines: Annotated[
        tuple[Mine, ...],
        Meta(
            min_length=1,
            max_length=MOST_MINES_OF_A_VALLEY,
            description="Its mines, from the river's mouth to its source (SF-21).",
        ),
    ]


class Valleys(Printed, frozen=True):
    """All valleys."""

    list: Annotated[tuple[Valley, ...], Meta(max_length=MOST_VALLEYS, description="Valley by valley.")]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A development box (SF-27); of the numbers it has the one that its use needs."""

    id: Id
    players: Annotated[
        tuple[Seats, ...],
        Meta(max_length=MOST_SEATS, description="With so many players it is in the game (SF-35)."),
    ]
    marker_price: Annotated[Price, doc("Money for which it sells a marker (SF-29).")] = 0
    pips: Annotated[int, Meta(ge=0, le=MOST_FACES, description="Pips by which it turns a die (SF-31).")] = 0
    sale_bonus: Annotated[Price, doc("Money more for one's own sales (SF-32).")] = 0
    money_per_point: Annotated[
        int, Meta(ge=0, le=MOST_POINTS, description="Money for one point (SF-33).")
    ] = 0
    points_per_valley: Annotated[Points, doc("Points for each valley that counts (SF-34 .. SF-36).")] = 0


class Boxes(Printed, frozen=True):
    """The development boxes."""

    markers_per_box: Annotated[
        dict[Seats, Annotated[int, Meta(ge=1, le=MOST_SEATS)]],
        Meta(max_length=MOST_SEATS, description="Markers a box takes, by number of players (SF-28)."),
    ]
    list: Annotated[tuple[Box, ...], Meta(max_length=MOST_BOXES, description="Box by box.")]


class Scoring(Printed, frozen=True):
    """What counts at the end."""

    points_per_mine: Annotated[Points, doc("Points for each own mine (SF-40).")]
    money_per_point: Annotated[int, Meta(ge=1, le=MOST_POINTS, description="Money for one point (SF-41).")]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything printed, as an edition has it."""

    edition: Edition
    publication: Annotated[Publication, doc("Where the game was published.")]
    players: Annotated[Players, doc("For whom the game is.")]
    pieces: Annotated[Pieces, doc("What is in the box.")]
    bank: Annotated[Bank, doc("Where coins come from.")]
    colours: Annotated[Colours, doc("The colours of the players.")]
    setup: Annotated[SetUp, doc("What everybody starts with.")]
    dice_prices: Annotated[DicePrices, doc("What changing a die costs.")]
    markers: Annotated[MarkersMoved, doc("How many markers an action moves or costs.")]
    action_fields: Annotated[ActionFields, doc("The action fields, lowest number first.")]
    valleys: Annotated[Valleys, doc("The valleys and their mines.")]
    boxes: Annotated[Boxes, doc("The development boxes.")]
    scoring: Annotated[Scoring, doc("What counts at the end.")]

    def actions(self, die: int) -> tuple[Action, ...]:
        return self.action_fields.list[die - 1].actions

    @cached_property
    def mines(self) -> Mapping[str, Mine]:
        """By their ids."""
        return MappingProxyType({mine.id: mine for valley in self.valleys.list for mine in valley.mines})

    @cached_property
    def valley_of(self) -> Mapping[str, Valley]:
        """By the ids of their mines."""
        return MappingProxyType({mine.id: valley for valley in self.valleys.list for mine in valley.mines})

    @cached_property
    def shops(self) -> tuple[Box, ...]:
        """The boxes that sell markers (SF-29)."""
        return tuple(box for box in self.boxes.list if box.marker_price)

    def boxes_for(self, seats: int) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes.list if seats in box.players)


BOARDS: Final = Editions("schiefer", Board, Path(__file__).with_name("board.yaml"))

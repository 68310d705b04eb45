"""How much of anything there can be, on the board of any edition and so in any stored value.

Each limit lies well above what is printed today (26 markers, three dice, 29 mines), and an edition within
them needs no new type. What a given table holds is narrower: see laws.py.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from games.kernel.quantities import LONGEST_ID, MOST_ROUNDS, MOST_SEATS, names

MOST_MARKERS: Final = 100  # of one player
MOST_DICE: Final = 6
MOST_FACES: Final = 12  # of a die; each has an action field
MOST_VALLEYS: Final = 12
MOST_MINES_OF_A_VALLEY: Final = 12
MOST_MINES: Final = MOST_VALLEYS * MOST_MINES_OF_A_VALLEY
MOST_BOXES: Final = 16
HIGHEST_ENTRANCE: Final = 6  # markers
MOST_MARKERS_AT_ONCE: Final = HIGHEST_ENTRANCE  # of any action
HIGHEST_VALUE: Final = 30  # coins for the slate of a mine
HIGHEST_PRICE: Final = 30  # of a reroll, a set die, a bought marker; also the highest bonus of a sale
MOST_MONEY_AT_FIRST: Final = 100
# Nobody can have more: each mine is sold once, and everybody started with something.
MOST_MONEY: Final = MOST_SEATS * MOST_MONEY_AT_FIRST + MOST_MINES * (
    HIGHEST_VALUE + MOST_BOXES * HIGHEST_PRICE
)

Markers = Annotated[int, Meta(ge=0, le=MOST_MARKERS, description="Markers of one player.")]
MarkersAtOnce = Annotated[int, Meta(ge=1, le=MOST_MARKERS_AT_ONCE, description="Markers that move together.")]
BlackMarkers = Annotated[int, Meta(ge=0, le=MOST_MINES, description="Black markers.")]
Money = Annotated[int, Meta(ge=0, le=MOST_MONEY, description="Money.")]
Coins = Annotated[int, Meta(ge=0, le=HIGHEST_VALUE, description="Coins of one sale.")]
Price = Annotated[int, Meta(ge=0, le=HIGHEST_PRICE, description="Money for something printed.")]
Rounds = Annotated[int, Meta(ge=0, le=MOST_ROUNDS, description="A number of rounds.")]

Die = Annotated[
    int,
    Meta(ge=1, le=MOST_DICE, description="Which die, counted 1, 2, 3 as they lie."),
    names("die"),
]
Face = Annotated[int, Meta(ge=1, le=MOST_FACES, description="The number a die shows."), names("face")]
Field = Annotated[
    int, Meta(ge=1, le=MOST_FACES, description="An action field, by its number."), names("field")
]
Place = Annotated[
    int,
    Meta(ge=0, le=MOST_SEATS, description="A place in the player order, counted from the start player."),
    names("place"),
]

Colour = Annotated[str, Meta(max_length=LONGEST_ID, description="A colour of markers."), names("colour")]
MineId = Annotated[str, Meta(max_length=LONGEST_ID, description="A mine."), names("mine")]
OpenedMineId = Annotated[MineId, Meta(description="An opened mine."), names("opened_mine")]
ValleyId = Annotated[str, Meta(max_length=LONGEST_ID, description="A valley."), names("valley")]
BoxId = Annotated[str, Meta(max_length=LONGEST_ID, description="A development box."), names("box")]

Dice = Annotated[tuple[Face, ...], Meta(max_length=MOST_DICE, description="The numbers shown by the dice.")]
MarkedFields = Annotated[
    tuple[Field, ...], Meta(max_length=MOST_DICE, description="Fields, lowest first, one entry a marker.")
]
PaidFields = Annotated[
    tuple[Field, ...],
    Meta(
        max_length=HIGHEST_ENTRANCE,
        description="Fields on which markers waited that pay instead: their actions are lost (SF-18).",
    ),
]
Pending = Annotated[
    tuple[Field, ...],
    Meta(max_length=MOST_MARKERS, description="Fields on which markers wait, one entry a marker."),
]

"""How a stored type says what its values may be, so that decoding refuses whatever no table could hold.

    Markers = Annotated[int, Meta(ge=0, le=MOST_MARKERS, description="Markers of one player.")]
    MineId = Annotated[str, Meta(max_length=LONGEST_ID, description="A mine."), names("mine")]

    class Player(msgspec.Struct):
        supply: Annotated[Markers, doc("Markers in the personal supply (SF-1).")]

Three things are declared, all in the type, and each is read by one mechanism:

bounds        every number has `ge` and `le`, every text and list a `max_length`; msgspec refuses the rest
              with the place. The limits are those of the components of any edition, in the game's own
              `quantities.py`, which its board shares: an edition within them needs no new type.
references    `names("seat")`: the value is one of what the table has under that word, and `one_per("seat")`:
              the list has exactly one place for each. `Game.names` says what the table has;
              `kernel/references.py` finds them, `kernel/laws.py` asks.
descriptions  `doc("…")`: one sentence in the words of the rulebook, with the rule's id where one stands
              behind it. It is the description in openapi.yaml.

`kernel/declarations.py` finds what lacks one of the three.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

MOST_SEATS: Final = 8  # of any edition of any game; those of today have four at most
MOST_ROUNDS: Final = 1_000_000  # nothing ends a game that stands still, so this is only generous
MOST_POINTS: Final = 100_000
LONGEST_ID: Final = 40  # characters of an edition or of anything printed


EACH_ONCE: Final = Meta(
    extra_json_schema={"uniqueItems": True}
)  # of a list whose doubles the laws or the door refuse


def doc(text: str) -> Meta:
    """What the documentation says of a field; an alias may say it for many."""
    return Meta(description=text)


def names(kind: str) -> Meta:
    """The value, or the key of a mapping, is one of those that the table has under this word."""
    return Meta(extra={"names": kind})


def one_per(kind: str, most: int) -> Meta:
    """The list has one place for each of those that the table has under this word."""
    return Meta(max_length=most, extra={"per": kind})


Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1, description="A seat, counted from 0."), names("seat")]
Edition = Annotated[
    str, Meta(max_length=LONGEST_ID, description="The edition of the printed board."), names("edition")
]
Round = Annotated[
    int, Meta(ge=0, le=MOST_ROUNDS, description="The round, counted from 1; 0 before the first.")
]
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS, description="Points.")]

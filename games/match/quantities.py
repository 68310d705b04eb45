"""How much of anything a match around a game can hold, whatever a book from elsewhere says.

See games/kernel/quantities.py for how it is declared. Going back and playing on knows no end, so the limits
of versions, draws and moments are only generous: what a house has ever written lies far within them.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from games.kernel.quantities import EACH_ONCE, LONGEST_ID, MOST_SEATS, Seat

LONGEST_WORDS: Final = 200  # characters of a player's words for the luck
LONGEST_CLOCK: Final = 366 * 24 * 3600  # seconds
LEAST_MILLISECONDS: Final = 10  # for an answer of a bot
MOST_MILLISECONDS: Final = 10_000

ID_OF_MATCH: Final = 200  # characters
HEX_DIGITS: Final = 64  # of SHA-256, and of a seed
LAST_VERSION: Final = 10**15 - 1
LAST_DRAW: Final = 10**12
LAST_MOMENT: Final = 2**53 - 1  # UTC milliseconds
ALL_TIME: Final = 2**52  # milliseconds that can gather in a bank
DRAWS_OF_ENTRY: Final = 10_000
ENTRIES_OF_UNDO: Final = 1_000_000  # that one undo strikes out, and undos that can be taken back
SEATS_NAMED: Final = 64  # of those who have answered; each seat stands there once
QUESTIONS_AT_ONCE: Final = 16

SeatNumber = Seat
Version = Annotated[int, Meta(ge=0, le=LAST_VERSION, description="A version of the match.")]
Versions = Annotated[
    tuple[Version, ...], Meta(max_length=ENTRIES_OF_UNDO, description="Versions of the match.")
]
Moment = Annotated[int, Meta(ge=0, le=LAST_MOMENT, description="A moment, in UTC milliseconds.")]
Duration = Annotated[int, Meta(ge=0, le=ALL_TIME, description="Milliseconds.")]
Seconds = Annotated[int, Meta(ge=0, le=LONGEST_CLOCK, description="Seconds.")]
SecondsOfClock = Annotated[int, Meta(ge=1, le=LONGEST_CLOCK, description="Seconds.")]
LOWEST_LEVEL: Final = 1  # of a bot
HIGHEST_LEVEL: Final = 6

Level = Annotated[
    int, Meta(ge=LOWEST_LEVEL, le=HIGHEST_LEVEL, description="1 is the weakest, 6 the strongest.")
]
Milliseconds = Annotated[int, Meta(ge=LEAST_MILLISECONDS, le=MOST_MILLISECONDS, description="Milliseconds.")]
DrawNumber = Annotated[int, Meta(ge=0, le=LAST_DRAW, description="The number of a draw, counted from 0.")]
DrawBound = Annotated[int, Meta(description="What the draw is below; the audit looks at every draw.")]
DrawValue = Annotated[int, Meta(description="What was drawn; the audit looks at every draw.")]
Draws = Annotated[
    tuple[tuple[DrawBound, DrawValue], ...], Meta(max_length=DRAWS_OF_ENTRY, description="Bounds and values.")
]
SeatCount = Annotated[int, Meta(ge=1, le=MOST_SEATS, description="How many seats the match has.")]
SomeSeats = Annotated[
    tuple[Seat, ...], EACH_ONCE, Meta(max_length=SEATS_NAMED, description="Some of the seats.")
]
Words = Annotated[str, Meta(max_length=LONGEST_WORDS, description="A player's own words for the luck.")]
MatchId = Annotated[str, Meta(max_length=ID_OF_MATCH, description="The id of a match.")]
GameName = Annotated[str, Meta(max_length=LONGEST_ID, description="The game, as the catalogue names it.")]
Sha256 = Annotated[str, Meta(max_length=HEX_DIGITS, description="A SHA-256 digest, in hex.")]
Seed = Annotated[str, Meta(max_length=HEX_DIGITS, description="The secret seed, in hex.")]
OptionName = Annotated[str, Meta(max_length=LONGEST_ID)]
OptionNumber = Annotated[int, Meta(ge=-LAST_VERSION, le=LAST_VERSION)]
OptionWord = Annotated[str, Meta(max_length=LONGEST_ID)]
ChosenOptions = Annotated[
    dict[OptionName, bool | OptionNumber | OptionWord | None],
    Meta(max_length=LONGEST_ID, description="What was chosen before the game, as the game names it."),
]

"""What is true of every table of Ruhrschifffahrt, whoever sends it (see games/kernel/laws.py).

names      what a table has under each word
turns      who has already had a turn, read off the agenda
places     round and order, ships, discs, and what a round has set
pieces     every piece lies somewhere
accounts   money and points came from somewhere
asked      what is waited for is what the rules could have come to
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.kernel import Breach
from games.ruhrschifffahrt.laws.accounts import ACCOUNTS
from games.ruhrschifffahrt.laws.asked import ASKING
from games.ruhrschifffahrt.laws.names import NAMES
from games.ruhrschifffahrt.laws.pieces import PIECES
from games.ruhrschifffahrt.laws.places import BASICS, PLACES
from games.ruhrschifffahrt.state import Ruhr

CHAPTERS: Final = (BASICS, PIECES, ASKING[:1], PLACES, ACCOUNTS, ASKING[1:])


def chapters_in_turn(game: Ruhr) -> Iterator[Breach]:
    """Each chapter relies on those before it, so only the first that is broken speaks."""
    for chapter in CHAPTERS:
        if found := [breach for law in chapter for breach in law(game)]:
            yield from found
            return


LAWS: Final = (chapters_in_turn,)

__all__ = ["CHAPTERS", "LAWS", "NAMES"]

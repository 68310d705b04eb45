"""The edition that a file brings along: is it the one that was played, and can it be played on?"""

from __future__ import annotations

import msgspec

from events.verify import Book
from games.catalogue import GAMES
from games.kernel.editions.admission import Misprinted, admit
from games.kernel.editions.documents import Unreadable, digest_of
from service.matches.folding import read_opening


def admit_edition(book: Book) -> str | None:
    """What is wrong with it; nothing where the file brings none."""
    board = bytes(book.header.board)
    if not board or book.header.game not in GAMES:
        return None
    try:
        played = read_opening(book.entries[0]).edition_digest
        found = digest_of(board)
        if found != played:
            return f"the edition in the header is not the one that was played: its SHA-256 is {found}"
        admit(GAMES[book.header.game], board)
    except (Unreadable, Misprinted) as wrong:
        return f"the edition {book.header.edition!r} cannot be played on: {wrong}"
    except (ValueError, TypeError, LookupError, msgspec.MsgspecError):
        return None  # the fold says what is wrong with such an entry
    return None

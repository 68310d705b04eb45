"""The file of a match, as a command reads it that does not judge it."""

from __future__ import annotations

from typing import BinaryIO

from events.verify import Book, BookDamaged, read_book
from service.startup_errors import Trouble
from service.verification.edition_of_book import admit_edition


def read_exported(file: BinaryIO) -> Book:
    """Its edition is known from then on."""
    try:
        book = read_book(file.read())
    except BookDamaged as damage:
        raise Trouble(f"{file.name} is damaged: {damage}. See: ./grubenbuch verify") from None
    misfit = admit_edition(book)
    if misfit:
        raise Trouble(f"{file.name} is damaged: {misfit}. See: ./grubenbuch verify")
    return book

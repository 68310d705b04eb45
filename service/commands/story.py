"""Tells an exported match in readable lines, without a server."""

from __future__ import annotations

from typing import BinaryIO

import click

from events.verify import BookDamaged, read_book
from games.kernel.words import LANGUAGES
from service.proof.edition_of_book import admit_edition
from service.reading.story import format_line, tell_story
from service.startup_errors import Trouble


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def command(file: BinaryIO, lang: str) -> None:
    """Tell an exported match, one line an event; what an undo took back is marked."""
    try:
        book = read_book(file.read())
    except BookDamaged as damage:
        raise Trouble(f"{file.name} is damaged: {damage}. See: ./grubenbuch verify") from None
    misfit = admit_edition(book)
    if misfit:
        raise Trouble(f"{file.name} cannot be told: {misfit}.")
    for line in tell_story(list(book.entries), lang):
        click.echo(format_line(line, lang), nl=False)

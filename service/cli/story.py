"""Tells an exported match in readable lines, without a server."""

from __future__ import annotations

from typing import BinaryIO

import click

from games.kernel.words import LANGUAGES
from service.cli.verify import read_exported
from service.queries.entries import format_line, tell_story


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def command(file: BinaryIO, lang: str) -> None:
    """Tell an exported match, one line an event; what an undo took back is marked."""
    for line in tell_story(list(read_exported(file).entries), lang):
        click.echo(format_line(line, lang), nl=False)

"""A table for people to look at: as text, and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.kernel import Command, Game, Question, Table
from games.kernel.pictures.telling import Telling
from games.kernel.score import totals
from service.queries.pictures import ask_in_words, write_svg

LANG: Final = "en"


def tell_table(game: Game[Any], table: Table, legal: Sequence[Command]) -> str:
    """Round, points, what is asked, and each option by its number."""
    telling = asked_telling(game, table)
    points = ", ".join(
        f"{telling.seat(seat)}: {each}"
        for seat, each in enumerate(totals(game.score(table), len(game.places(table))))
    )
    options = [
        f"{number:>3}  {tell_option(game, table, command, telling)}" for number, command in enumerate(legal)
    ]
    return "\n".join([f"{telling.game()}, {table.round}. {points}", telling.question, *options])


def tell_option(game: Game[Any], table: Table, command: Command, telling: Telling) -> str:
    facts = game.wording(table, command)
    if hasattr(command, "seat"):
        facts |= {"seat": telling.seat(command.seat)}
    return telling.words.said("commands", command, telling.lang, **facts)


def draw_table(game: Game[Any], table: Table) -> str:
    return write_svg(game.picture(table, asked_telling(game, table)), game.name)


def asked_telling(game: Game[Any], table: Table) -> Telling:
    plain = Telling(words=game.words, lang=LANG)
    asked = table.agenda[0] if table.agenda else None
    if not isinstance(asked, Question):
        return plain
    return Telling(
        words=game.words, lang=LANG, turn=asked.seat, question=ask_in_words(game, table, asked, plain)
    )

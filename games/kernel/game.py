"""What the catalogue knows of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar, Union

import msgspec

from games.kernel.editions.checks import Misprint
from games.kernel.editions.naming import names_of
from games.kernel.editions.registry import Editions
from games.kernel.language import Command, Event, Item, Options, Table
from games.kernel.laws import Breach
from games.kernel.pictures.layout import Layout
from games.kernel.pictures.shapes import Picture
from games.kernel.pictures.telling import Telling
from games.kernel.play import Play
from games.kernel.rulebook import Rulebook
from games.kernel.score import Line
from games.kernel.words import Words

G = TypeVar("G", bound=Table)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[G]):
    """A game by name: its types, its rules and what can be read off its table."""

    name: str
    version: int  # of the rules; an entry says under which it was decided
    seats: tuple[int, ...]
    editions: Editions[Any]  # the printed boards, as data with source marks
    options: type[Options]
    table: type[G]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    items: tuple[type[Item], ...]
    rules: Rulebook[G, Play[G]]
    blank: Callable[[int, str, Any], G]  # seats, edition, options -> an empty table
    opening: tuple[Item, ...]  # the agenda a match starts with
    score: Callable[[G], list[Line]]
    places: Callable[[G], list[int]]
    view: Callable[[G], Any]  # derived facts, so that a client draws the board without rules
    view_type: type[Any]
    wording: Callable[
        [G, Command | Item], dict[str, Any]
    ]  # what a label or a prompt names beyond the fields of its command or question
    words: Words
    layout: Layout  # where printed things lie
    picture: Callable[[G, Telling], Picture]  # of the table
    portraits: Callable[[str, Telling], Mapping[str, Picture]]  # edition -> cards and tiles, each alone
    minutes: int  # how long people take for a match
    longest: int  # answers, not counting those taken back: no match has more
    most_turns: int | None = (
        None  # rounds times seats after which a match ends, where no rule of the game ends it
    )
    names: Mapping[str, Callable[[G], Collection[Any]]] = field(default_factory=dict)
    """What a table has under each word that its types refer to by `quantities.names`."""
    laws: tuple[Callable[[G], Iterable[Breach]], ...] = ()
    """What is true of every table of the game once it is set up, see `kernel.laws`."""
    checks: tuple[Callable[[Any], Iterable[Misprint]], ...] = ()
    """What is true of the board of every edition."""

    @cached_property
    def rules_name(self) -> str:
        return f"{self.name}/{self.version}"

    def words_of(self, edition: str) -> Words:
        """The words of the game, in which things go by the names that the edition gives them."""
        if edition == self.editions.default:
            return self.words
        if edition not in self._worded:
            board, worded = self.editions[edition], self.words.sections["components"]
            names = names_of(self.editions.document(edition), board, worded)
            self._worded[edition] = msgspec.structs.replace(self.words, names=names)
        return self._worded[edition]

    @cached_property
    def _worded(self) -> dict[str, Words]:
        return {}

    @cached_property
    def command_type(self) -> Any:
        return Union[self.commands]  # noqa: UP007  made of a tuple

    @cached_property
    def event_type(self) -> Any:
        return Union[self.events]  # noqa: UP007  made of a tuple

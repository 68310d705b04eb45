"""A match in readable lines: one for each event that tells something, rounds as headings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from events.entry import Entry
from games.catalogue import GAMES
from games.kernel import Asked, Event, Game, RoundBegan
from games.match.events import EVENTS, ClockStarted, LuckDrawn, MatchOpened, TimeTaken, UndoForgotten
from games.match.words import WORDS
from service.matches.folding import events_of, read_opening
from service.matches.history import course_of
from service.players.names import SEAT_NAMES

SILENT: Final = (Asked, LuckDrawn, UndoForgotten, ClockStarted, TimeTaken)
SEATS: Final = frozenset({"seat", "starter", "order"})  # fields that hold seats, whatever the game
STRUCK_REMARK: Final = {"en": "(taken back)", "de": "(zurückgenommen)"}


class StoryLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    version: int
    text: str
    heading: bool = False  # a round begins
    struck: bool = False  # an undo took it back


class Teller:
    """Who sits where is not in the book: without names, seats are called by their numbers."""

    def __init__(self, game: Game[Any], edition: str, lang: str, names: list[str] | None = None) -> None:
        self.game = game
        self.words = game.words_of(edition)
        self.lang = lang
        self.names = names or []

    def lines(self, entries: Iterable[Entry], counts: Callable[[Entry], bool]) -> Iterator[StoryLine]:
        for entry in entries:
            struck = not counts(entry)
            for event in events_of(entry, self.game.name):
                if not isinstance(event, SILENT):
                    yield StoryLine(
                        version=entry.version,
                        text=self.text(event),
                        heading=isinstance(event, RoundBegan),
                        struck=struck,
                    )

    def text(self, event: Event) -> str:
        words = WORDS if isinstance(event, EVENTS) else self.words
        return words.said("events", event, self.lang, **self.seats(event))

    def seats(self, event: Event) -> dict[str, Any]:
        if isinstance(event, MatchOpened):
            return {}
        told = SEATS.intersection(event.__struct_fields__)
        return {field: self.named(getattr(event, field)) for field in told}

    def named(self, seats: Any) -> Any:
        if isinstance(seats, int):
            known = seats in range(len(self.names))
            return self.names[seats] if known else SEAT_NAMES[self.lang].format(seats + 1)
        return [self.named(seat) for seat in seats]


def tell_story(entries: list[Entry], lang: str) -> Iterator[StoryLine]:
    """The story of a whole book at hand."""
    opened = read_opening(entries[0])
    return Teller(GAMES[opened.game], opened.edition, lang).lines(entries, course_of(entries).counts)


def format_line(line: StoryLine, lang: str) -> str:
    if line.heading and not line.struck:
        return f"\n=== {line.text} ===\n\n"
    mark = f"  {STRUCK_REMARK[lang]}" if line.struck else ""
    return f"{line.version:>5}  {line.text}{mark}\n"

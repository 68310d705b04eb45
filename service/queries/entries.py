"""Read the book of a match: in pages, all through, or as a story in readable lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

import msgspec

from events.entry import BrokenChain, Entry, command_tag, event_tags
from events.snapshots import read_entries
from events.store import Store
from games.catalogue import GAMES
from games.kernel import Asked, Event, Game, RoundBegan
from games.kernel.quantities import doc
from games.match.actor import Actor
from games.match.events import EVENTS, ClockStarted, LuckDrawn, MatchOpened, TimeTaken, UndoForgotten
from games.match.words import WORDS
from service.matches.fields import MatchId
from service.matches.folding import course_of, events_of, read_opening
from service.players.names import SEAT_NAMES
from service.problem_detail import Detail
from service.problems import UnknownEntry

ENTRIES_A_CHUNK: Final = 200
MOST_READ: Final = 2_000  # entries read for one page, however few of them are wanted


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries of the book somebody asks for."""

    after: int = 0
    type: str | None = None  # of the command or of one of its events
    seat: int | None = None  # who gave the command, as a person or as its bot

    def since(self, version: int) -> EntryFilter:
        return replace(self, after=version)

    def fits(self, entry: Entry) -> bool:
        if self.seat is not None and Actor.parse(entry.actor).seat != self.seat:
            return False
        return self.type is None or self.type in {command_tag(entry), *event_tags(entry)}


class EntriesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the book."""

    match: MatchId
    version: Annotated[int, doc("The version of the match now; the page may end before it.")]
    entries: Annotated[list[Entry], doc("The entries that were asked for, oldest first.")]
    next: Annotated[
        int | None, doc("What to send as `after` for the next page; null at the end of the book.")
    ]


def read_matching(store: Store, match: str, wanted: EntryFilter, until: int) -> Iterator[Entry]:
    return filter(wanted.fits, read_entries(store, match, wanted.after, until))


def read_page(store: Store, match: str, wanted: EntryFilter, limit: int, until: int) -> EntriesAnswer:
    """Return up to `limit` fitting entries; `next` leads on even if none of those read fitted.

    A page ends before an entry that cannot be read; the next one begins with it and raises BrokenChain.
    """
    found: list[Entry] = []
    seen = wanted.after
    try:
        for entry in read_entries(store, match, wanted.after, until):
            if len(found) == limit or seen - wanted.after >= MOST_READ:
                break
            seen = entry.version
            if wanted.fits(entry):
                found.append(entry)
    except BrokenChain:
        if seen == wanted.after:
            raise
    return EntriesAnswer(match=match, version=until, entries=found, next=seen if seen < until else None)


def read_entry(store: Store, match: str, version: int, newest: int) -> Entry:
    if not 1 <= version <= newest:
        raise UnknownEntry(Detail("entries_of_match", {"newest": newest}), version=newest)
    return store.entries(match, after=version - 1, limit=1)[0]


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
    """Yield the story of a whole book at hand."""
    opened = read_opening(entries[0])
    return Teller(GAMES[opened.game], opened.edition, lang).lines(entries, course_of(entries).counts)


def format_line(line: StoryLine, lang: str) -> str:
    if line.heading and not line.struck:
        return f"\n=== {line.text} ===\n\n"
    mark = f"  {STRUCK_REMARK[lang]}" if line.struck else ""
    return f"{line.version:>5}  {line.text}{mark}\n"

"""Read the entries of a book: as typed events, as the match that they lead to, and which of them still count.

An undo strikes entries out and a redo brings them back; nothing is ever deleted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any, Final

import msgspec

from events.codec import decode
from events.entry import Entry, UnreadableEntry, command_tag, event_tags
from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Command, Event, tag_of
from games.match.actor import Actor
from games.match.commands import COMMANDS
from games.match.events import LuckDrawn, MatchOpened, MatchStarted, Restored, Rewound
from games.match.past import Turn
from games.match.play import command_type, event_type, evolve, evolve_struck, fold, opening_in
from games.match.seating import TokenRenewed
from games.match.state import Match

MOST_EVENTS: Final = 1_000  # in an entry; that of no game has a tenth of it

_TURNING: Final = (tag_of(Rewound), tag_of(Restored))
_TURNS: Final = re.compile(b'"type":"(?:%s)"' % "|".join(_TURNING).encode())
_RENEWED: Final = b'"type":"%s"' % tag_of(TokenRenewed).encode()
_OF_THE_MATCH: Final = frozenset(tag_of(kind) for kind in COMMANDS)


# --- entries as typed commands and events


@cache
def _decoder(game: str) -> msgspec.json.Decoder[list[Event]]:
    one: Any = event_type(GAMES[game])
    return msgspec.json.Decoder(Annotated[list[one], msgspec.Meta(max_length=MOST_EVENTS)])


def events_of(entry: Entry, game: str) -> list[Event]:
    """Return the typed events of an entry, or raise UnreadableEntry."""
    try:
        return _decoder(game).decode(lift_shapes(entry.events, game))
    except ValueError as failure:
        raise UnreadableEntry(entry.version, f"its events cannot be read: {failure}") from failure


@cache
def _command_decoder(game: str) -> msgspec.json.Decoder[Command]:
    return msgspec.json.Decoder(command_type(GAMES[game]))


def command_of(entry: Entry, game: str) -> Command:
    """Return the typed command of an entry."""
    return _command_decoder(game).decode(lift_shapes(entry.command, game))


class _Opening(msgspec.Struct):
    """Just enough of the first event to name the game."""

    game: str


def game_of(first: Entry) -> str:
    """Return the name of the game that the first entry of a book opens, or raise UnreadableEntry."""
    try:
        events: list[msgspec.Raw] = msgspec.json.decode(first.events, type=list[msgspec.Raw])
        return msgspec.json.decode(events[0], type=_Opening).game
    except ValueError as failure:
        raise UnreadableEntry(first.version, f"its events cannot be read: {failure}") from failure


def read_opening(first: Entry) -> MatchOpened:
    """Return the event that opens a match, or raise TypeError for an entry that begins no book."""
    return opening_in(events_of(first, game_of(first)))


# --- the match that they lead to


def begin(first: Entry) -> Match:
    """Return the match after the first entry of its book."""
    return fold(events_of(first, game_of(first)))


def fold_entries(entries: Sequence[Entry]) -> Match:
    """Return the match after all entries of its book."""
    return fold_on(begin(entries[0]), entries[1:])


def fold_on(match: Match, entries: Sequence[Entry]) -> Match:
    """Apply further entries to a match, in place.

    If an undo among them struck entries out, those must be among them too: see `turns_back`.
    """
    gone = struck_versions(entries)
    for entry in entries:
        apply = evolve_struck if entry.version in gone else evolve
        for event in events_of(entry, match.game):
            apply(match, event)
    return match


def walk_book(entries: Sequence[Entry]) -> Iterator[tuple[Match, Entry, bool]]:
    """Yield the match before each entry but the first, the entry, and whether the entry counts.

    It is one match, changed in place; after the last step it stands as the last entry leaves it.
    """
    match, gone = begin(entries[0]), struck_versions(entries)
    for entry in entries[1:]:
        counts = entry.version not in gone
        yield match, entry, counts
        apply = evolve if counts else evolve_struck
        for event in events_of(entry, match.game):
            apply(match, event)


# --- which of them count


class _Tagged(msgspec.Struct):
    type: str


def turns_back(entry: Entry) -> bool:
    """Return whether the entry changes which earlier ones count; only its bytes are looked at."""
    return _TURNS.search(entry.events) is not None


def renews_token(entry: Entry) -> bool:
    """Return whether a token is void from this entry on; only its bytes are looked at."""
    return _RENEWED in bytes(entry.events)


def struck_versions(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the versions that an undo struck out and no redo brought back.

    They stay in the book and in every export.
    """
    gone: set[int] = set()
    for turn in turnings(entries):
        if isinstance(turn, Rewound):
            gone |= set(turn.struck)
        else:
            gone -= set(turn.versions)
    return frozenset(gone)


def turned_versions(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the versions that count after these entries and did not before them, or vice versa."""
    other: set[int] = set()
    for turn in turnings(entries):
        other ^= set(versions_of(turn))
    return frozenset(other)


def turnings(entries: Iterable[Entry]) -> Iterator[Rewound | Restored]:
    """Yield the events of undos and redos, in order."""
    for entry in filter(turns_back, entries):
        for event in decode(entry.events, list[msgspec.Raw]):
            if decode(event, _Tagged).type in _TURNING:
                yield decode(event, Rewound | Restored)  # type: ignore[arg-type]  # a union is no type to mypy


def versions_of(turn: Rewound | Restored) -> tuple[int, ...]:
    return turn.struck if isinstance(turn, Rewound) else turn.versions


def luck_was_struck_out(entries: Sequence[Entry]) -> bool:
    """Return whether an undo struck out a draw of luck, even if a redo brought it back: it had been seen."""
    drew = {entry.version for entry in entries if tag_of(LuckDrawn) in event_tags(entry)}
    return any(isinstance(turn, Rewound) and drew & set(turn.struck) for turn in turnings(entries))


class Course(msgspec.Struct):
    """Which answers count after an entry, without the table.

    The newest answer that counts determines which others do: an undo leads back to an earlier one, a redo to
    a later one. So the game at a version stands as after the newest answer that counted there.
    """

    begun: int = 0  # the version with which the game began; 0: not yet
    answers: list[int] = []  # the versions of those that count, oldest first

    def take(self, entry: Entry) -> None:
        """Go on by one entry, or raise UnreadableEntry."""
        try:
            if turns_back(entry):
                for turn in turnings((entry,)):
                    self._turn(turn)
            elif answers_game(entry):
                self.answers.append(entry.version)
            elif not self.begun and tag_of(MatchStarted) in event_tags(entry):
                self.begun = entry.version
        except msgspec.MsgspecError as failure:
            raise UnreadableEntry(entry.version, f"it cannot be read: {failure}") from failure

    def _turn(self, turn: Rewound | Restored) -> None:
        named = set(versions_of(turn))
        if isinstance(turn, Rewound):
            self.answers = [version for version in self.answers if version not in named]
        else:
            self.answers = sorted(named.union(self.answers))

    def counts(self, entry: Entry) -> bool:
        """Return whether the entry still counts; one that is no answer to the game always does."""
        if not answers_game(entry):
            return True
        place = bisect_left(self.answers, entry.version)
        return place < len(self.answers) and self.answers[place] == entry.version


def course_of(entries: Iterable[Entry]) -> Course:
    """Return the course of a book from its first entry on."""
    course = Course()
    for entry in entries:
        course.take(entry)
    return course


def turns_after(entries: Sequence[Entry]) -> tuple[Turn, ...]:
    """Return the answers to the game among these entries that count after the last of them."""
    gone = struck_versions(entries)
    return tuple(turn for entry in entries if entry.version not in gone and (turn := turn_in(entry)))


def turn_in(entry: Entry) -> Turn | None:
    """Return the answer to the game that the entry holds, or None."""
    if not answers_game(entry):
        return None
    actor = Actor.parse(entry.actor)
    assert actor.seat is not None  # noqa: S101  or it would be no answer
    drew = tag_of(LuckDrawn) in event_tags(entry)
    return Turn(entry.version, actor.seat, drew=drew, bot=actor.is_bot)


def answers_game(entry: Entry) -> bool:
    """Return whether the entry holds an answer to the game."""
    return Actor.parse(entry.actor).seat is not None and command_tag(entry) not in _OF_THE_MATCH

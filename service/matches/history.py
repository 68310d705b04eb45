"""Which entries of a book count: an undo strikes out, a redo brings back, nothing is ever deleted."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from events.codec import decode
from events.entry import Entry, UnreadableEntry, command_tag, event_tags
from games.kernel import tag_of
from games.match.actor import Actor
from games.match.commands import COMMANDS
from games.match.events import LuckDrawn, MatchStarted, Restored, Rewound
from games.match.past import Turn
from games.match.seating import TokenRenewed

_TURNING: Final = (tag_of(Rewound), tag_of(Restored))
_TURNS: Final = re.compile(b'"type":"(?:%s)"' % "|".join(_TURNING).encode())
_RENEWED: Final = b'"type":"%s"' % tag_of(TokenRenewed).encode()
_OF_THE_MATCH: Final = frozenset(tag_of(kind) for kind in COMMANDS)


class _Tagged(msgspec.Struct):
    type: str


def turns_back(entry: Entry) -> bool:
    """Does this entry change which earlier ones count? A look at its bytes tells."""
    return _TURNS.search(entry.events) is not None


def renews_token(entry: Entry) -> bool:
    """Is a token void from this entry on? A look at its bytes tells."""
    return _RENEWED in bytes(entry.events)


def struck_versions(entries: Iterable[Entry]) -> frozenset[int]:
    """The versions that an undo struck out and no redo brought back.

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
    """The versions that count after these entries and did not before them, or vice versa."""
    other: set[int] = set()
    for turn in turnings(entries):
        other ^= set(versions_of(turn))
    return frozenset(other)


def turnings(entries: Iterable[Entry]) -> Iterator[Rewound | Restored]:
    for entry in filter(turns_back, entries):
        for event in decode(entry.events, list[msgspec.Raw]):
            if decode(event, _Tagged).type in _TURNING:
                yield decode(event, Rewound | Restored)  # type: ignore[arg-type]  # a union is no type to mypy


def luck_was_struck_out(entries: Sequence[Entry]) -> bool:
    """Whatever was brought back since: what was drawn had been seen."""
    drew = {entry.version for entry in entries if tag_of(LuckDrawn) in event_tags(entry)}
    return any(isinstance(turn, Rewound) and drew & set(turn.struck) for turn in turnings(entries))


def versions_of(turn: Rewound | Restored) -> tuple[int, ...]:
    return turn.struck if isinstance(turn, Rewound) else turn.versions


class Course(msgspec.Struct):
    """How a game has gone up to an entry, told without its table.

    The newest answer that counts says which others do: an undo leads back to an earlier one, a redo to a
    later one. So the game at a version stands as after the newest answer that counted there.
    """

    begun: int = 0  # the version with which the game began; 0: not yet
    answers: list[int] = []  # the versions of those that count, oldest first

    def take(self, entry: Entry) -> None:
        """Go on by one entry; raises UnreadableEntry for one that says nothing."""
        try:
            self._take(entry)
        except msgspec.MsgspecError as failure:
            raise UnreadableEntry(entry.version, f"it cannot be read: {failure}") from failure

    def _take(self, entry: Entry) -> None:
        if turns_back(entry):
            for turn in turnings((entry,)):
                self._turn(turn)
        elif answers_game(entry):
            self.answers.append(entry.version)
        elif not self.begun and begins_game(entry):
            self.begun = entry.version

    def counts(self, entry: Entry) -> bool:
        """Return whether the entry still counts; one that is no answer to the game always does."""
        if not answers_game(entry):
            return True
        place = bisect_left(self.answers, entry.version)
        return place < len(self.answers) and self.answers[place] == entry.version

    def _turn(self, turn: Rewound | Restored) -> None:
        named = set(versions_of(turn))
        if isinstance(turn, Rewound):
            self.answers = [version for version in self.answers if version not in named]
        else:
            self.answers = sorted(named.union(self.answers))


def course_of(entries: Iterable[Entry]) -> Course:
    """The course of a book from its first entry on."""
    course = Course()
    for entry in entries:
        course.take(entry)
    return course


def turns_after(entries: Sequence[Entry]) -> tuple[Turn, ...]:
    """The answers to the game among these entries that count after the last of them."""
    gone = struck_versions(entries)
    return tuple(turn for entry in entries if entry.version not in gone and (turn := turn_in(entry)))


def turn_in(entry: Entry) -> Turn | None:
    """The answer to the game that the entry holds, if it holds one."""
    if not answers_game(entry):
        return None
    actor = Actor.parse(entry.actor)
    assert actor.seat is not None  # noqa: S101  or it would be no answer
    drew = tag_of(LuckDrawn) in event_tags(entry)
    return Turn(entry.version, actor.seat, drew=drew, bot=actor.is_bot)


def answers_game(entry: Entry) -> bool:
    """Return whether the entry holds an answer to the game."""
    return Actor.parse(entry.actor).seat is not None and command_tag(entry) not in _OF_THE_MATCH


def begins_game(entry: Entry) -> bool:
    """Before this entry there was no position of the game."""
    return tag_of(MatchStarted) in event_tags(entry)

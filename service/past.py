"""Looks up in the book what an undo has to know."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from events.entry import Entry
from events.history import struck
from games.kernel import Command
from games.match.commands import AnswerUndo, ExpireUndo, Resign, Undo
from games.match.past import Past, Turn
from games.match.permits import seat_of
from games.match.play import MATCH_COMMANDS
from games.match.state import Match


class _Tagged(msgspec.Struct):
    type: str


_commands = msgspec.json.Decoder(_Tagged)
_events = msgspec.json.Decoder(list[_Tagged])
_OF_THE_MATCH = frozenset(command.__struct_config__.tag for command in MATCH_COMMANDS)


def past_of(
    command: Command, match: Match, version: int, now: int, entries_after: Callable[[int], list[Entry]]
) -> Past | None:
    """What the command has to know of time; None if it looks back on nothing and no clock runs."""
    to = looks_back_to(command, match)
    if to is None:
        return Past(now=now) if match.clock else None
    since = entries_after(to) if 0 <= to <= version else []
    gone = struck(since)
    return Past(
        now=now,
        since=tuple(turn for entry in since if entry.version not in gone for turn in turns(entry)),
        stood=0 < to <= version and match.status == "running" and not any(map(begins, since)),
        struck=to in gone,
    )


def looks_back_to(command: Command, match: Match) -> int | None:
    if isinstance(command, Undo):
        return command.to
    # Whoever goes may be the last who had not agreed.
    if isinstance(command, AnswerUndo | ExpireUndo | Resign) and match.vote is not None:
        return match.vote.to
    return None


def turns(entry: Entry) -> list[Turn]:
    """The answer to the game that the entry holds, if it holds one."""
    seat = seat_of(entry.actor)
    if seat is None or _commands.decode(entry.command).type in _OF_THE_MATCH:
        return []
    return [Turn(entry.version, seat, drew="luck_drawn" in types(entry))]


def begins(entry: Entry) -> bool:
    """Before this entry there was no position of the game."""
    return "match_started" in types(entry)


def types(entry: Entry) -> set[str]:
    return {event.type for event in _events.decode(entry.events)}

"""Looks up in the book what an undo has to know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from events.entry import Entry
from events.history import struck, turned
from games.kernel import Command
from games.match.actor import Actor
from games.match.commands import AnswerUndo, ExpireUndo, Resign, Undo
from games.match.past import Past, Turn
from games.match.play import MATCH_COMMANDS
from games.match.state import Match


class _Tagged(msgspec.Struct):
    type: str


_commands = msgspec.json.Decoder(_Tagged)
_events = msgspec.json.Decoder(list[_Tagged])
_OF_THE_MATCH = frozenset(command.__struct_config__.tag for command in MATCH_COMMANDS)


class Behind(NamedTuple):
    """What lies behind a match, as seen from one of its versions."""

    turns: tuple[Turn, ...]  # given after it, and still counting
    begun: bool  # the game was on by then
    struck: bool  # or the game would no longer stand as it stood at that version


def past_of(
    command: Command, match: Match, version: int, now: int, behind: Callable[[int], Behind]
) -> Past | None:
    """What the command has to know of time; None if it looks back on nothing and no clock runs."""
    to = looks_back_to(command, match)
    if to is None:
        return Past(now=now) if match.clock else None
    if not 0 < to <= version:
        return Past(now=now)
    seen = behind(to)
    stood = seen.begun and match.status == "running"
    return Past(now=now, since=seen.turns, stood=stood, struck=seen.struck)


def behind(to: int, since: Sequence[Entry]) -> Behind:
    """Out of the entries after that version."""
    gone = struck(since)
    return Behind(
        turns=tuple(turn for entry in since if entry.version not in gone for turn in turns(entry)),
        begun=not any(map(begins, since)),
        struck=any(version <= to for version in turned(since)),
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
    actor = Actor.parse(entry.actor)
    if actor.seat is None or _commands.decode(entry.command).type in _OF_THE_MATCH:
        return []
    return [Turn(entry.version, actor.seat, drew="luck_drawn" in types(entry), bot=actor.is_bot)]


def begins(entry: Entry) -> bool:
    """Before this entry there was no position of the game."""
    return "match_started" in types(entry)


def types(entry: Entry) -> set[str]:
    return {event.type for event in _events.decode(entry.events)}

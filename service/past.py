"""Looks up in the book what an undo has to know."""

from __future__ import annotations

import msgspec

from events.entry import Entry
from events.history import struck
from events.store import Store
from games.match.past import Past, Turn
from games.match.permits import seat_of
from games.match.play import MATCH_COMMANDS
from service.live import Live


class _Tagged(msgspec.Struct):
    type: str


_commands = msgspec.json.Decoder(_Tagged)
_events = msgspec.json.Decoder(list[_Tagged])
_OF_THE_MATCH = frozenset(command.__struct_config__.tag for command in MATCH_COMMANDS)


def past_since(store: Store, live: Live, to: int, now: int) -> Past:
    """As seen from version `to`."""
    since = store.entries(live.match.id, after=max(to, 0), limit=max(live.version - to, 0)) if to >= 0 else []
    gone = struck(since)
    return Past(
        now=now,
        since=tuple(turn for entry in since if entry.version not in gone for turn in turns(entry)),
        stood=0 < to <= live.version and live.match.status == "running" and not any(map(begins, since)),
        struck=to in gone,
    )


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

"""What can happen, and what each changes on the table."""

from __future__ import annotations

from games.kernel import Asked, Event, list_types
from games.ruhrschifffahrt.agenda import RuhrAgenda
from games.ruhrschifffahrt.events import buildings, coal, history, rounds, ships, tiles


class RuhrAsked(Asked, frozen=True, tag="asked"):
    """What the game waits for from now on."""

    agenda: RuhrAgenda


EVENTS = list_types(Event, __name__)

__all__ = ["EVENTS", "RuhrAsked", "buildings", "coal", "history", "rounds", "ships", "tiles"]

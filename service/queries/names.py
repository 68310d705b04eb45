"""People by their names, which are kept beside the book, and things by theirs."""

from __future__ import annotations

from typing import Any

import msgspec

from games.match.state import Match
from service.matches.records.people import Person
from service.players.names import SEAT_NAMES


def count_forgotten(known: dict[int, Person]) -> int:
    """How many names that were shown before are no longer shown."""
    return sum(person.forgotten for person in known.values())


def name_seats(match: Match, known: dict[int, Person], lang: str) -> list[str]:
    """The name of each seat; a nameless one is called by its number."""
    return [name_person(known.get(seat), seat, lang) for seat in range(len(match.seats))]


def name_person(person: Person | None, seat: int, lang: str) -> str:
    return (person.name if person else None) or SEAT_NAMES[lang].format(seat + 1)


def seat_named(thing: msgspec.Struct, seats: list[str]) -> dict[str, Any]:
    """What a text needs to name the seat of a question, command or event."""
    seat = getattr(thing, "seat", None)
    return {} if seat is None else {"seat": seats[seat]}

"""What an entry changes beside the book: written together with it, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from events.store import Drawers
from games.match.actor import Actor
from service.matches.records.people import Person, drawers_of_people
from service.matches.records.seeds import drawers_of_seed
from service.matches.records.tokens import drawers_of_tokens


@dataclass(frozen=True, slots=True)
class RecordChanges:
    """None in place of a record removes it."""

    seed: bytes | None = None
    tokens: Mapping[str, Actor | None] = field(default_factory=dict)  # by the hash of its token
    people: Mapping[int, Person | None] = field(default_factory=dict)  # by seat

    def drawers(self) -> Drawers:
        return drawers_of_seed(self.seed) | drawers_of_tokens(self.tokens) | drawers_of_people(self.people)

"""What an entry changes beside the book: written together with it, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from events.store import DocumentChanges
from games.kernel import Command
from games.match.actor import Actor
from games.match.commands import LeaveSeat, RenewToken, TakeSeat
from service.matches.records.people import Person, documents_of_people
from service.matches.records.reservations import documents_of_reservations
from service.matches.records.seeds import documents_of_seed
from service.matches.records.tokens import documents_of_tokens


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who sits down, and the hash of the token they will play with."""

    person: Person
    token: str


@dataclass(frozen=True, slots=True)
class RecordChanges:
    """None in place of a record removes it."""

    seed: bytes | None = None
    tokens: Mapping[str, Actor | None] = field(default_factory=dict)  # by the hash of its token
    people: Mapping[int, Person | None] = field(default_factory=dict)  # by seat
    reservations: Mapping[int, str] = field(default_factory=dict)  # players by the seats kept for them
    opener: str | None = None  # who opens the match with it; lies in the head, in no document

    def documents(self) -> DocumentChanges:
        return (
            documents_of_seed(self.seed)
            | documents_of_tokens(self.tokens)
            | documents_of_people(self.people)
            | documents_of_reservations(self.reservations)
        )


def changes_by(
    command: Command, tokens: Mapping[str, Actor], newcomer: Newcomer | None, renewed: str | None
) -> RecordChanges | None:
    """What a command changes beside the book: a seat that is left takes its tokens along.

    `renewed` is the hash of the token that takes the place of all others of a seat.
    """
    match command:
        case TakeSeat(seat=seat) if newcomer is not None:
            return RecordChanges(tokens={newcomer.token: Actor.person(seat)}, people={seat: newcomer.person})
        case LeaveSeat(seat=seat):
            return RecordChanges(tokens=void_tokens(tokens, seat), people={seat: None})
        case RenewToken(seat=seat) if renewed is not None:
            return RecordChanges(tokens=void_tokens(tokens, seat) | {renewed: Actor.person(seat)})
    return None


def void_tokens(tokens: Mapping[str, Actor], seat: int) -> dict[str, Actor | None]:
    """Every token of the person in the seat, to be made void."""
    return {token: None for token, actor in tokens.items() if actor == Actor.person(seat)}

"""Who sits in a match. Kept beside the book, so that a person can be erased and every hash still holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

import msgspec

from events.codec import decode, encode
from events.store import DocumentChanges, Store
from service.problem_detail import Detail
from service.problems import PlayerSeated

LONGEST_NAME: Final = 60
GUEST_NAMESPACE: Final = "guest"  # the namespace of players for whom no client application vouches

_DOCUMENT: Final = "people"  # seat -> the person


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits down."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None
    player: str | None = None  # `client/player`
    forgotten: bool = False  # there was a name

    @property
    def vouched_player(self) -> str | None:
        """None for a player without a client: anyone may use such an id."""
        player = self.player
        return None if player is None or player.startswith(f"{GUEST_NAMESPACE}/") else player


class People:
    """The people of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str) -> dict[int, Person]:
        """The people by their seats; a free seat, or a bot's, has no entry."""
        lying = self._store.document(match, _DOCUMENT)
        return {int(seat): decode(person, Person) for seat, person in lying.items()}

    def in_seat(self, match: str, seat: int) -> Person:
        """Nobody in particular if nothing is recorded."""
        lying = self._store.field(match, _DOCUMENT, str(seat))
        return decode(lying, Person) if lying else Person()

    def seats_of(self, match: str, player: str) -> list[int]:
        people = self.of_match(match)
        return sorted(seat for seat, person in people.items() if person.player == player)

    def require_one_seat(self, match: str, newcomer: Person) -> None:
        """For a rated match: a player who sits on both sides of the table decides its result."""
        if newcomer.player is not None and self.seats_of(match, newcomer.player):
            raise PlayerSeated(Detail("one_seat_rated"))

    def forget(self, match: str, seats: Iterable[int]) -> None:
        """The record says only that there was a name."""
        self._store.put(match, _DOCUMENT, {str(seat): encode(Person(forgotten=True)) for seat in seats})


def documents_of_people(changed: Mapping[int, Person | None]) -> DocumentChanges:
    """What is to be written with an entry; None takes somebody out of a seat."""
    fields = {str(seat): None if one is None else encode(one) for seat, one in changed.items()}
    return {_DOCUMENT: fields} if fields else {}

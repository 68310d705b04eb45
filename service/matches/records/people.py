"""Who plays in a match: people, reservations, tokens and the seed, beside the book.

They are not hashed, so a person can be erased and every hash still holds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

import msgspec

from events.store import DocumentChanges, Scope, ServerScope, Store
from games.kernel import Command
from games.match.actor import Actor
from games.match.commands import LeaveSeat, RenewToken, TakeSeat
from service.documents import Documents
from service.problem_detail import Detail
from service.problems import PlayerSeated

LONGEST_NAME: Final = 60
GUEST_NAMESPACE: Final = "guest"  # the namespace of players for whom no client application vouches


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


# By seat; a free seat, or a bot's, has no person.
PEOPLE: Final = Documents[str, int, Person]("people", int, Person)
# `client/player` by seat; a seat for a bearer of an invitation code has no player.
RESERVATIONS: Final = Documents[str, int, str]("reservations", int, str)
# By the hash of the token.
TOKENS: Final = Documents[str, str, Actor](
    "tokens",
    str,
    Actor,
    read=lambda stored: Actor.parse(stored.decode()),
    write=lambda actor: str(actor).encode(),
)
# The end of the match discloses it in the book.
SEEDS: Final = Documents[str, str, bytes]("seed", str, bytes)
_SEED: Final = "seed"
# In which matches a player sits or sat, possibly including one never joined: needed to erase the player.
PLAYER_MATCHES: Final = Documents[ServerScope, str, int]("matches", str, int)
_PLAYER_PREFIX: Final = "player-"


def person_in_seat(store: Store, match: str, seat: int) -> Person:
    """Return nobody in particular if nothing is recorded."""
    return PEOPLE.get(store, match, seat) or Person()


def seats_of_player(store: Store, match: str, player: str) -> list[int]:
    return sorted(seat for seat, person in PEOPLE.all(store, match).items() if person.player == player)


def require_one_seat(store: Store, match: str, newcomer: Person) -> None:
    """Raise PlayerSeated in a rated match: who sits on both sides of the table decides its result."""
    if newcomer.player is not None and seats_of_player(store, match, newcomer.player):
        raise PlayerSeated(Detail("one_seat_rated"))


def forget_people(store: Store, match: str, seats: Iterable[int]) -> None:
    """Leave only the fact that there was a name."""
    PEOPLE.put(store, match, dict.fromkeys(seats, Person(forgotten=True)))


def reserved_seats(store: Store, match: str, player: str) -> list[int]:
    return sorted(seat for seat, kept_for in RESERVATIONS.all(store, match).items() if kept_for == player)


def seed_of(store: Store, match: str) -> bytes:
    """Return the secret seed; it is empty for an imported match."""
    return SEEDS.get(store, match, _SEED) or b""


def is_good_token(store: Store, match: str, token_hash: str) -> bool:
    return TOKENS.get(store, match, token_hash) is not None


def scope_of_player(player: str) -> ServerScope:
    """Return the scope of a player; it does not contain the id, so that the player can be forgotten."""
    return ServerScope(f"{_PLAYER_PREFIX}{hashlib.sha256(player.encode()).hexdigest()[:24]}")


def is_scope_of_player(scope: Scope) -> bool:
    return isinstance(scope, ServerScope) and scope.name.startswith(_PLAYER_PREFIX)


def remember_match(store: Store, player: str, match: str) -> None:
    """Do so before the player sits down: a match too many is harmless, one too few could not be erased."""
    PLAYER_MATCHES.put(store, scope_of_player(player), {match: 1})


def matches_of_player(store: Store, player: str) -> list[str]:
    return PLAYER_MATCHES.keys(store, scope_of_player(player))


def matches_among(store: Store, player: str, matches: Sequence[str]) -> set[str]:
    """Return those of these matches in which the player sits or sat; none once the player is forgotten."""
    return set(PLAYER_MATCHES.some(store, scope_of_player(player), matches))


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who sits down, and the hash of the token they will play with."""

    person: Person
    token: str


@dataclass(frozen=True, slots=True)
class RecordChanges:
    """What an entry changes beside the book, written together with it or not at all. None removes a value."""

    seed: bytes | None = None
    tokens: Mapping[str, Actor | None] = field(default_factory=dict)  # by the hash of its token
    people: Mapping[int, Person | None] = field(default_factory=dict)  # by seat
    reservations: Mapping[int, str] = field(default_factory=dict)  # players by the seats kept for them
    opener: str | None = None  # who opens the match with it; part of the head, not of a document

    def documents(self) -> DocumentChanges:
        return (
            SEEDS.changes({_SEED: self.seed} if self.seed else {})
            | TOKENS.changes(self.tokens)
            | PEOPLE.changes(self.people)
            | RESERVATIONS.changes(self.reservations)
        )


def changes_by(
    command: Command, tokens: Mapping[str, Actor], newcomer: Newcomer | None, renewed: str | None
) -> RecordChanges | None:
    """Return what a command changes beside the book: a seat that is left takes its tokens along.

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
    """Return the deletion of every token of the person in the seat."""
    return {token: None for token, actor in tokens.items() if actor == Actor.person(seat)}

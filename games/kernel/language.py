"""The words a game is written in: tables, agenda items, commands, events, barred options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar, final

import msgspec

from games.kernel.quantities import Edition, Round, Seat, doc


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class _Typed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type", tag=_snake):
    """Travels as JSON with its name in `type`."""


def tag_of(kind: type[msgspec.Struct]) -> str:
    """What `type` says wherever one of its kind is written."""
    return str(kind.__struct_config__.tag)


class Command(_Typed, frozen=True):
    """What somebody wants: an imperative and its object (`SellCoal`)."""

    def as_offered(self) -> Command:
        """The option this command takes up. They differ only in a person's own words."""
        return self


class Event(_Typed, frozen=True):
    """What happened: past tense (`CoalSold`). Nothing else ever changes a table."""

    def apply(self, game: Any) -> None:
        raise TypeError(f"{type(self).__name__} does not say what it changes on {type(game).__name__}")


T = TypeVar("T", bound=_Typed)


def list_types(base: type[T], package: str) -> tuple[type[T], ...]:
    """Return the types that a package defines, in the order of their definition."""
    return tuple(kind for kind in leaves(base) if f"{kind.__module__}.".startswith(f"{package}."))


def leaves(base: type[T]) -> Iterator[type[T]]:
    """Yield the types below one that have no types below them."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from leaves(kind)
        else:
            yield kind


class RoundBegan(Event, frozen=True):
    """Where a story puts a heading. Each game says what else a round begins with."""

    round: Annotated[Round, doc("Its number, counted from 1.")]


class Item(_Typed, frozen=True):
    """An entry of the agenda."""


class Question(Item, frozen=True):
    """Waits for the answer of a seat."""

    seat: Annotated[Seat, doc("The seat that is asked.")]


class Standing(Item, frozen=True):
    """Waits for anyone entitled to speak; never answered by itself, even if only one answer is left."""


class Step(Item, frozen=True):
    """Runs by itself as soon as it comes first."""


class Waiting(Protocol):
    """Anything with an agenda can be played: a game's table, and the match around it."""

    @property
    def agenda(self) -> tuple[Item, ...]: ...


class Table(msgspec.Struct, kw_only=True):
    """What lies on the table. A game adds its players and pieces, and types its agenda."""

    edition: Edition
    round: Round = 0
    agenda: tuple[Item, ...] = ()  # what the game waits for, next item first


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be chosen before a match of a game is opened."""


class Asked(Event, frozen=True):
    """Closes every batch: what the game now waits for is a recorded fact. A game types its agenda."""

    agenda: tuple[Item, ...]

    def apply(self, game: Any) -> None:
        game.agenda = self.agenda


class Reason(NamedTuple):
    """Why an option is barred: a code with words in `words.yaml`, and the rule that says so."""

    code: str
    rule: str


@final
class Barred(msgspec.Struct, frozen=True, gc=False):
    """An option worth showing, though it is not open now."""

    command: Command
    reason: Reason


@final
class Unlisted(msgspec.Struct, frozen=True, gc=False):
    """Legal or barred like any other, but not worth showing: it comes to the same as another offer."""

    offer: Command | Barred


Offer = Command | Barred | Unlisted


def offer(command: Command, unless: Reason | None) -> Command | Barred:
    """The command, or, when there is a reason against it, the same command barred."""
    return command if unless is None else Barred(command, unless)

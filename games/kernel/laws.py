"""What is true of every table a game can come to, asked of one that somebody else has sent.

Whoever makes up a table pays nothing for a number, so nothing is computed from it before this:

bounds      every value is one that decoding takes (see quantities.py)
references  every seat, mine or space that is named exists, every list has its places
laws        the game's own, `Game.laws`: what it conserves, and that the agenda fits the position
question    what is waited for has an answer

    table = read_table(game, plain)    # of a fork; raises LawBroken
    follow(game, table, events)        # of a foreign entry; each event is looked at before it is applied
    list(breaches(game, table))        # everything of one kind that is wrong

On a table that passes, `view`, `score`, `options` and every answer end after a bounded number of steps, and
the answer leads to a table that passes again. A law is a small function that yields its name and a JSON
Pointer to where it shows: `Breach("markers", "/players/0")`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec.msgpack import decode, encode

from games.kernel.language import Event, Step, Table
from games.kernel.pointers import locate_misfit
from games.kernel.references import Reference, references

if TYPE_CHECKING:
    from games.kernel.game import Game

G = TypeVar("G", bound=Table)

BOUNDS: Final = "bounds"
SEATS: Final = "seats"
EVENT: Final = "event"
QUESTION: Final = "question"

_MISFITS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Breach(NamedTuple):
    """Which law is broken, and where it shows."""

    law: str
    pointer: str
    detail: str = ""


class LawBroken(ValueError):  # noqa: N818  a refusal is an answer, not an error of ours
    """Somebody made this table up: nothing is computed from it."""

    def __init__(self, breach: Breach) -> None:
        said = f"{breach.law} at {breach.pointer or 'the whole'}"
        super().__init__(f"{said}: {breach.detail}" if breach.detail else said)
        self.breach = breach


def read_table(game: Game[G], plain: Any) -> G:
    """A table out of plain values, looked at before anything is computed from it."""
    try:
        table = msgspec.convert(plain, game.table, str_keys=True)
    except msgspec.ValidationError as failure:
        raise LawBroken(out_of_bounds(failure)) from failure
    require_lawful(game, table)
    return table


def follow(game: Game[G], table: G, events: Iterable[Event]) -> None:
    """Folds one entry; raises LawBroken where no version of the rules can have written it.

    Between the events of an entry pieces are on their way, so the laws are asked at its end.
    """
    for number, event in enumerate(events):
        follow_event(game, table, event, f"/{number}")
    require_lawful(game, table)


def follow_event(game: Game[G], table: G, event: Event, pointer: str = "") -> None:
    """Applies one event, if all that it names is there."""
    for breach in unknown_references(game, table, event):
        raise LawBroken(breach._replace(pointer=pointer + breach.pointer))
    try:
        event.apply(table)
    except _MISFITS as failure:
        raise LawBroken(Breach(EVENT, pointer, f"{type(event).__name__} does not fit the table")) from failure


def require_lawful(game: Game[G], table: G) -> None:
    for breach in breaches(game, table):
        raise LawBroken(breach)


def breaches(game: Game[G], table: G) -> Iterator[Breach]:
    """The cheapest first; each kind relies on the one before, so only one kind is told."""
    try:
        decode(encode(table), type=type(table))
    except (msgspec.ValidationError, OverflowError) as failure:
        yield out_of_bounds(failure)
        return
    if found := list(unplayable(game, table)):
        yield from found
    elif not is_blank(game, table):
        yield from breaches_in_play(game, table)


def breaches_in_play(game: Game[G], table: G) -> Iterator[Breach]:
    found = list(unknown_references(game, table, table))
    found = found or [breach for law in game.laws for breach in law(table)]
    yield from found or unanswerable(game, table)


def unanswerable(game: Game[G], table: G) -> Iterator[Breach]:
    """Whatever is waited for can be answered, and a step never waits."""
    if table.agenda:
        item = table.agenda[0]
        if isinstance(item, Step):
            yield Breach(QUESTION, "/agenda/0", "a step does not wait")
        elif next(game.rules.answers_to(table, item), None) is None:
            yield Breach(QUESTION, "/agenda/0", "nothing answers it")


def unplayable(game: Game[G], table: G) -> Iterator[Breach]:
    """Edition and seats come first: they say what there is."""
    if table.edition not in game.editions:
        yield Breach("edition", "/edition", f"no edition is called {table.edition!r}")
    elif seats_at(game, table) not in game.seats:
        yield Breach(SEATS, "/players", f"nobody plays with {seats_at(game, table)}")


def is_blank(game: Game[G], table: G) -> bool:
    """A match that waits for players has a table on which nothing lies yet."""
    options = getattr(table, "options", None)
    return table.round == 0 and table == game.blank(seats_at(game, table), table.edition, options)


def seats_at(game: Game[G], table: G) -> int:
    return len(game.names["seat"](table))


def unknown_references(game: Game[G], table: G, thing: msgspec.Struct) -> Iterator[Breach]:
    """What a table, an event or an item names that is not there; each word is looked up once."""
    there: dict[str, Collection[Any]] = {}
    for reference in references(thing):
        if reference.kind not in there:
            there[reference.kind] = named_on(game, table, reference.kind)
        if not holds(there[reference.kind], reference):
            yield breach_of(there[reference.kind], reference)


def holds(there: Collection[Any], reference: Reference) -> bool:
    return len(there) == reference.value if reference.per else reference.value in there


def named_on(game: Game[G], table: G, kind: str) -> Collection[Any]:
    """All that can be meant by a word."""
    return game.editions if kind == "edition" else game.names[kind](table)


def breach_of(there: Collection[Any], reference: Reference) -> Breach:
    said = f"{len(there)} places are wanted" if reference.per else f"there is no such {reference.kind}"
    return Breach(reference.kind, reference.pointer, said)


def out_of_bounds(failure: Exception) -> Breach:
    return Breach(BOUNDS, *locate_misfit(failure))

"""What is wrong with a board, said with its path and the rule that says so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

Fault = Literal["missing", "impossible", "contradicts"]


class Misprint(NamedTuple):
    """A finding. `contradicts`: no rulebook could say so; `impossible`: nobody could play on it."""

    fault: Fault
    path: str
    rule: str  # the id of a rule, or nothing
    detail: str


def fault_of(said: str) -> Fault:
    """Which fault a datum has that does not fit its type."""
    return "missing" if "required field" in said else "impossible"


def contradicts(path: str, rule: str, *, is_: Any, must: Any) -> Iterator[Misprint]:
    """The misprint of a datum that the rulebook states in another way."""
    if is_ != must:
        yield Misprint("contradicts", path, rule, f"is {is_}, the rulebook says {must}")


def outside(path: str, rule: str, *, is_: int, least: int, most: int) -> Iterator[Misprint]:
    """A datum of which the rulebook states the range."""
    if not least <= is_ <= most:
        yield Misprint("contradicts", path, rule, f"is {is_}, the rulebook says {least} to {most}")


def impossible(path: str, rule: str, detail: str, *, unless: bool) -> Iterator[Misprint]:
    if not unless:
        yield Misprint("impossible", path, rule, detail)


def twice(path: str, things: Sequence[str]) -> Iterator[Misprint]:
    for thing in sorted({thing for thing in things if things.count(thing) > 1}):
        yield Misprint("impossible", path, "", f"{thing!r} stands here twice")


def namesakes(things: Sequence[str], in_built_in: Sequence[str]) -> Iterator[Misprint]:
    """Nobody could say which of two things an id means, unless it names as many in the built-in edition."""
    for thing in sorted(set(things)):
        if things.count(thing) > max(1, in_built_in.count(thing)):
            yield Misprint("impossible", "", "", f"{thing!r} names two things")


def unknown(path: str, named: Iterable[str], known: Collection[str]) -> Iterator[Misprint]:
    """The misprints of ids that nothing on the board has."""
    for thing in named:
        if thing not in known:
            yield Misprint("impossible", path, "", f"nothing is called {thing!r}")


def not_rising(path: str, rule: str, numbers: Sequence[int]) -> Iterator[Misprint]:
    if list(numbers) != sorted(numbers):
        yield Misprint("impossible", path, rule, f"{list(numbers)} are out of order")

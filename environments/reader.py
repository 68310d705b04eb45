"""How a seat reads tables and options of a game as numbers: made from the declarations of their types.

Seats are counted from the reader on, so that 0 is always oneself. Rows are of one length for a game, an
edition and a number of seats, whatever lies on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec import inspect

from environments.codes import (
    Amount,
    Choice,
    Code,
    Each,
    Kinds,
    Listed,
    Maybe,
    Parts,
    PerPlace,
    Row,
    Sum,
    Text,
    fields,
)
from games.kernel import Game, Question, Table
from games.kernel.quantities import MOST_POINTS
from games.kernel.score import totals

LONGEST_ROW: Final = 64  # numbers: a list that takes more is summed up
POINTS: Final = Amount(-MOST_POINTS, MOST_POINTS)
TOLD_APART: Final = frozenset({"edition", "agenda"})  # of a table: the first never changes, see `question`


class SeatReader:
    """What one seat sees of tables of one kind. `table` is any of them: only its seats and edition matter."""

    def __init__(self, game: Game[Any], table: Table, seat: int) -> None:
        self._game = game
        self._names: dict[str, list[Any]] = {kind: list(names(table)) for kind, names in game.names.items()}
        self._places = self._names | {"seat": list(self._names["seat"])}
        seats = self._names["seat"]
        self._names["seat"] = seats[seat:] + seats[:seat]
        self._within: list[type[msgspec.Struct]] = []  # structs that are being read: some hold themselves
        self.table: Final = self._code_of_table()
        self.options: Final = self._code_of_structs(inspect.multi_type_info(game.commands))

    def _code_of_table(self) -> Code:
        [info] = inspect.multi_type_info([self._game.table])
        own = [field for field in fields_of(info) if field.name not in TOLD_APART]
        return Parts(
            {
                "question": (first_question, Maybe(self._code_of_questions())),
                "later": (names_of_later_items, self._code_of_later_items()),
                "score": (self._score, PerPlace(self._order("seat"), POINTS)),
                **{field.name: (attrgetter(field.name), self.code_of(field.type)) for field in own},
            }
        )

    def _code_of_questions(self) -> Code:
        return self._code_of_structs(
            inspect.multi_type_info([item for item in self._game.items if issubclass(item, Question)])
        )

    def _code_of_later_items(self) -> Code:
        [info] = [
            field.type for field in fields_of(inspect.type_info(self._game.table)) if field.name == "agenda"
        ]
        return Listed([item.__name__ for item in self._game.items], most_in(bare(info)))

    def _score(self, table: Table) -> list[int]:
        return totals(self._game.score(table), len(self._names["seat"]))

    def _order(self, kind: str) -> list[int]:
        """The places of a list with one for each of the kind, in the reader's order."""
        return [self._places[kind].index(name) for name in self._names[kind]]

    def code_of(self, info: inspect.Type) -> Code:
        kind, extra = bare(info), extras_of(info)
        if isinstance(kind, inspect.StructType):
            return self._code_of_struct(kind)
        if isinstance(kind, inspect.UnionType):
            return self._code_of_union(kind)
        if isinstance(kind, inspect.DictType):
            return Each(self._names_of(kind.key_type), self.code_of(kind.value_type))
        if isinstance(kind, inspect.CollectionType):
            return self._code_of_list(kind, extra.get("per"))
        if self._is_name(info):
            return Choice(self._names_of(info))
        return code_of_plain(kind)

    def _code_of_struct(self, info: inspect.StructType) -> Code:
        if info.cls in self._within:
            return fields({})
        self._within.append(info.cls)
        code = fields({field.name: self.code_of(field.type) for field in info.fields})
        self._within.pop()
        return code

    def _code_of_structs(self, infos: Sequence[inspect.Type]) -> Code:
        return Kinds(
            {
                info.cls: self._code_of_struct(info)
                for info in map(bare, infos)
                if isinstance(info, inspect.StructType)
            }
        )

    def _code_of_union(self, info: inspect.UnionType) -> Code:
        some = [part for part in info.types if not isinstance(part, inspect.NoneType)]
        code = self.code_of(some[0]) if len(some) == 1 else self._code_of_structs(some)
        return code if len(some) == len(info.types) else Maybe(code)

    def _code_of_list(self, info: Any, per: str | None) -> Code:
        most = most_in(info)
        if self._is_name(info.item_type):
            return Listed(self._names_of(info.item_type), most)
        inner = self.code_of(info.item_type)
        if per is not None:
            return PerPlace(self._order(per), inner)
        return Row(inner, most) if most * len(inner.numbers) <= LONGEST_ROW else Sum(inner, most)

    def _is_name(self, info: inspect.Type) -> bool:
        """Of a few that the table has, and no number that says how much or how far."""
        kind, named = bare(info), extras_of(info).get("names")
        if isinstance(kind, inspect.LiteralType):
            return True
        return named == "seat" or (isinstance(kind, inspect.StrType) and bool(self._names.get(named or "")))

    def _names_of(self, info: inspect.Type) -> Sequence[Any]:
        kind = bare(info)
        if isinstance(kind, inspect.LiteralType):
            return list(kind.values)
        return self._names[extras_of(info)["names"]]


def fields_of(info: inspect.Type) -> Sequence[inspect.Field]:
    kind = bare(info)
    return kind.fields if isinstance(kind, inspect.StructType) else ()


def bare(info: inspect.Type) -> inspect.Type:
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


def extras_of(info: inspect.Type) -> dict[str, Any]:
    return (info.extra or {}) if isinstance(info, inspect.Metadata) else {}


def most_in(info: Any) -> int:
    """Every list has a most (games/kernel/quantities.py); a fixed one has all its places."""
    return int(info.max_length)


def code_of_plain(info: inspect.Type) -> Code:
    if isinstance(info, inspect.BoolType):
        return Amount(0, 1)
    if isinstance(info, inspect.IntType) and info.ge is not None and info.le is not None:
        return Amount(info.ge, info.le)
    if isinstance(info, inspect.StrType):
        return Text()
    raise TypeError(f"no code for {info}")


def first_question(table: Table) -> Question | None:
    """What is asked; none when the game is over."""
    first = table.agenda[0] if table.agenda else None
    return first if isinstance(first, Question) else None


def names_of_later_items(table: Table) -> list[str]:
    return [type(item).__name__ for item in table.agenda[1:]]

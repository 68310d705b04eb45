"""Which call carries out a command of the match: what an answer offers, a client sends as it stands there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from games.kernel import Command, tag_of
from service.api.call import Call
from service.api.operation import Operation
from service.api.routes import OPERATIONS
from service.api.urls import add_query
from service.matches.records.people import Person
from service.queries.actions import Addressee, HttpCall, Method

ANSWERING: Final = "submit_command"
OPENING: Final = "open_match"


class ApiCalls:
    """Where an answer can bring the next question along, the call asks for it, in the same language."""

    def __init__(self, query: Mapping[str, Any]) -> None:
        self._lang = query.get("lang")

    def open(self) -> HttpCall:
        return self._call(OPERATIONS[OPENING])

    def act(self, match: str, command: Command) -> HttpCall:
        """A command of the match is called like the operation that carries it out."""
        return self._call(OPERATIONS[tag_of(type(command))], match, getattr(command, "seat", None))

    def answer(self, match: str) -> HttpCall:
        return self._call(OPERATIONS[ANSWERING], match)

    def _call(self, operation: Operation, match: str = "", seat: int | None = None) -> HttpCall:
        path = operation.path.replace("<match>", match).replace("<number:seat>", str(seat))
        if operation.brings:
            path = add_query(path, **{"with": "commands", "lang": self._lang})
        return HttpCall(method=cast("Method", operation.method), path=path)


def make_addressee(call: Call, people: dict[int, Person]) -> Addressee:
    return Addressee(call.matches.store, people, call.lang, ApiCalls(call.query))

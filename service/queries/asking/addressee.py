"""For whom an answer is made: in which language, with which names, and how what it offers is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

import msgspec

from events.store import Store
from games.kernel import Command
from games.kernel.quantities import doc
from games.match.state import Match
from service.matches.records.people import Person
from service.queries.names import name_seats

Method = Literal["POST", "PUT", "DELETE"]
Path = Annotated[str, msgspec.Meta(max_length=2000)]


class HttpCall(msgspec.Struct, frozen=True, kw_only=True):
    """A request that is ready to be sent, with the token of the request it was answered to."""

    method: Annotated[Method, doc("The method.")]
    path: Annotated[Path, doc("The path with its query, on the same host.")]


class Calls(Protocol):
    """How something is sent, which only the API knows."""

    def open(self) -> HttpCall:
        """Opens a match."""

    def act(self, match: str, command: Command) -> HttpCall:
        """Carries out a command of the match."""

    def answer(self, match: str) -> HttpCall:
        """Takes an answer to the game's question."""


@dataclass(frozen=True, slots=True)
class Addressee:
    store: Store
    people: dict[int, Person]
    lang: str
    calls: Calls

    def name_seats(self, match: Match) -> list[str]:
        return name_seats(match, self.people, self.lang)

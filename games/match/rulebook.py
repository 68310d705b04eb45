"""Where the rules of a match are collected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from games.kernel import Barred, Command, Reason, Rulebook
from games.match.actor import Actor
from games.match.events import MatchAsked
from games.match.past import Past
from games.match.state import Match

if TYPE_CHECKING:
    from games.match.batch import Batch

RULES: Final[Rulebook[Match, Batch]] = Rulebook(MatchAsked)
options = RULES.options
answer = RULES.answer

Offers = Iterator[Command | Barred]
Objection = Callable[[Match, Actor, Past, Any], Reason | None]

OBJECTIONS: Final[dict[type[Command], Objection]] = {}


def objection(command: type[Command]) -> Callable[[Objection], Objection]:
    """Why an option is barred all the same: by who speaks, what time it is, or what has been since."""

    def register(function: Objection) -> Objection:
        if command in OBJECTIONS:
            raise TypeError(f"{command.__name__} already has an objection")
        OBJECTIONS[command] = function
        return function

    return register


def object_to(match: Match, actor: Actor, past: Past, command: Command) -> Reason | None:
    """The objection to an option of the open question, given by somebody who may give such commands."""
    known = OBJECTIONS.get(type(command))
    return known(match, actor, past, command) if known else None

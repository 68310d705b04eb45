"""Where the rules of a match are collected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from games.kernel import Barred, Command, Rulebook
from games.match.events import MatchAsked
from games.match.state import Match

if TYPE_CHECKING:
    from games.match.batch import Batch

RULES: Final[Rulebook[Match, Batch]] = Rulebook(MatchAsked)
options = RULES.options
answer = RULES.answer

Offers = Iterator[Command | Barred]

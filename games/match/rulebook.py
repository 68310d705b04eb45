"""Where the rules of a match are collected."""

from collections.abc import Iterator
from typing import Final

from games.kernel import Barred, Command, Rulebook
from games.match.events import MatchAsked
from games.match.state import Match

RULES: Final[Rulebook[Match]] = Rulebook(MatchAsked)
options = RULES.options
answer = RULES.answer

Offers = Iterator[Command | Barred]

"""A bot as the command line names it: `greedy`, `search:500`, `search:200it`, `level:3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, get_args

import msgspec

from games.kernel import Chance, Command, Game, Table
from games.match.quantities import HIGHEST_LEVEL, LEAST_MILLISECONDS, LOWEST_LEVEL, MOST_MILLISECONDS
from games.match.state import Bot, MindName, PersonalityName
from workers.bots import choose
from workers.bots.time_control import FOREVER, Budget

MIND_NAMES: Final[tuple[MindName, ...]] = get_args(MindName)
PERSONALITIES: Final[tuple[PersonalityName, ...]] = get_args(PersonalityName)
PLAYER_PATTERN: Final = re.compile(
    r"(?P<mind>[a-z]+)(?::(?P<amount>[0-9]{1,7})(?P<counted>it)?(?::(?P<personality>[a-z]+))?)?"
)


PATIENT_BUDGET: Final = Budget(longest_wait=FOREVER)  # the machine may be as busy as it likes


class UnknownPlayer(ValueError):  # noqa: N818  the name says it
    """It names no bot, or a budget that the bot cannot have."""


class Player(msgspec.Struct, frozen=True):
    mind: MindName
    budget: Budget = PATIENT_BUDGET
    level: int | None = None
    personality: PersonalityName | None = None

    @property
    def bot(self) -> Bot:
        """Return the bot as seated in a match; a counted budget (tournaments, tests) leaves no trace."""
        timed = self.mind == "search" and self.budget.rollouts is None
        return Bot(self.mind, self.budget.milliseconds if timed else None, self.level, self.personality)

    def choose(self, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
        return choose(
            self.mind, game, table, legal, luck, self.budget, level=self.level, personality=self.personality
        )

    def __str__(self) -> str:
        if self.level is not None:
            return ":".join(filter(None, (self.mind, str(self.level), self.personality)))
        if self.mind != "search":
            return self.mind
        rollouts = self.budget.rollouts
        return f"{self.mind}:{self.budget.milliseconds}" if rollouts is None else f"{self.mind}:{rollouts}it"


def parse_player(text: str) -> Player:
    found = PLAYER_PATTERN.fullmatch(text.strip())
    mind = next((name for name in MIND_NAMES if found and name == found["mind"]), None)
    if found is None or mind is None:
        forms = "search:<ms>, search:<n>it, level:<n>, level:<n>:<personality>"
        raise UnknownPlayer(f"{text.strip()!r} is none of {', '.join(MIND_NAMES)}, {forms}.")
    if mind == "level":
        return level_player(text, found)
    if found["personality"] is not None:
        raise UnknownPlayer(f"{mind} has no personality; only a level does (level:4:{PERSONALITIES[0]}).")
    if found["amount"] is None:
        return Player(mind)
    if mind != "search":
        raise UnknownPlayer(f"{mind} takes no budget; only search does.")
    return Player(mind, budget_of(int(found["amount"]), counted=found["counted"] is not None))


def level_player(text: str, found: re.Match[str]) -> Player:
    level = None if found["amount"] is None or found["counted"] else int(found["amount"])
    if level is None or not LOWEST_LEVEL <= level <= HIGHEST_LEVEL:
        raise UnknownPlayer(f"{text.strip()!r} is no level: level:{LOWEST_LEVEL} to level:{HIGHEST_LEVEL}.")
    personality = next((name for name in PERSONALITIES if name == found["personality"]), None)
    if found["personality"] is not None and personality is None:
        raise UnknownPlayer(f"{found['personality']!r} is none of {', '.join(PERSONALITIES)}.")
    thinks = Bot("level", level=level).thinks
    return Player("level", Budget(thinks, longest_wait=FOREVER), level, personality)


def budget_of(amount: int, *, counted: bool) -> Budget:
    if counted and amount > 0:
        return Budget(rollouts=amount)
    if not counted and LEAST_MILLISECONDS <= amount <= MOST_MILLISECONDS:
        return Budget(amount, longest_wait=FOREVER)
    raise UnknownPlayer(
        f"search thinks {LEAST_MILLISECONDS} to {MOST_MILLISECONDS} milliseconds (search:500), "
        "or one rollout and more (search:200it)."
    )

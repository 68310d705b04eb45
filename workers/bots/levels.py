"""Six levels of strength with the same names in all games, each made of heuristic answers, errors and search.

The lower three answer by the heuristic. Lower levels err: at a set rate they take any option of the better
half, as somebody does who sees what is good but not yet what is best. The upper three search, the fourth
and the fifth at some of their questions only. Rates and times were set by playing neighbours against each
other (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import starmap
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.kernel import Chance, Command, Game, Table
from games.match.state import PersonalityName
from workers.bots.policies import estimate_values, heuristic_policy
from workers.bots.search import StepsAfterSearch, search_command, search_with_steps
from workers.bots.styles import SEEDS_OF_STYLE, ValuedOption, pick_by_style
from workers.bots.time_control import Budget, TimeControl

PERCENT: Final = 100
TWO: Final = 2  # seats


class Skill(NamedTuple):
    """Of a hundred answers."""

    errors: int
    searches: int  # the errors counted in, if it searches at all


Skills = tuple[Skill, ...]  # level by level


def skills(*shares: tuple[int, int]) -> Skills:
    return tuple(starmap(Skill, shares))


class SkillsBySeats(NamedTuple):
    """With more seats errors and searches weigh otherwise than with two."""

    two: Skills
    more: Skills

    def of(self, seats: int) -> Skills:
        return self.two if seats == TWO else self.more


SKILLS: Final[Mapping[str, SkillsBySeats]] = MappingProxyType(
    {
        "schiefer": SkillsBySeats(
            two=skills((48, 0), (32, 0), (18, 0), (9, 13), (0, 26), (0, 100)),
            more=skills((48, 0), (32, 0), (18, 0), (9, 13), (0, 20), (0, 100)),
        ),
        "ruhrschifffahrt": SkillsBySeats(
            two=skills((40, 0), (18, 0), (0, 0), (0, 26), (0, 62), (0, 100)),
            more=skills((40, 0), (26, 0), (10, 0), (3, 14), (0, 44), (0, 100)),
        ),
        "schichtwechsel": SkillsBySeats(
            two=skills((28, 0), (12, 0), (0, 0), (0, 50), (0, 65), (0, 100)),
            more=skills((28, 0), (16, 0), (4, 0), (0, 18), (0, 52), (0, 100)),
        ),
    }
)
USUAL_SKILLS: Final = SKILLS["schiefer"]  # for a game whose levels nobody has measured


def choose_by_level(  # noqa: PLR0913, PLR0917  who chooses, the position, and what it may use
    level: int,
    personality: PersonalityName | None,
    game: Game[Any],
    table: Table,
    legal: Sequence[Command],
    luck: Chance,
    budget: Budget,
    time: TimeControl,
) -> Command:
    """Draw first whether it errs or searches, so that a suspended search is resumed."""
    skill = SKILLS.get(game.name, USUAL_SKILLS).of(len(game.places(table)))[level - 1]
    draw = luck.below(PERCENT)
    if draw < skill.errors:
        return luck.pick(better_half(game, table, legal))
    searches = draw < skill.searches
    if personality is None:
        if searches:
            return search_command(game, table, legal, luck, budget, time)
        return heuristic_policy(game, table, legal, luck)
    seed = luck.below(SEEDS_OF_STYLE)
    if searches:
        searched, steps = search_with_steps(game, table, legal, luck, budget, time)
        options = [
            ValuedOption(one.command, one.lead or 0.0)
            for one in searched
            if one.lead is not None or len(searched) == 1
        ]
    else:
        options = [*map(ValuedOption, legal, estimate_values(game, table, legal))]
        steps = StepsAfterSearch(time)
    return pick_by_style(game, table, options, personality, seed, steps)


def better_half(game: Game[Any], table: Table, legal: Sequence[Command]) -> list[Command]:
    values = estimate_values(game, table, legal)
    best = sorted(range(len(legal)), key=lambda number: -values[number])
    return [legal[number] for number in best[: (len(legal) + 1) // 2]]

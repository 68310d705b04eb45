"""Six levels of strength with the same names in all games, each made of a glance, slips and thought.

The lower three answer at a glance. Lower levels slip: now and then they take any option of the better half,
as somebody does who sees what is good but not yet what is best. The upper three think, the fourth and the
fifth about some of their questions only. Shares and times were set by playing neighbours against each other
(docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import starmap
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.kernel import Chance, Command, Game, Table
from games.match.state import PersonalityName
from workers.bots.budget import Budget
from workers.bots.greedy import appraise_commands, command_at_a_glance
from workers.bots.mind import Mind
from workers.bots.pace import Pace
from workers.bots.personalities import SEEDS_OF_TASTE, ValuedOption, pick_by_taste
from workers.bots.search import search_command
from workers.bots.second_looks import SecondLooks, weigh_and_look

PERCENT: Final = 100
TWO: Final = 2  # seats


class Skill(NamedTuple):
    """Of a hundred answers."""

    slips: int
    thinks: int  # the slips counted in, if it thinks at all


Skills = tuple[Skill, ...]  # level by level


def skills(*shares: tuple[int, int]) -> Skills:
    return tuple(starmap(Skill, shares))


class SkillsBySeats(NamedTuple):
    """With more seats slips and thoughts weigh otherwise than with two."""

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


@cache
def mind_of_level(level: int, personality: PersonalityName | None = None) -> Mind:
    return partial(command_of_level, level, personality)


def command_of_level(  # noqa: PLR0913, PLR0917  as a mind is called
    level: int,
    personality: PersonalityName | None,
    game: Game[Any],
    table: Table,
    legal: Sequence[Command],
    luck: Chance,
    budget: Budget,
    pace: Pace,
) -> Command:
    """The luck that says whether it slips or thinks is drawn first, so that a thought taken up goes on."""
    skill, draw = skills_of(game, table)[level - 1], luck.below(PERCENT)
    if draw < skill.slips:
        return luck.pick(better_half(game, table, legal))
    thinks = draw < skill.thinks
    if personality is not None:
        seed = luck.below(SEEDS_OF_TASTE)
        weigh = weigh_by_search if thinks else weigh_at_a_glance
        options, looks = weigh(game, table, legal, luck, budget, pace)
        return pick_by_taste(game, table, options, personality, seed, looks)
    if thinks:
        return search_command(game, table, legal, luck, budget, pace)
    return command_at_a_glance(game, table, legal, luck)


def skills_of(game: Game[Any], table: Table) -> Skills:
    return SKILLS.get(game.name, USUAL_SKILLS).of(len(game.places(table)))


def weigh_by_search(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, pace: Pace
) -> tuple[list[ValuedOption], SecondLooks]:
    """Those that were tried."""
    tried, looks = weigh_and_look(game, table, legal, luck, budget, pace)
    return [
        ValuedOption(each.command, each.lead or 0.0)
        for each in tried
        if each.lead is not None or len(tried) == 1
    ], looks


def weigh_at_a_glance(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any],
    table: Table,
    legal: Sequence[Command],
    luck: Chance,  # noqa: ARG001  see above
    budget: Budget,  # noqa: ARG001  see above
    pace: Pace,
) -> tuple[list[ValuedOption], SecondLooks]:
    return [*map(ValuedOption, legal, appraise_commands(game, table, legal))], SecondLooks(pace)


def better_half(game: Game[Any], table: Table, legal: Sequence[Command]) -> list[Command]:
    worth = appraise_commands(game, table, legal)
    best = sorted(range(len(legal)), key=lambda number: -worth[number])
    return [legal[number] for number in best[: (len(legal) + 1) // 2]]

"""The rules of Schichtwechsel, in the order of the rulebook.

rounds       set-up, round cards, the phases of a round, round scoring and clean-up
mining       preparation I: cubes from the bag
tiles        preparation II: selection tiles; their lower halves
preparation  preparation III to VI: water, action tokens, selling coke, the bar
turns        the action phase: cards and their cost, trading spoil, passing

performing   what a list of effects is; then its words, chapter by chapter:
gains        points, coins, tokens, tools, coal and spoil from the supply, choices
water        the pit water
wagons       filling and lifting underground wagons
coking       refining, the Central Coking Plant, loading
routes       discs, barriers, houses
shift        the miner's shift
headframes   headframes and their bonus spaces
copying      copying cards, the first player's marker

final        the final scoring

objections   why other commands are refused
"""

from games.schichtwechsel.rules import (
    coking,
    copying,
    final,
    gains,
    headframes,
    mining,
    objections,
    performing,
    preparation,
    rounds,
    routes,
    shift,
    tiles,
    turns,
    wagons,
    water,
)
from games.schichtwechsel.rules.book import RULES

__all__ = [
    "RULES",
    "coking",
    "copying",
    "final",
    "gains",
    "headframes",
    "mining",
    "objections",
    "performing",
    "preparation",
    "rounds",
    "routes",
    "shift",
    "tiles",
    "turns",
    "wagons",
    "water",
]

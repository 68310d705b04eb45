"""The rules of Ruhrschifffahrt, in the order of the rulebook.

rounds           4 and 6: set-up, the seven phases of a round, the end
track            5.1: the transport track and the dice that leave it
special_options  5.2: which are open, what they cost, what they do
debts            5.3: raising money
history          6.1, phase 1: the events of the timeline
demand           6.2, phase 2: water and demand
departure        6.3, phase 3: option and start space
starts           ... from which depots coal can be delivered
white_tiles      ... inn and coal hauler
sailing          6.4, phase 4: trips and sales
progress         6.5, phase 5: tiles
purchases        6.6, phase 6: the turn of buying, moving, repaying
locks            ... locks
warehouses       ... warehouses
exports          6.7, phase 7: points from abroad
objections       why other commands are refused
"""

from games.ruhrschifffahrt.rules import (
    demand,
    departure,
    exports,
    history,
    locks,
    objections,
    progress,
    purchases,
    rounds,
    sailing,
    special_options,
    track,
    warehouses,
    white_tiles,
)
from games.ruhrschifffahrt.rules.book import RULES

__all__ = [
    "RULES",
    "demand",
    "departure",
    "exports",
    "history",
    "locks",
    "objections",
    "progress",
    "purchases",
    "rounds",
    "sailing",
    "special_options",
    "track",
    "warehouses",
    "white_tiles",
]

"""The rules of Schiefer, in the order of the rulebook.

rounds      set-up, the three phases of a round, the end
rolling     phase 1: roll the dice, change them, mark actions
executing   phase 2: work off the fields, lowest first
supply      the first action, and buying markers
mines       opening mines
sale        selling slate
boxes       developing
paying      which markers pay
objections  why other commands are refused
"""

from games.schiefer.rules import boxes, executing, mines, objections, rolling, rounds, sale, supply
from games.schiefer.rules.book import RULES

__all__ = ["RULES", "boxes", "executing", "mines", "objections", "rolling", "rounds", "sale", "supply"]

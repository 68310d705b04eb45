"""What every game shares. Read in this order: language, quantities, chance, rulebook, play, laws, game."""

from games.kernel.chance import Chance
from games.kernel.game import Game
from games.kernel.language import (
    Asked,
    Barred,
    Command,
    Event,
    Item,
    Options,
    Question,
    Reason,
    RoundBegan,
    Standing,
    Step,
    Table,
    Unlisted,
    list_types,
    offer,
    tag_of,
)
from games.kernel.laws import Breach, LawBroken
from games.kernel.play import Play, decide, evolve
from games.kernel.refusals import FaultyRules, GameIsOver, NotOffered, NotYourTurn, Refused
from games.kernel.rulebook import Rulebook
from games.kernel.score import Line

__all__ = [
    "Asked",
    "Barred",
    "Breach",
    "Chance",
    "Command",
    "Event",
    "FaultyRules",
    "Game",
    "GameIsOver",
    "Item",
    "LawBroken",
    "Line",
    "NotOffered",
    "NotYourTurn",
    "Options",
    "Play",
    "Question",
    "Reason",
    "Refused",
    "RoundBegan",
    "Rulebook",
    "Standing",
    "Step",
    "Table",
    "Unlisted",
    "decide",
    "evolve",
    "list_types",
    "offer",
    "tag_of",
]

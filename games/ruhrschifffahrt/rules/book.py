"""Where the rules of Ruhrschifffahrt are collected."""

from games.kernel import Rulebook
from games.ruhrschifffahrt.events import RuhrAsked
from games.ruhrschifffahrt.state import Ruhr

RULES: Rulebook[Ruhr] = Rulebook(RuhrAsked)
options = RULES.options
answer = RULES.answer
step = RULES.step

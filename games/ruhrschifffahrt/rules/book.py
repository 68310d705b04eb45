"""Where the rules of Ruhrschifffahrt are collected."""

from games.kernel import Play, Rulebook
from games.ruhrschifffahrt.events import RuhrAsked
from games.ruhrschifffahrt.state import Ruhr

RULES: Rulebook[Ruhr, Play[Ruhr]] = Rulebook(RuhrAsked)
options = RULES.options
answer = RULES.answer
step = RULES.step

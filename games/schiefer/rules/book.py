"""Where the rules of Schiefer are collected."""

from games.kernel import Play, Rulebook
from games.schiefer.events import SchieferAsked
from games.schiefer.state import Schiefer

RULES: Rulebook[Schiefer, Play[Schiefer]] = Rulebook(SchieferAsked)
options = RULES.options
answer = RULES.answer
step = RULES.step

"""Where the rules of Schichtwechsel are collected."""

from typing import TypeAlias

from games import kernel
from games.kernel import Rulebook
from games.schichtwechsel.events import SchichtwechselAsked
from games.schichtwechsel.state import Schichtwechsel

Play: TypeAlias = kernel.Play[Schichtwechsel]

RULES: Rulebook[Schichtwechsel, Play] = Rulebook(SchichtwechselAsked)
options = RULES.options
answer = RULES.answer
step = RULES.step

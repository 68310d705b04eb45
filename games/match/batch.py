"""A batch of events of a match: who speaks, with whose luck, and what is known of the past."""

from __future__ import annotations

from games.kernel import Command, Play
from games.match.actor import Actor
from games.match.clock import keep_time
from games.match.luck import SealedLuck
from games.match.past import Past
from games.match.rulebook import RULES
from games.match.state import Match


class Batch(Play[Match]):
    """What the rules of a match need besides the match itself."""

    def __init__(self, match: Match, actor: Actor, luck: SealedLuck, past: Past | None) -> None:
        super().__init__(RULES, match, luck)
        self.luck = luck
        self.past = past
        self.seat = actor.seat

    def answer(self, command: Command) -> None:
        """A command of the match; after it the right clock runs, whatever it changed."""
        self._carry_out(command)
        keep_time(self)
        self.run()


def batch(play: Play[Match]) -> Batch:
    assert isinstance(play, Batch)  # noqa: S101  `play.decide` makes no other
    return play

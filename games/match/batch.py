"""A batch of events of a match: who speaks, with whose luck, what is known of the past, and what follows."""

from __future__ import annotations

from games.kernel import Command, Item, NotOffered, Play
from games.kernel.copying import clone
from games.match.actor import Actor
from games.match.clock import keep_time
from games.match.events import LuckDrawn, MatchEnded, SeedDisclosed, UndoForgotten
from games.match.luck import SealedLuck
from games.match.past import Past, WayBack
from games.match.reasons import NO_SUCH_POSITION
from games.match.refusals import NotPermitted
from games.match.rulebook import RULES
from games.match.state import Match


class Batch(Play[Match]):
    """One command of a match being carried out; what its rules need besides the match itself."""

    def __init__(self, match: Match, actor: Actor, luck: SealedLuck, past: Past) -> None:
        super().__init__(RULES, match, luck)
        self.luck = luck
        self.past = past
        self.actor = actor
        self.went_back = False  # or forward again

    def answer(self, command: Command) -> None:
        """A command of the match; after it the right clock runs, whatever it changed."""
        self._carry_out(command)
        if self.game.clock is not None:
            keep_time(self, self.game.clock)
        self.run()

    def play_game(self, command: Command | None = None, opening: tuple[Item, ...] = ()) -> None:
        """Lets the game itself go on, with an answer to its open question or from its first step."""
        match = self.game
        game = Play(match.rules.rules, match.table, self.luck, match.rules.longest)
        game.first(*opening)
        if command is None:
            game.run()
        else:
            game.answer(command)
        self.events += game.events
        if self.luck.drawn:
            self.happens(LuckDrawn(self.luck.first, tuple(self.luck.drawn)))
        if match.struck or match.refused:
            self.happens(UndoForgotten())
        if match.clock is not None:
            keep_time(self, match.clock, answered=command is not None)
        if not game.agenda:
            self.end(MatchEnded("played_out"))
        elif match.is_too_long:  # GB-30
            self.end(MatchEnded("too_long"))

    def end(self, ended: MatchEnded) -> None:
        """GB-6: every ending of a match discloses its seed."""
        self.happens(ended, SeedDisclosed(self.luck.seed.hex()))
        self.agenda.clear()

    def speaker(self, command: Command) -> int:
        """The seat of the person who gives the command."""
        if self.actor.seat is None:
            raise NotPermitted(None, command)
        return self.actor.seat

    def way_back(self, to: int, command: Command) -> WayBack:
        """GB-10"""
        way = self.past.way_back(to)
        if way is None:
            raise NotOffered(self.game.agenda[0], command, NO_SUCH_POSITION)
        return way

    def go(self, way: WayBack) -> None:
        """The game stands as it stood there, and as it will for every reader who folds the book."""
        stand = way.stand()
        self.game.table = clone(stand.table)
        self.game.draws = stand.draws
        self.went_back = True

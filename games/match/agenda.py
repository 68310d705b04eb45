"""What a match waits for, besides the question of its game."""

from __future__ import annotations

from games.kernel import Standing


class GatherPlayers(Standing, frozen=True):
    """People sit down, bots are seated, the host starts."""


class PlayOn(Standing, frozen=True):
    """The game asks; the match itself lets people resign, undo and redo."""


class AgreeToUndo(Standing, frozen=True):
    """Somebody wants to go back; the game waits until the others have said yes or no."""


class AwaitResume(Standing, frozen=True, tag="paused"):
    """No clock runs and nobody plays until somebody resumes."""


MatchItem = GatherPlayers | PlayOn | AgreeToUndo | AwaitResume

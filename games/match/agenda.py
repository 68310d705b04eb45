"""What a match waits for, besides the question of its game."""

from __future__ import annotations

from games.kernel import Standing


class GatherPlayers(Standing, frozen=True, gc=False):
    """People sit down, bots are seated, the host starts."""


class PlayOn(Standing, frozen=True, gc=False):
    """The game asks; the match itself only lets people resign."""


MatchItem = GatherPlayers | PlayOn

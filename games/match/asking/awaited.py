"""What a match waits for, and whom."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.kernel import Question
from games.match.agenda import AgreeToUndo, AwaitResume, GatherPlayers
from games.match.state import Match
from games.match.undo import others

AwaitedKind = Literal["players", "start", "answer", "bot", "vote", "pause", "over"]


class Awaited(msgspec.Struct, frozen=True):
    kind: AwaitedKind
    seats: list[int]  # who can end the waiting; none where it is nobody in a seat


def find_awaited(match: Match) -> Awaited:
    match match.agenda:
        case [GatherPlayers(), *_]:
            free = match.free_seats()
            return Awaited("players" if free else "start", free)
        case [AgreeToUndo(), *_]:
            vote = match.open_vote
            return Awaited("vote", sorted(others(match, vote.seat) - set(vote.agreed)))
        case [AwaitResume(), *_]:
            return Awaited("pause", match.people())
        case [_, *_] if match.table.agenda:
            return find_awaited_by_game(match)
    return Awaited("over", [])


def find_pause_voters(match: Match) -> list[int]:
    """GB-18: who has not answered the request for a pause yet; the game goes on meanwhile."""
    wish = match.pause
    return [] if wish is None else sorted(others(match, wish.seat) - set(wish.agreed))


def find_awaited_by_game(match: Match) -> Awaited:
    first = match.table.agenda[0]
    seats = [first.seat] if isinstance(first, Question) else match.people()
    by_bots = all(match.bot_for(seat) is not None for seat in seats)
    return Awaited("bot" if by_bots else "answer", seats)

"""The position of a match that a query names, and how long an answer about it may be kept."""

from __future__ import annotations

from service.api.answer_building import ASK_AGAIN, FOR_EVER
from service.api.call import Call
from service.problem_detail import Detail
from service.problems import Malformed
from service.queries.positions import Position, load_position


def find_position(call: Call, match: str) -> Position:
    """The position after a version or at a time; without either, the newest."""
    version, at = call.query.get("version"), call.query.get("at")
    if version is not None and at is not None:
        raise Malformed(Detail("version_or_time"))
    return load_position(call.matches, match, call.token, version, at)


def cache_policy(seen: Position) -> str:
    """What is settled never changes; what is private is for nobody's cache but the caller's own."""
    if not seen.settled:
        return ASK_AGAIN
    return f"{'private' if seen.match.visibility == 'private' else 'public'}, {FOR_EVER}"

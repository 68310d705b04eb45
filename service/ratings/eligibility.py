"""Which finished matches count for ratings."""

from __future__ import annotations

from events.codec import decode
from events.store import Head, Store
from games.match.state import Match
from service.matches.folding import luck_was_struck_out
from service.matches.index import Summary


def counts_for_ratings(store: Store, head: Head, match: Match) -> bool:
    """GB-25; for a match under the first laws (GB-29) the book is asked whether luck was taken back."""
    if match.status != "finished" or match.visibility != "public" or not match.is_rated:
        return False
    if decode(head.summary, Summary).imported:
        return False
    return match.laws > 1 or not luck_was_struck_out(store.entries(head.match))

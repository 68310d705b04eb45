"""All ratings anew out of the book, in the order in which the matches ended.

Counted as they come, two matches that end at once may be counted in either order, so a rebuild can differ a
little; it is the truth.
"""

from __future__ import annotations

from collections.abc import Iterator

from events.store import Guard, Store
from games.catalogue import GAMES
from service.live import folded as folded_match
from service.ratings.table import (
    COUNTED,
    PLACE,
    TRACE,
    TURN,
    Ratings,
    Result,
    encoded,
    folded,
    next_turn,
    result,
)
from service.summary import label


def rebuild(store: Store) -> dict[str, int]:
    """How many matches of each game were counted."""
    return {game: rebuild_game(store, game) for game in GAMES}


def rebuild_game(store: Store, game: str) -> int:
    """Again if a match was counted meanwhile: then it is among the finished ones."""
    while True:
        turn = store.field(PLACE, game, TURN)
        found = dict(sorted(finished(store, game), key=lambda item: (item[1].ended_at, item[0])))
        fresh = {who: encoded(rating) for who, rating in folded(found.values()).items()}
        gone: dict[str, bytes | None] = dict.fromkeys(Ratings(store).all_of(game).keys() - fresh.keys())
        drawers: dict[str, dict[str, bytes | None]] = {
            game: {**gone, **fresh, TURN: next_turn(turn)},
            COUNTED: {match: encoded(one) for match, one in found.items()},
        }
        if store.swap(PLACE, Guard(game, TURN, turn), drawers):
            for match in found:
                store.put(match, TRACE, {COUNTED: b"1"})
            return len(found)


def finished(store: Store, game: str) -> Iterator[tuple[str, Result]]:
    """Public matches that were played out, as the book has them."""
    cursor = None
    while True:
        page = store.listing(label(game, "finished"), cursor=cursor, limit=100)
        for head in page.heads:
            then = folded_match(store, head.match, head.version)
            if then is not None:
                yield head.match, result(then.match, store.drawer(head.match, "people"), head.touched)
        if page.next is None:
            return
        cursor = page.next

"""All ratings anew out of the book: places and points as it has them, in the order of their counting.

What was counted as which one, and who sat there, lies beside the book, with the results. Where that is lost
as well, matches follow in the order in which they ended, with whoever is still known to have sat there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

import msgspec

from events.codec import decode
from events.store import Guard, Store
from games.catalogue import GAMES
from service.matches.live import folded as folded_match
from service.matches.records.people import People
from service.matches.summary import label
from service.ratings.change_log import begin_anew, log_of
from service.ratings.ratings import (
    FORGOTTEN_PREFIX,
    RATINGS_PLACE,
    RESULTS_DRAWER,
    TRACE,
    TURN_FIELD,
    Ratings,
    Result,
    encode_record,
    is_counted,
    rate_matches,
    result_of,
)


def rebuild(store: Store) -> dict[str, int]:
    """How many matches of each game were counted."""
    return {game: rebuild_game(store, game) for game in GAMES}


def rebuild_game(store: Store, game: str) -> int:
    """Again if a match was counted meanwhile: then it is among the finished ones."""
    while True:
        turn = store.field(RATINGS_PLACE, game, TURN_FIELD)
        found = order_results(dict(results_in_book(store, game)), read_results(store), int(turn or 0))
        drawers: dict[str, dict[str, bytes | None]] = {
            game: {
                **ratings_of(store, game, found),
                TURN_FIELD: str(int(turn or 0) + len(found) + 1).encode(),
            },
            RESULTS_DRAWER: {match: encode_record(one) for match, one in found.items()},
            log_of(game): begin_anew(store, RATINGS_PLACE, game),
        }
        if store.swap(RATINGS_PLACE, Guard(game, TURN_FIELD, turn), drawers):
            leave_trace(store, found)
            return len(found)


def leave_trace(store: Store, matches: Iterable[str]) -> None:
    """Only where it is missing: to write it again would rewrite the file of an archived match."""
    for match in matches:
        if not is_counted(store, match):
            store.put(match, TRACE, {RESULTS_DRAWER: b"1"})


def ratings_of(store: Store, game: str, found: dict[str, Result]) -> dict[str, bytes | None]:
    """What is to be written: who was forgotten is rated like everybody, and not shown."""
    fresh = {
        who: one for who, one in rate_matches(found.values()).items() if not who.startswith(FORGOTTEN_PREFIX)
    }
    gone = dict.fromkeys(Ratings(store).all_of(game).keys() - fresh.keys())
    return {**gone, **{who: encode_record(rating) for who, rating in fresh.items()}}


def read_results(store: Store) -> dict[str, Result]:
    return {
        match: decode(kept, Result) for match, kept in store.drawer(RATINGS_PLACE, RESULTS_DRAWER).items()
    }


def order_results(fresh: dict[str, Result], known: dict[str, Result], turn: int) -> dict[str, Result]:
    """As they were counted; what was not counted yet comes after that, by its end."""
    numbers = count(turn + 1)
    ordered = sorted(fresh, key=lambda match: (place_in(known.get(match)), fresh[match].ended_at, match))
    return {match: number_result(fresh[match], known.get(match), numbers) for match in ordered}


def place_in(known: Result | None) -> tuple[bool, int]:
    return known is None, known.order if known else 0


def number_result(fresh: Result, known: Result | None, numbers: Iterator[int]) -> Result:
    if known is None:
        return msgspec.structs.replace(fresh, order=next(numbers))
    return msgspec.structs.replace(fresh, who=known.who, order=known.order)


def results_in_book(store: Store, game: str) -> Iterator[tuple[str, Result]]:
    """Public matches that were played out, as the book has them."""
    people, cursor = People(store), None
    while True:
        page = store.listing(label(game, "finished"), cursor=cursor, limit=100)
        for head in page.heads:
            then = folded_match(store, head.match, head.version)
            if then is not None:
                yield head.match, result_of(then.match, people.of_match(head.match), head.touched)
        if page.next is None:
            return
        cursor = page.next

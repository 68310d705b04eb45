"""All ratings again from the book: places and points as it has them, in the order of counting.

The order of counting, and who sat there, lies beside the book, with the results. If that is lost as well,
matches follow in the order in which they ended, with the players still known to have sat there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

import msgspec

from events.store import Store
from games.catalogue import GAMES
from service.matches.index import label
from service.matches.records.people import PEOPLE
from service.matches.repository import fold_match as folded_match
from service.ratings.eligibility import counts_for_ratings
from service.ratings.ratings import BOT, FORGOTTEN_PREFIX, rate_matches, result_of
from service.ratings.records import Rating, RatingChange, RatingRecords, Result


def rebuild(store: Store) -> dict[str, int]:
    """Answers how many matches of each game were counted."""
    return {game: rebuild_game(store, game) for game in GAMES}


def rebuild_game(store: Store, game: str) -> int:
    """Again if a match was counted meanwhile: then it is among the finished ones."""
    records = RatingRecords(store)
    while True:
        before = records.turn(game)
        known = records.results()
        found = order_results(dict(results_in_book(store, game)), known, before or 0)
        change = RatingChange(
            game=game,
            before=before,
            turn=(before or 0) + len(found) + 1,
            ratings=changed_ratings(records, game, found),
            results={**found, **results_to_drop(game, found, known)},
            logged=None,
        )
        if records.change(change):
            mark_counted(records, found)
            return len(found)


def mark_counted(records: RatingRecords, matches: Iterable[str]) -> None:
    """Only where the mark is missing: to write it again would rewrite the file of an archived match."""
    for match in matches:
        if not records.is_counted(match):
            records.mark_counted(match)


def results_to_drop(game: str, found: Iterable[str], known: dict[str, Result]) -> dict[str, None]:
    """The results of matches that were counted once and no longer count."""
    counted = {match for match, result in known.items() if result.game == game}
    return dict.fromkeys(counted - set(found))


def changed_ratings(records: RatingRecords, game: str, found: dict[str, Result]) -> dict[str, Rating | None]:
    """What to write: forgotten players are rated like everyone, but not shown."""
    fresh = {
        who: one for who, one in rate_matches(found.values()).items() if not who.startswith(FORGOTTEN_PREFIX)
    }
    return {**dict.fromkeys(records.rated(game) - fresh.keys()), **fresh}


def order_results(fresh: dict[str, Result], known: dict[str, Result], turn: int) -> dict[str, Result]:
    """As they were counted; matches not counted yet come after that, in the order of their ends."""
    numbers = count(turn + 1)
    ordered = sorted(fresh, key=lambda match: (place_in(known.get(match)), fresh[match].ended_at, match))
    return {match: number_result(fresh[match], known.get(match), numbers) for match in ordered}


def place_in(known: Result | None) -> tuple[bool, int]:
    return known is None, known.order if known else 0


def number_result(fresh: Result, known: Result | None, numbers: Iterator[int]) -> Result:
    if known is None:
        return msgspec.structs.replace(fresh, order=next(numbers))
    who = [called_today(*seat) for seat in zip(known.who, fresh.who, strict=True)]
    return msgspec.structs.replace(fresh, who=who, order=known.order)


def called_today(kept: str | None, fresh: str | None) -> str | None:
    """Return who is kept to have sat there; a bot goes by the name that it has today."""
    return fresh if kept and kept.startswith(BOT) else kept


def results_in_book(store: Store, game: str) -> Iterator[tuple[str, Result]]:
    """Rated matches that were played to their end, as the book has them."""
    cursor = None
    while True:
        page = store.listing(label(game, "finished"), cursor=cursor, limit=100)
        for head in page.heads:
            then = folded_match(store, head.match, head.version)
            if then is not None and counts_for_ratings(store, head, then.match):
                yield head.match, result_of(then.match, PEOPLE.all(store, head.match), head.touched)
        if page.next is None:
            return
        cursor = page.next

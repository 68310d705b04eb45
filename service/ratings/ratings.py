"""The ratings of a game: each finished match is counted once, and all can be made again from the book.

Every rated match counts that was played to its end and in which at least two known players or bots met. A
player who left the seat to a bot keeps its result; people without a player id are passed over, the others are
ranked among themselves. A player in several seats takes the mean of what they bring.

Each result keeps the number under which it was counted, and who sat there then: so the results give the same
ratings again, in whatever order the matches ended, even if somebody was forgotten in the meantime. If that is
lost as well, matches follow in the order in which they ended, with the players still known to have sat there.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Final

import msgspec

from events.codec import decode
from events.store import Head, Store
from games.catalogue import GAMES
from games.kernel.score import totals
from games.match.state import Match
from service.matches.folding import luck_was_struck_out
from service.matches.index import Summary, label
from service.matches.records.people import PEOPLE, Person
from service.matches.repository import fold_match as folded_match
from service.ratings.plackett_luce import Strength, update_strengths
from service.ratings.records import Rating, RatingChange, RatingRecords, Result


def counts_for_ratings(store: Store, head: Head, match: Match) -> bool:
    """GB-25; for a match under the first laws (GB-29) the book is asked whether luck was taken back."""
    if match.status != "finished" or match.visibility != "public" or not match.is_rated:
        return False
    if decode(head.summary, Summary).imported:
        return False
    return match.laws > 1 or not luck_was_struck_out(store.entries(head.match))


BOT: Final = "bot:"
PLAYER: Final = "player:"
FORGOTTEN_PREFIX: Final = "gone:"  # forgotten players, under a name that leads nowhere
FEWEST: Final = 2


def result_of(match: Match, people: dict[int, Person], ended_at: int) -> Result:
    return Result(
        game=match.game,
        ended_at=ended_at,
        who=[rated_name(match, people, seat) for seat in range(len(match.seats))],
        places=match.rules.places(match.table),
        points=totals(match.rules.score(match.table), len(match.seats)),
    )


def rated_name(match: Match, people: dict[int, Person], seat: int) -> str | None:
    if seat in people:
        player = people[seat].player
        return f"{PLAYER}{player}" if player else None
    bot = match.seats[seat].bot
    return f"{BOT}{bot.name}" if bot else None


def has_enough_players(found: Result) -> bool:
    return len({who for who in found.who if who}) >= FEWEST


def rate_match(before: dict[str, Rating], found: Result) -> dict[str, Rating]:
    """Return the ratings of all who took part; `before` lacks newcomers."""
    taking_part = [(who, place) for who, place in zip(found.who, found.places, strict=True) if who]
    begun = [strength_of(before.get(who)) for who, _ in taking_part]
    ended = update_strengths(begun, [place for _, place in taking_part])
    return {
        who: merge_seats(
            before.get(who),
            [end for (other, _), end in zip(taking_part, ended, strict=True) if other == who],
            best=min(place for other, place in taking_part if other == who),
            at=found.ended_at,
        )
        for who in dict.fromkeys(who for who, _ in taking_part)
    }


def strength_of(rating: Rating | None) -> Strength:
    return Strength() if rating is None else Strength(rating.mu, rating.sigma)


def merge_seats(before: Rating | None, ended: list[Strength], *, best: int, at: int) -> Rating:
    known = before or Rating(mu=0, sigma=0)
    return Rating(
        mu=sum(one.mu for one in ended) / len(ended),
        sigma=sum(one.sigma for one in ended) / len(ended),
        matches=known.matches + 1,
        wins=known.wins + (best == 1),
        last_at=max(known.last_at, at),
    )


class Ratings:
    """All games' ratings in one book."""

    def __init__(self, store: Store) -> None:
        self.records = RatingRecords(store)

    def count(self, match: str, game: str, read: Callable[[], Result]) -> bool:
        """Return False if it is already counted. If somebody else was faster, look everything up again."""
        while True:
            turn = self.records.turn(game)
            new = self.records.result(match) is None
            if not new or self._count(match, read(), turn):
                self.records.mark_counted(match)
                return new

    def _count(self, match: str, found: Result, before: int | None) -> bool:
        rated = {who: rating for who in found.who if who and (rating := self.records.rating(found.game, who))}
        ratings = rate_match(rated, found) if has_enough_players(found) else {}
        turn = next_turn(before)
        return self.records.change(
            RatingChange(
                game=found.game,
                before=before,
                turn=turn,
                ratings=ratings,
                results={match: msgspec.structs.replace(found, order=turn)},
                logged=ratings,
            )
        )

    def forget(self, player: str, matches: Iterable[str]) -> None:
        """Forget a player; the ratings of others stay, and the results then name an unknown player."""
        who, nobody = PLAYER + player, FORGOTTEN_PREFIX + secrets.token_hex(8)
        for game in GAMES:
            self._forget(game, who)
        for match in matches:
            found = self.records.result(match)
            if found is not None:
                others = [nobody if one == who else one for one in found.who]
                self.records.keep_result(match, msgspec.structs.replace(found, who=others))

    def _forget(self, game: str, who: str) -> None:
        """Delete a rating; a process that is just counting a match must look up again who sat there."""
        forgotten = False
        while not forgotten:
            before = self.records.turn(game)
            logged = None if self.records.rating(game, who) else ()
            forgotten = self.records.change(
                RatingChange(
                    game=game, before=before, turn=next_turn(before), ratings={who: None}, logged=logged
                )
            )


def next_turn(before: int | None) -> int:
    return (before or 0) + 1


def rate_matches(results: Iterable[Result]) -> dict[str, Rating]:
    """Return the ratings that these results give, one after another."""
    ratings: dict[str, Rating] = {}
    for found in results:
        if has_enough_players(found):
            ratings |= rate_match(ratings, found)
    return ratings


def rebuild(store: Store) -> dict[str, int]:
    """Make all ratings again; return how many matches of each game were counted."""
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
    """Return the results of matches that were counted once and no longer count."""
    counted = {match for match, result in known.items() if result.game == game}
    return dict.fromkeys(counted - set(found))


def changed_ratings(records: RatingRecords, game: str, found: dict[str, Result]) -> dict[str, Rating | None]:
    """Return what to write: forgotten players are rated like everyone, but not shown."""
    fresh = {
        who: one for who, one in rate_matches(found.values()).items() if not who.startswith(FORGOTTEN_PREFIX)
    }
    return {**dict.fromkeys(records.rated(game) - fresh.keys()), **fresh}


def order_results(fresh: dict[str, Result], known: dict[str, Result], turn: int) -> dict[str, Result]:
    """Order results as they were counted, and matches not counted yet by their ends after that."""
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

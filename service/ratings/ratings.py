"""The ratings of a game, and each finished match counted exactly once.

Counted is every public match that was played out and in which at least two known players or bots met. Who
left the seat to a bot keeps its result; people without a player id are passed over, the others are ranked
among themselves. Who plays several seats takes the mean of what they bring.

Each result keeps as which one it was counted, and who sat there then: so the same ratings come out of the
results again, in whatever order the matches ended, and though somebody was forgotten meanwhile.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from events.codec import decode
from events.store import Guard, Store
from games.catalogue import GAMES
from games.kernel.score import totals
from games.match.state import Match
from service.matches.records.people import Person
from service.ratings.change_log import begin_anew, log_of, note_turn
from service.ratings.plackett_luce import Strength, update_strengths

RATINGS_PLACE: Final = "_ratings"  # no match has such an id
RESULTS_DRAWER: Final = "counted"  # match -> its result
TURN_FIELD: Final = "_turn"  # counts the changes of a game's ratings: the guard of each
TRACE: Final = "ratings"  # the drawer of the match in which the sweep looks
BOT: Final = "bot:"
PLAYER: Final = "player:"
FORGOTTEN_PREFIX: Final = "gone:"  # who was forgotten, under a name that leads nowhere
FEWEST: Final = 2


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    mu: float
    sigma: float
    matches: int = 0
    wins: int = 0  # first places, shared ones as well
    last_at: int = 0


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """Of one finished match, by seat."""

    game: str
    ended_at: int
    who: list[str | None]  # "player:ada", "bot:greedy", "gone:5f…", null for somebody unknown
    places: list[int]
    points: list[int]
    order: int = 0  # as which one of its game it was counted


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
    return f"{BOT}{bot.mind}" if bot else None


def counts_for_ratings(found: Result) -> bool:
    return len({who for who in found.who if who}) >= FEWEST


def rate_match(before: dict[str, Rating], found: Result) -> dict[str, Rating]:
    """The ratings of all who took part; `before` lacks newcomers."""
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
        self.store = store

    def count(self, match: str, game: str, read: Callable[[], Result]) -> bool:
        """False if it is counted already. If somebody else was faster, all is looked up again."""
        while True:
            turn = self.store.field(RATINGS_PLACE, game, TURN_FIELD)
            new = self.store.field(RATINGS_PLACE, RESULTS_DRAWER, match) is None
            if not new or self._swap(match, read(), turn):
                self.store.put(match, TRACE, {RESULTS_DRAWER: b"1"})
                return new

    def _swap(self, match: str, found: Result, turn: bytes | None) -> bool:
        before = {who: rating for who in found.who if who and (rating := self.of(found.game, who))}
        after_it = rate_match(before, found) if counts_for_ratings(found) else {}
        fields: dict[str, bytes | None] = {who: encode_record(rating) for who, rating in after_it.items()}
        fields[TURN_FIELD] = next_turn(turn)
        numbered = msgspec.structs.replace(found, order=int(next_turn(turn)))
        counted: dict[str, bytes | None] = {match: encode_record(numbered)}
        log = note_turn(numbered.order, after_it)
        drawers = {found.game: fields, RESULTS_DRAWER: counted, log_of(found.game): log}
        return self.store.swap(RATINGS_PLACE, Guard(found.game, TURN_FIELD, turn), drawers)

    def of(self, game: str, who: str) -> Rating | None:
        kept = self.store.field(RATINGS_PLACE, game, who)
        return decode(kept, Rating) if kept else None

    def all_of(self, game: str) -> dict[str, Rating]:
        kept = self.store.drawer(RATINGS_PLACE, game)
        return {who: decode(rating, Rating) for who, rating in kept.items() if who != TURN_FIELD}

    def result(self, match: str) -> Result | None:
        kept = self.store.field(RATINGS_PLACE, RESULTS_DRAWER, match)
        return decode(kept, Result) if kept else None

    def forget(self, player: str, matches: Iterable[str]) -> None:
        """The ratings of the others stay as they are; the results name somebody whom nobody knows."""
        who, nobody = PLAYER + player, FORGOTTEN_PREFIX + secrets.token_hex(8)
        for game in GAMES:
            self._forget(game, who)
        for match in matches:
            found = self.result(match)
            if found is not None:
                others = [nobody if one == who else one for one in found.who]
                erased = encode_record(msgspec.structs.replace(found, who=others))
                self.store.put(RATINGS_PLACE, RESULTS_DRAWER, {match: erased})

    def _forget(self, game: str, who: str) -> None:
        """Whoever is just counting a match looks up anew who sat there."""
        forgotten = False
        while not forgotten:
            turn = self.store.field(RATINGS_PLACE, game, TURN_FIELD)
            rated = self.of(game, who) is not None
            log = (
                begin_anew(self.store, RATINGS_PLACE, game) if rated else note_turn(int(next_turn(turn)), ())
            )
            drawers = {game: {who: None, TURN_FIELD: next_turn(turn)}, log_of(game): log}
            forgotten = self.store.swap(RATINGS_PLACE, Guard(game, TURN_FIELD, turn), drawers)


def next_turn(turn: bytes | None) -> bytes:
    return str(int(turn or 0) + 1).encode()


def is_counted(store: Store, match: str) -> bool:
    return store.field(match, TRACE, RESULTS_DRAWER) is not None


def encode_record(thing: Rating | Result) -> bytes:
    return msgspec.json.encode(thing)


def rate_matches(results: Iterable[Result]) -> dict[str, Rating]:
    """The ratings that these results make, one after the other."""
    ratings: dict[str, Rating] = {}
    for found in results:
        if counts_for_ratings(found):
            ratings |= rate_match(ratings, found)
    return ratings

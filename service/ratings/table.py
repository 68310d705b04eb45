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
from service.ratings.changes import begun_anew, log_of, noted
from service.ratings.plackett_luce import Strength, after

PLACE: Final = "_ratings"  # no match has such an id
COUNTED: Final = "counted"  # match -> its result
TURN: Final = "_turn"  # counts the changes of a game's ratings: the guard of each
TRACE: Final = "ratings"  # the drawer of the match in which the sweep looks
BOT: Final = "bot:"
PLAYER: Final = "player:"
GONE: Final = "gone:"  # who was forgotten, under a name that leads nowhere
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


def result(match: Match, people: dict[int, Person], ended_at: int) -> Result:
    return Result(
        game=match.game,
        ended_at=ended_at,
        who=[known(match, people, seat) for seat in range(len(match.seats))],
        places=match.rules.places(match.table),
        points=totals(match.rules.score(match.table), len(match.seats)),
    )


def known(match: Match, people: dict[int, Person], seat: int) -> str | None:
    if seat in people:
        player = people[seat].player
        return f"{PLAYER}{player}" if player else None
    bot = match.seats[seat].bot
    return f"{BOT}{bot.mind}" if bot else None


def counts(found: Result) -> bool:
    return len({who for who in found.who if who}) >= FEWEST


def changed(before: dict[str, Rating], found: Result) -> dict[str, Rating]:
    """The ratings of all who took part; `before` lacks newcomers."""
    taking_part = [(who, place) for who, place in zip(found.who, found.places, strict=True) if who]
    begun = [strength(before.get(who)) for who, _ in taking_part]
    ended = after(begun, [place for _, place in taking_part])
    return {
        who: merged(
            before.get(who),
            [end for (other, _), end in zip(taking_part, ended, strict=True) if other == who],
            best=min(place for other, place in taking_part if other == who),
            at=found.ended_at,
        )
        for who in dict.fromkeys(who for who, _ in taking_part)
    }


def strength(rating: Rating | None) -> Strength:
    return Strength() if rating is None else Strength(rating.mu, rating.sigma)


def merged(before: Rating | None, ended: list[Strength], *, best: int, at: int) -> Rating:
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
            turn = self.store.field(PLACE, game, TURN)
            new = self.store.field(PLACE, COUNTED, match) is None
            if not new or self._swap(match, read(), turn):
                self.store.put(match, TRACE, {COUNTED: b"1"})
                return new

    def _swap(self, match: str, found: Result, turn: bytes | None) -> bool:
        before = {who: rating for who in found.who if who and (rating := self.of(found.game, who))}
        after_it = changed(before, found) if counts(found) else {}
        fields: dict[str, bytes | None] = {who: encoded(rating) for who, rating in after_it.items()}
        fields[TURN] = next_turn(turn)
        numbered = msgspec.structs.replace(found, order=int(next_turn(turn)))
        counted: dict[str, bytes | None] = {match: encoded(numbered)}
        log = noted(numbered.order, after_it)
        drawers = {found.game: fields, COUNTED: counted, log_of(found.game): log}
        return self.store.swap(PLACE, Guard(found.game, TURN, turn), drawers)

    def of(self, game: str, who: str) -> Rating | None:
        kept = self.store.field(PLACE, game, who)
        return decode(kept, Rating) if kept else None

    def all_of(self, game: str) -> dict[str, Rating]:
        kept = self.store.drawer(PLACE, game)
        return {who: decode(rating, Rating) for who, rating in kept.items() if who != TURN}

    def result(self, match: str) -> Result | None:
        kept = self.store.field(PLACE, COUNTED, match)
        return decode(kept, Result) if kept else None

    def forget(self, player: str, matches: Iterable[str]) -> None:
        """The ratings of the others stay as they are; the results name somebody whom nobody knows."""
        who, nobody = PLAYER + player, GONE + secrets.token_hex(8)
        for game in GAMES:
            self._forget(game, who)
        for match in matches:
            found = self.result(match)
            if found is not None:
                others = [nobody if one == who else one for one in found.who]
                erased = encoded(msgspec.structs.replace(found, who=others))
                self.store.put(PLACE, COUNTED, {match: erased})

    def _forget(self, game: str, who: str) -> None:
        """Whoever is just counting a match looks up anew who sat there."""
        forgotten = False
        while not forgotten:
            turn = self.store.field(PLACE, game, TURN)
            rated = self.of(game, who) is not None
            log = begun_anew(self.store, PLACE, game) if rated else noted(int(next_turn(turn)), ())
            drawers = {game: {who: None, TURN: next_turn(turn)}, log_of(game): log}
            forgotten = self.store.swap(PLACE, Guard(game, TURN, turn), drawers)


def next_turn(turn: bytes | None) -> bytes:
    return str(int(turn or 0) + 1).encode()


def is_counted(store: Store, match: str) -> bool:
    return store.field(match, TRACE, COUNTED) is not None


def encoded(thing: Rating | Result) -> bytes:
    return msgspec.json.encode(thing)


def folded(results: Iterable[Result]) -> dict[str, Rating]:
    """The ratings that these results make, one after the other."""
    ratings: dict[str, Rating] = {}
    for found in results:
        if counts(found):
            ratings |= changed(ratings, found)
    return ratings

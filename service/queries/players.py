"""Players: how strong they are, what waits for them, and how their matches ended. No match is loaded."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from events.store import Head, Store
from games.catalogue import GAMES
from games.kernel.quantities import doc
from service.matches.fields import (
    GameId,
    MatchesWon,
    MatchId,
    MatchVersion,
    RatedMatches,
    RatingDeviation,
    RatingMean,
    ShownRating,
    TouchedAt,
    UnreadableMatches,
)
from service.matches.index import player_label, read_summary
from service.matches.records.people import seats_of_player
from service.ratings.leaderboard import (
    Leaderboards,
    PlayerKind,
    rank_of,
    read_place,
    shown_rating,
    write_place,
)
from service.ratings.ratings import BOT, PLAYER
from service.ratings.records import Rating, RatingRecords

MOST_GOING: Final = 100
MOST_RESULTS: Final = 50
MOST_LISTED: Final = 100


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the leaderboard."""

    rank: Annotated[int, doc("The rank, counted from 1; equal ratings share the better one.")]
    player: Annotated[str, doc("The id of a person, or the kind of a bot, as `level3` or `search:300`.")]
    bot: Annotated[bool, doc("Whether it is a bot.")]
    rating: ShownRating
    mu: RatingMean
    sigma: RatingDeviation
    matches: RatedMatches
    wins: MatchesWon
    last_at: Annotated[int, doc("When the last of these matches ended, UTC milliseconds.")]


class LeaderboardAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a game best."""

    game: GameId
    kind: Annotated[PlayerKind, doc("Whether people, bots or both are listed.")]
    ranked: Annotated[list[Ranked], doc("The best first.")]
    next: Annotated[str | None, doc("The cursor of the next page; null on the last.")]


class Going(msgspec.Struct, frozen=True, kw_only=True):
    """A match of the player that is not over."""

    match: MatchId
    game: GameId
    status: Annotated[str, doc("How far the match is: `open` or `running`.")]
    version: MatchVersion
    seats: Annotated[list[int], doc("The seats in which the player sits.")]
    my_turn: Annotated[bool, doc("Whether the match waits for an answer of the player.")]
    touched_at: TouchedAt


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match of the player."""

    match: MatchId
    game: GameId
    ended_at: Annotated[int, doc("When the match ended, UTC milliseconds.")]
    place: Annotated[int, doc("The player's place, counted from 1; equals share the better one.")]
    of: Annotated[int, doc("How many players the match had.")]
    points: Annotated[int, doc("The player's points.")]


class GameRating(msgspec.Struct, frozen=True, kw_only=True):
    """How strong the player is in one game."""

    game: GameId
    rating: ShownRating
    mu: RatingMean
    sigma: RatingDeviation
    matches: RatedMatches
    wins: MatchesWon


class PlayerAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A player."""

    player: Annotated[str, doc("The player's id, `client/player`.")]
    ratings: Annotated[list[GameRating], doc("A rating for each game in which a rated match has ended.")]
    going: Annotated[list[Going], doc("The player's public matches that are not over, newest first.")]
    results: Annotated[list[Ended], doc("The player's finished public matches, newest first.")]
    unreadable: UnreadableMatches = msgspec.UNSET


def list_leaderboard(
    boards: Leaderboards, game: str, kind: PlayerKind, limit: int, cursor: str | None = None
) -> LeaderboardAnswer:
    """Return a page of the leaderboard; equal ratings share the better rank, also across pages."""
    board = boards.of(game)
    found = board.best(kind, limit + 1, None if cursor is None else read_place(cursor))
    shown, more = found[:limit], found[limit:]
    return LeaderboardAnswer(
        game=game,
        kind=kind,
        ranked=[rank_player(board.count_better(kind, rating) + 1, who, rating) for who, rating in shown],
        next=write_place(rank_of(*shown[-1])) if more else None,
    )


def rank_player(rank: int, who: str, rating: Rating) -> Ranked:
    return Ranked(
        rank=rank,
        player=who.partition(":")[2],
        bot=who.startswith(BOT),
        rating=shown_rating(rating),
        mu=rating.mu,
        sigma=rating.sigma,
        matches=rating.matches,
        wins=rating.wins,
        last_at=rating.last_at,
    )


def describe_player(store: Store, player: str) -> PlayerAnswer | None:
    """Describe a player, or return None if nobody sat in a public match under this id, or was forgotten."""
    going = store.listing(player_label(player, "going"), limit=MOST_GOING)
    over = store.listing(player_label(player, "finished"), limit=MOST_RESULTS)
    found = [(game, RatingRecords(store).rating(game, PLAYER + player)) for game in GAMES]
    described = [
        (head.match, describe_going(head, seats))
        for head in going.heads
        if (seats := seats_of_player(store, head.match, player))
    ]
    answer = PlayerAnswer(
        player=player,
        ratings=[describe_rating(game, rating) for game, rating in found if rating],
        going=[one for _, one in described if one],
        results=[result for head in over.heads if (result := describe_result(store, player, head.match))],
        unreadable=[match for match, one in described if one is None] or msgspec.UNSET,
    )
    shown = answer.ratings or described or answer.results or has_sat_somewhere(store, player)
    return answer if shown else None


def has_sat_somewhere(store: Store, player: str) -> bool:
    """Return whether the player sat in any match, even in one that was abandoned and has no result."""
    listed = store.listing(player_label(player), limit=MOST_LISTED)
    return any(seats_of_player(store, head.match, player) for head in listed.heads)


def describe_rating(game: str, rating: Rating) -> GameRating:
    return GameRating(
        game=game,
        rating=shown_rating(rating),
        mu=rating.mu,
        sigma=rating.sigma,
        matches=rating.matches,
        wins=rating.wins,
    )


def describe_going(head: Head, seats: list[int]) -> Going | None:
    """Describe a match that is not over, or return None where its summary cannot be read."""
    said = read_summary(head)
    if said is None:
        return None
    return Going(
        match=head.match,
        game=said.game,
        status=said.status,
        version=head.version,
        seats=seats,
        my_turn=said.turn in seats and said.seats[said.turn or 0] == "person",
        touched_at=head.touched,
    )


def describe_result(store: Store, player: str, match: str) -> Ended | None:
    """Describe a result, or return None until a worker has counted it."""
    found = RatingRecords(store).result(match)
    if found is None or PLAYER + player not in found.who:
        return None
    seat = found.who.index(PLAYER + player)
    return Ended(
        match=match,
        game=found.game,
        ended_at=found.ended_at,
        place=found.places[seat],
        of=len(found.places),
        points=found.points[seat],
    )

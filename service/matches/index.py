"""Derive what is read of a match without its book: summary, listings, the metadata of its entries."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from events.store import Head, Store
from games.kernel import Question
from games.kernel.quantities import doc
from games.match.actor import Actor
from games.match.state import Clock, Match, Parent, UndoPolicy
from service.matches.fields import EditionId, GameId, MatchRound, SeatOnTurn
from service.matches.records.descriptions import description_of
from service.matches.records.people import PEOPLE, Person, RecordChanges

if TYPE_CHECKING:
    from service.matches.repository import CurrentMatch

log = logging.getLogger(__name__)


def question_of(match: Match) -> Question | None:
    """Return the open question of the game, or None; none is open during a vote or a pause."""
    if match.status != "running" or match.vote is not None or match.paused:
        return None
    first = match.table.agenda[0]
    return first if isinstance(first, Question) else None


def turn_of(match: Match) -> int | None:
    question = question_of(match)
    return question.seat if question else None


class EventMetadata(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Travels in the feed: enough for the workers to see whether there is work, without opening the book."""

    game: str
    status: str
    by: str  # the actor who gave the command
    round_before: int  # the entry; rounds from here up to `round` have ended with it
    round: int
    turn: int | None  # the seat that is asked
    asked_before: int | None = None  # and that was asked before the entry
    mind: str | None  # of the bot in that seat
    thinks: int = 0  # milliseconds that its answer may take
    rewound: bool = False  # by this entry, or brought back
    imported: bool = False  # played elsewhere: no bot is called here
    public: bool = False
    rated: bool = True
    alone: bool = False  # bots among themselves, for whom no person waits
    advised: bool = False  # its actor asks for advice on the question
    undo_by: int | None = None  # the seat that asks for an undo with this entry
    opener: str | None = None  # of a match whose bot is asked: to whose account it thinks


def make_metadata(  # noqa: PLR0913  what an entry changes, and by whom
    match: Match,
    by: Actor,
    round_before: int,
    *,
    asked_before: int | None = None,
    rewound: bool = False,
    imported: bool = False,
    opener: str | None = None,
    advised: bool = False,
) -> EventMetadata:
    question = question_of(match)
    bot = match.bot_for(question.seat) if question else None
    return EventMetadata(
        game=match.game,
        status=match.status,
        by=str(by),
        round_before=round_before,
        round=match.table.round,
        turn=question.seat if question else None,
        asked_before=asked_before,
        mind=bot.mind if bot and not imported else None,
        thinks=bot.thinks if bot else 0,
        rewound=rewound,
        imported=imported,
        public=match.visibility == "public",
        rated=match.is_rated,
        alone=not match.people(),
        undo_by=match.vote.seat if match.vote and by == Actor.person(match.vote.seat) else None,
        opener=opener if bot else None,
        advised=advised,
    )


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What listings say of a match."""

    game: GameId
    edition: EditionId
    status: Annotated[str, doc("How far the match is: `open`, `running`, `finished` or `abandoned`.")]
    visibility: Annotated[str, doc("Who may look on; listings show `public` matches.")]
    round: MatchRound
    turn: SeatOnTurn
    seats: Annotated[list[str], doc("Each seat: `free`, `reserved`, `person`, or the mind of its bot.")]
    imported: Annotated[bool, doc("Whether it was played elsewhere: it can be read, but not joined.")] = False


class HeadSummary(Summary, frozen=True, kw_only=True):
    """Kept in the head; no listing shows who opened the match. Earlier versions said nothing of its terms."""

    opener: str | msgspec.UnsetType = msgspec.UNSET
    rated: bool | None = None
    undo: UndoPolicy | None = None
    clock: Clock | None = None
    options: dict[str, Any] = {}
    parent: Parent | msgspec.UnsetType = msgspec.UNSET


def read_summary(head: Head) -> HeadSummary | None:
    """Return the summary of a head, or None, and log it, where it cannot be read."""
    try:
        return msgspec.json.decode(head.summary, type=HeadSummary)
    except ValueError as failure:
        log.warning("match %s: its summary cannot be read, it is not listed: %s", head.match, failure)
        return None


class _Opener(msgspec.Struct):
    opener: str | None = None


def read_opener(summary_of_head: bytes) -> str | None:
    """Return to whose account a match counts, or None if the summary names nobody or cannot be read."""
    try:
        return msgspec.json.decode(summary_of_head, type=_Opener).opener
    except msgspec.MsgspecError as failure:
        log.warning("a summary cannot be read, so the match counts for nobody: %s", failure)
        return None


def make_summary(match: Match, *, imported: bool = False, opener: str | None = None) -> HeadSummary:
    question = question_of(match)
    return HeadSummary(
        game=match.game,
        edition=match.edition,
        status=match.status,
        visibility=match.visibility,
        round=match.table.round,
        turn=question.seat if question else None,
        seats=[word_seat(match, seat) for seat in range(len(match.seats))],
        imported=imported,
        opener=opener or msgspec.UNSET,
        rated=match.is_rated,
        undo=match.undo,
        clock=match.clock,
        options=msgspec.to_builtins(match.table.options),
        parent=match.parent or msgspec.UNSET,
    )


def word_seat(match: Match, number: int) -> str:
    seat = match.seats[number]
    if not seat.taken:
        return "reserved" if number in match.reserved else "free"
    return seat.bot.mind if seat.bot else "person"


def list_labels(
    store: Store, before: CurrentMatch | None, after: CurrentMatch, changes: RecordChanges | None
) -> tuple[set[str], set[str]]:
    """Return the listings before and after an entry, as far as they differ.

    Who sits there, or is host, is looked up only when that, or the status, changes.
    """
    then = after.match
    old = labels(before.match, opener=before.opener) if before else set()
    new = labels(then, opener=after.opener)
    changed = changes.people if changes else {}
    if old == new and not changed:
        return old, new
    host = description_of(store, then.id).host
    player = host.player if host else None
    new |= host_labels(then, player)
    if before is None:
        return old, new
    sat = PEOPLE.all(store, then.id)
    sits = {**sat, **changed}
    old |= host_labels(before.match, player) | player_labels(before.match, players_among(sat.values()))
    return old, new | player_labels(then, players_among(sits.values()))


def players_among(people: Iterable[Person | None]) -> set[str]:
    """Return the ids under which their matches are listed; most people have none."""
    return {person.player for person in people if person and person.player}


def labels(match: Match, *, imported: bool = False, opener: str | None = None) -> set[str]:
    """Return the listings of a match, and as long as it is not over the one that counts for its opener."""
    counted = {opener_label(opener)} if opener and match.seed is None else set()
    return counted | public_labels(match, imported=imported)


def opener_label(opener: str) -> str:
    return f"opener={opener}"


def public_labels(match: Match, *, imported: bool) -> set[str]:
    """Return the public listings of a match; only public matches have any.

    A search for matches that wait for players, or run, does not show imported ones.
    """
    if match.visibility != "public":
        return set()
    always = {label(), label(game=match.game), *([fork_label(match.parent.match)] if match.parent else [])}
    if imported and match.seed is None:
        return always
    return always | {label(status=match.status), label(match.game, match.status)} | facet_labels(match)


def fork_label(parent: str) -> str:
    """Return the listing of forks that name this match as parent; the hash in their summaries proves it."""
    return f"parent={parent}"


def import_label(match: str) -> str:
    """Return the listing of imports whose books give themselves this id; the API offers no such listing."""
    return f"imported={match}"


def label(game: str | None = None, status: str | None = None) -> str:
    return f"game={game or '*'}&status={status or '*'}"


def player_labels(match: Match, players: Iterable[str]) -> set[str]:
    """Return the listings of the players in its seats."""
    return {player_label(player, status) for player in players for status in statuses_listed(match)}


def host_labels(match: Match, player: str | None) -> set[str]:
    """Return the listings of its host."""
    return {host_label(player, status) for status in statuses_listed(match)} if player else set()


def statuses_listed(match: Match) -> list[str | None]:
    if match.visibility != "public":
        return []
    return [None, match.status, *(["going"] if match.seed is None else [])]


def player_label(player: str, status: str | None = None) -> str:
    """Return the listing of a player; `going` are all matches that are not over.

    Not under the id itself, so that a player can be forgotten.
    """
    return f"player={digest_player(player)}&status={status or '*'}"


def host_label(player: str, status: str | None = None) -> str:
    return f"host={digest_player(player)}&status={status or '*'}"


def digest_player(player: str) -> str:
    return hashlib.sha256(player.encode()).hexdigest()[:24]


# --- facets: what tells tables apart for somebody who looks for one; each is a listing of the open matches


def facets_of(match: Match) -> Iterator[tuple[str, str]]:
    """Yield the facets of a match: names and values, as a query has them."""
    yield "rated", word_value(match.is_rated)
    yield "undo", match.undo
    yield "clock", match.clock.kind if match.clock else "none"
    yield "free", word_value(bool(match.open_seats()))
    for name, value in msgspec.to_builtins(match.table.options).items():
        yield "option", f"{name}:{word_value(value)}"


def word_value(value: Any) -> str:
    """Return a value as in JSON: `true`, `3`."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def facet_labels(match: Match) -> set[str]:
    """Return the listings by facet, only of an open match: finished matches would fill them."""
    if match.status != "open":
        return set()
    return {facet_label(game, name, value) for name, value in facets_of(match) for game in (None, match.game)}


def facet_label(game: str | None, name: str, value: str) -> str:
    return f"open={game or '*'}&{name}={value}"

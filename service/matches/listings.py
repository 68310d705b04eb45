"""The listings that a match appears in: by game and status, by player and host, and by its facets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from events.store import Store
from games.match.state import Match
from service.matches.live import Live
from service.matches.records.changes import RecordChanges
from service.matches.records.notices import Notices
from service.matches.records.people import People, Person


def list_labels(
    store: Store, before: Live | None, after: Live, changes: RecordChanges | None
) -> tuple[set[str], set[str]]:
    """Who sits there, or is host, is looked up only when that, or the status, changes."""
    then = after.match
    old = labels(before.match, opener=before.opener) if before else set()
    new = labels(then, opener=after.opener)
    changed = changes.people if changes else {}
    if old == new and not changed:
        return old, new
    host = Notices(store).of_match(then.id).host
    player = host.player if host else None
    new |= host_labels(then, player)
    if before is None:
        return old, new
    sat = People(store).of_match(then.id)
    sits = {**sat, **changed}
    old |= host_labels(before.match, player) | player_labels(before.match, players_among(sat.values()))
    return old, new | player_labels(then, players_among(sits.values()))


def players_among(people: Iterable[Person | None]) -> set[str]:
    """The ids under which their matches are listed; most people have none."""
    return {person.player for person in people if person and person.player}


def labels(match: Match, *, imported: bool = False, opener: str | None = None) -> set[str]:
    """The listings a match appears in, and as long as it is not over the one that counts for its opener."""
    counted = {opener_label(opener)} if opener and match.seed is None else set()
    return counted | public_labels(match, imported=imported)


def opener_label(opener: str) -> str:
    return f"opener={opener}"


def public_labels(match: Match, *, imported: bool) -> set[str]:
    """Only public matches are listed.

    A search for matches that wait for players, or run, does not show imported ones.
    """
    if match.visibility != "public":
        return set()
    always = {label(), label(game=match.game), *([fork_label(match.parent.match)] if match.parent else [])}
    if imported and match.seed is None:
        return always
    return always | {label(status=match.status), label(match.game, match.status)} | facet_labels(match)


def fork_label(parent: str) -> str:
    """For all forks that name this match as their parent; the hash in their summaries says whether it is."""
    return f"parent={parent}"


def import_label(match: str) -> str:
    """For all imports whose books give themselves this id; no listing of the API asks for it."""
    return f"imported={match}"


def label(game: str | None = None, status: str | None = None) -> str:
    return f"game={game or '*'}&status={status or '*'}"


def player_labels(match: Match, players: Iterable[str]) -> set[str]:
    """The listings of the players in its seats."""
    return {player_label(player, status) for player in players for status in statuses_listed(match)}


def host_labels(match: Match, player: str | None) -> set[str]:
    """The listings of its host."""
    return {host_label(player, status) for status in statuses_listed(match)} if player else set()


def statuses_listed(match: Match) -> list[str | None]:
    if match.visibility != "public":
        return []
    return [None, match.status, *(["going"] if match.seed is None else [])]


def player_label(player: str, status: str | None = None) -> str:
    """`going` are all that are not over. Not under the id itself, so that a player can be forgotten."""
    return f"player={digest_player(player)}&status={status or '*'}"


def host_label(player: str, status: str | None = None) -> str:
    return f"host={digest_player(player)}&status={status or '*'}"


def digest_player(player: str) -> str:
    return hashlib.sha256(player.encode()).hexdigest()[:24]


# --- facets: what tells tables apart for somebody who looks for one; each is a listing of the open matches


def facets_of(match: Match) -> Iterator[tuple[str, str]]:
    """The facets of a match: names and values, as a query has them."""
    yield "rated", word_value(match.is_rated)
    yield "undo", match.undo
    yield "clock", match.clock.kind if match.clock else "none"
    yield "free", word_value(bool(match.open_seats()))
    for name, value in msgspec.to_builtins(match.table.options).items():
        yield "option", f"{name}:{word_value(value)}"


def word_value(value: Any) -> str:
    """As JSON has it: `true`, `3`."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def facet_labels(match: Match) -> set[str]:
    """Only while the match waits for players: finished matches would fill these listings."""
    if match.status != "open":
        return set()
    return {facet_label(game, name, value) for name, value in facets_of(match) for game in (None, match.game)}


def facet_label(game: str | None, name: str, value: str) -> str:
    return f"open={game or '*'}&{name}={value}"


def word_options(options: Mapping[str, Any]) -> set[str]:
    """Each option as a facet."""
    return {f"{name}:{word_value(value)}" for name, value in options.items()}


def list_facets(asked: Mapping[str, str | None], options: Iterable[str]) -> list[tuple[str, str]]:
    """The facets that somebody asks for."""
    named = [(name, value) for name, value in asked.items() if value is not None]
    return named + [("option", option) for option in options]

"""The listings that a match appears in, before and after an entry."""

from __future__ import annotations

from collections.abc import Iterable

from events.store import Store
from service.matches.live import Live
from service.matches.records.changes import RecordChanges
from service.matches.records.notices import Notices
from service.matches.records.people import People, Person
from service.matches.summary import host_labels, labels, player_labels


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

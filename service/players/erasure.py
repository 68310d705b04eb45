"""Players, as known beside the book: where they sat, and how to forget them."""

from __future__ import annotations

from collections.abc import Sequence

from events.store import Store
from games.match.actor import Actor
from service.matches.records.notices import Notices
from service.matches.records.people import People
from service.matches.records.reservations import Reservations
from service.matches.records.whereabouts import Whereabouts, scope_of_player
from service.ratings.ratings import Ratings
from service.webhooks.records import Webhooks


def erase(store: Store, player: str) -> list[str]:
    """Removes names and contacts; every match stays as it was played, and every hash holds.

    Returns the matches that were touched. If interrupted, erase once more to complete it.
    """
    hooks = Webhooks(store)
    for webhook in hooks.at(scope_of_player(player)):
        hooks.drop(webhook)
    whereabouts = Whereabouts(store)
    matches = whereabouts.matches_of(player)
    touched = [match for match in matches if forget_in_match(store, player, match)]
    Ratings(store).forget(player, matches)  # after the seats, or a match that ends now would bring them back
    whereabouts.forget(player, matches)
    return sorted(touched)


def forget_in_match(store: Store, player: str, match: str) -> bool:
    people = People(store)
    seats = people.seats_of(match, player)
    if seats:
        drop_webhooks(Webhooks(store), match, seats)
        people.forget(match, seats)
    kept = Reservations(store).forget(match, player)
    hosted = Notices(store).forget_host(match, player)
    return bool(seats) or kept or hosted


def drop_webhooks(hooks: Webhooks, match: str, seats: Sequence[int]) -> None:
    """An address is a contact as well."""
    roles = {Actor.person(seat) for seat in seats}
    for webhook in hooks.at(match):
        if Actor.parse(webhook.role) in roles:
            hooks.drop(webhook)

"""Players, as known beside the book: where they sat, and how to forget them."""

from __future__ import annotations

from collections.abc import Sequence

from events.store import Store
from games.match.actor import Actor
from service.matches.records.descriptions import forget_host
from service.matches.records.people import (
    PLAYER_MATCHES,
    RESERVATIONS,
    forget_people,
    matches_of_player,
    reserved_seats,
    scope_of_player,
    seats_of_player,
)
from service.ratings.ratings import Ratings
from service.webhooks.records import Webhooks


def erase(store: Store, player: str) -> list[str]:
    """Removes names and contacts; every match stays as it was played, and every hash holds.

    Returns the matches that were touched. If interrupted, erase once more to complete it.
    """
    hooks = Webhooks(store)
    for webhook in hooks.at(scope_of_player(player)):
        hooks.drop(webhook)
    matches = matches_of_player(store, player)
    touched = [match for match in matches if forget_in_match(store, player, match)]
    Ratings(store).forget(player, matches)  # after the seats, or a match that ends now would bring them back
    PLAYER_MATCHES.delete(store, scope_of_player(player), matches)
    return sorted(touched)


def forget_in_match(store: Store, player: str, match: str) -> bool:
    seats = seats_of_player(store, match, player)
    if seats:
        drop_webhooks(Webhooks(store), match, seats)
        forget_people(store, match, seats)
    kept = reserved_seats(store, match, player)  # still reserved: only the host can give it away, to a bot
    RESERVATIONS.delete(store, match, kept)
    hosted = forget_host(store, match, player)
    return bool(seats) or bool(kept) or hosted


def drop_webhooks(hooks: Webhooks, match: str, seats: Sequence[int]) -> None:
    """An address is a contact as well."""
    roles = {Actor.person(seat) for seat in seats}
    for webhook in hooks.at(match):
        if Actor.parse(webhook.role) in roles:
            hooks.drop(webhook)

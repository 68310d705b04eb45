"""Players, as far as they are known beside the book: where they sat, and how to forget them."""

from __future__ import annotations

from collections.abc import Sequence

from events.codec import decode, encode
from events.store import Store
from service.matches.use_cases import Person
from service.players.whereabouts import MATCHES
from service.ratings.table import Ratings
from service.webhooks.hooks import Hooks, place_of_player


def erase(store: Store, player: str) -> list[str]:
    """Removes names and contacts; every match stays as it was played, and every hash holds.

    The matches that were touched. Whatever is interrupted is completed by erasing once more.
    """
    hooks = Hooks(store)
    for webhook in hooks.at(place_of_player(player)):
        hooks.drop(webhook)
    matches = store.fields(place_of_player(player), MATCHES)
    touched = [match for match in matches if forgotten(store, player, match)]
    Ratings(store).forget(player, matches)  # after the seats, or a match that ends now would bring them back
    store.put(place_of_player(player), MATCHES, dict.fromkeys(matches))
    return sorted(touched)


def forgotten(store: Store, player: str, match: str) -> bool:
    people = store.drawer(match, "people")
    seats = [seat for seat, kept in people.items() if decode(kept, Person).player == player]
    if seats:
        drop_webhooks(Hooks(store), match, seats)
        store.put(match, "people", dict.fromkeys(seats, encode(Person(forgotten=True))))
    return bool(seats)


def drop_webhooks(hooks: Hooks, match: str, seats: Sequence[str]) -> None:
    """An address is a contact as well."""
    for webhook in hooks.at(match):
        if webhook.role in {f"seat:{seat}" for seat in seats}:
            hooks.drop(webhook)

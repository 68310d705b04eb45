"""What goes along when somebody leaves a seat or is forgotten: names, tokens and webhooks."""

from __future__ import annotations

from collections.abc import Sequence

from events.store import Scope, Store
from games.match.actor import Actor
from games.match.commands import LeaveSeat
from service.matches.handler import Matches, Request, Seated, Written
from service.matches.records.descriptions import forget_host
from service.matches.records.people import (
    PLAYER_MATCHES,
    RESERVATIONS,
    forget_people,
    is_good_token,
    matches_of_player,
    person_in_seat,
    reserved_seats,
    scope_of_player,
    seats_of_player,
)
from service.ratings.ratings import Ratings
from service.webhooks.records import Webhooks


def erase(store: Store, player: str) -> list[str]:
    """Remove names and contacts, and return the matches that were touched.

    Every match stays as it was played, and every hash holds. If interrupted, erase once more to complete it.
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
    """Delete the webhooks of these seats: an address is a contact as well."""
    roles = {Actor.person(seat) for seat in seats}
    for webhook in hooks.at(match):
        if Actor.parse(webhook.role) in roles:
            hooks.drop(webhook)


def free_seat(matches: Matches, match: str, seat: int, request: Request) -> Written:
    player = person_in_seat(matches.store, match, seat).player
    written = matches.handle(match, LeaveSeat(seat), request)
    drop_void_webhooks(matches.store, match, player)
    return written


def renew_seat_token(matches: Matches, match: str, seat: int, client: str | None, request: Request) -> Seated:
    """Renew a token. `client` is the application whose key the request shows."""
    player = person_in_seat(matches.store, match, seat).player
    seated = matches.renew_token(match, seat, client, request)
    drop_void_webhooks(matches.store, match, player)
    return seated


def drop_void_webhooks(store: Store, match: str, player: str | None) -> None:
    """Delete those registered with a token that is no longer good, for the match and for the player."""
    hooks = Webhooks(store)
    scopes: list[Scope] = [match, *([scope_of_player(player)] if player else [])]
    for webhook in [webhook for scope in scopes for webhook in hooks.at(scope)]:
        if webhook.match == match and not is_good_token(store, match, webhook.token):
            hooks.drop(webhook)

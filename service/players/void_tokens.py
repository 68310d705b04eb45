"""Tokens that become void: their webhooks go along, since nobody has such a token any more."""

from __future__ import annotations

from events.store import Scope, Store
from games.match.commands import LeaveSeat
from service.matches.handler import Matches, Request, Seated, Written
from service.matches.records.people import is_good_token, person_in_seat, scope_of_player
from service.webhooks.records import Webhooks


def free_seat(matches: Matches, match: str, seat: int, request: Request) -> Written:
    player = person_in_seat(matches.store, match, seat).player
    written = matches.handle(match, LeaveSeat(seat), request)
    drop_void_webhooks(matches.store, match, player)
    return written


def renew_seat_token(matches: Matches, match: str, seat: int, client: str | None, request: Request) -> Seated:
    """`client` is the application whose key the call shows."""
    player = person_in_seat(matches.store, match, seat).player
    seated = matches.renew_token(match, seat, client, request)
    drop_void_webhooks(matches.store, match, player)
    return seated


def drop_void_webhooks(store: Store, match: str, player: str | None) -> None:
    """Deletes those registered with a token that is no longer good, for the match and for the player."""
    hooks = Webhooks(store)
    scopes: list[Scope] = [match, *([scope_of_player(player)] if player else [])]
    for webhook in [webhook for scope in scopes for webhook in hooks.at(scope)]:
        if webhook.match == match and not is_good_token(store, match, webhook.token):
            hooks.drop(webhook)

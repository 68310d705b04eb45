"""The use cases of webhooks. Registering one takes a token of the match, and only that token sees it again.

The host also lists and deletes those of the match: without that, its other tokens could fill it for good.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from events.store import Scope
from games.match.actor import ADMIN, HOST, Actor
from service.clock import now_ms
from service.matches.authorization import is_token_of, read_caller, require_token
from service.matches.handler import Matches, Request
from service.matches.records.people import Person, is_good_token, person_in_seat, scope_of_player
from service.problem_detail import Detail
from service.problems import (
    IdempotencyKeyReused,
    Invalid,
    NotPermitted,
    TokenUnknown,
    TooManyWebhooks,
    UnknownDelivery,
    UnknownMatch,
    UnknownWebhook,
    WebhookAddressRefused,
)
from service.tokens import derive, hash_token
from service.webhooks.address import AddressPolicy, AddressRefused, target_of
from service.webhooks.records import (
    WEBHOOK_PREFIX,
    Delivery,
    NewsKind,
    Webhook,
    Webhooks,
    WebhookScope,
    derive_key,
    find_request,
    format_secret,
    note_request,
    scope_of_webhook,
)

MOST_WEBHOOKS: Final = 20  # of a match, and of a player
MOST_OF_TOKEN: Final = 5  # of these: spectators share a token, and leave room for those at the table


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    match: str
    scope: WebhookScope
    url: str
    kinds: tuple[NewsKind, ...]


@dataclass(frozen=True, slots=True)
class Registration:
    webhook: Webhook
    secret: str
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Redelivery:
    delivery: Delivery
    replayed: bool = False


class Registry:
    def __init__(
        self, matches: Matches, secret: bytes, policy: AddressPolicy, clock: Callable[[], int] = now_ms
    ) -> None:
        self._matches = matches
        self._secret = secret
        self._policy = policy
        self._clock = clock
        self._store = matches.store
        self.hooks = Webhooks(matches.store)

    def register(self, wanted: WebhookRequest, request: Request) -> Registration:
        role = self._role(wanted.match, request.token)
        find_request(self._store, wanted.match, request)  # refuses another request, whatever that lacks
        webhook = self._webhook(wanted, role, request)
        known = self.hooks.get(webhook.id)
        before = find_request(self._store, wanted.match, request)  # checked last: a deletion writes it first
        if before is not None:
            webhook = msgspec.structs.replace(webhook, made_at=before.at)
        if known is not None or (before is not None and before.gone):
            return self._again(known or webhook, request)
        self._check_address(wanted.url)
        check_room(webhook, self.hooks.at(scope_of_webhook(webhook.id)))
        if before is None and not note_request(self._store, wanted.match, request, webhook.made_at):
            return self.register(wanted, request)
        self.hooks.keep(webhook, partial(check_room, webhook))
        self._require_good_token(webhook)
        return Registration(webhook, format_secret(derive_key(self._secret, webhook.id)))

    def _require_good_token(self, webhook: Webhook) -> None:
        """Checked once it lies there: whoever frees the seat meanwhile has not seen it."""
        if not is_good_token(self._store, webhook.match, webhook.token):
            self.hooks.drop(webhook)
            raise TokenUnknown(Detail("seat_was_left"))

    def _webhook(self, wanted: WebhookRequest, role: Actor, request: Request) -> Webhook:
        player = self._player(wanted.match, role) if wanted.scope == "player" else None
        scope = scope_of_player(player) if player else wanted.match
        return Webhook(
            id=self._id(scope, request.cause),
            scope=wanted.scope,
            match=wanted.match,
            role=str(role),
            player=player,
            token=hash_token(request.token or ""),
            url=wanted.url,
            kinds=wanted.kinds,
            made_at=self._clock(),
            fingerprint=request.fingerprint,
            cause=request.cause,
        )

    def listed(self, match: str, token: str | None) -> list[Webhook]:
        """Return those that this token has registered, for match and player; with the host's, all."""
        role = self._role(match, token)
        if role == HOST:
            return self.hooks.at(match)
        scopes: list[Scope] = [match]
        if player := self._person(match, role).player:
            scopes.append(scope_of_player(player))
        return [webhook for scope in scopes for webhook in self.hooks.at(scope) if owns(token, webhook)]

    def get(self, webhook: str, token: str | None) -> Webhook:
        found = self.hooks.get(webhook)
        if found is None:
            raise UnknownWebhook(Detail("no_such_webhook"))
        if not owns(token, found):
            raise TokenUnknown(Detail("webhook_of_other"))
        return found

    def delete(self, webhook: str, token: str | None) -> Webhook:
        found = self.hooks.get(webhook)
        if found is None or not self._is_host(found, token):
            found = self.get(webhook, token)
        self.hooks.drop(found)
        return found

    def _is_host(self, webhook: Webhook, token: str | None) -> bool:
        """Return whether it is the host's token of the webhook's match; a player's belong to no match."""
        live = self._matches.repository.fresh(webhook.match) if token and webhook.scope == "match" else None
        return live is not None and is_token_of(live, token or "") and read_caller(live, token) == HOST

    def deliveries(self, webhook: str, token: str | None) -> list[Delivery]:
        return self.hooks.deliveries(self.get(webhook, token).id)

    def redeliver(self, webhook: str, delivery: int, request: Request) -> Redelivery:
        """Once more, immediately, under the same message id. A disabled webhook gets another chance."""
        found = self.get(webhook, request.token)
        known = next((one for one in self.hooks.deliveries(found.id) if one.number == delivery), None)
        if known is None:
            raise UnknownDelivery(Detail("no_such_delivery"))
        if find_request(self._store, found.match, request) is not None:
            return Redelivery(known, replayed=True)
        self.hooks.change(found.id, disabled=None, failing_since=None, rest_until=None)
        waiting = msgspec.structs.replace(known, state="waiting", due=self._clock())
        self.hooks.record(waiting)
        note_request(self._store, found.match, request, self._clock())  # last: better twice than not at all
        return Redelivery(waiting)

    def _role(self, match: str, token: str | None) -> Actor:
        live = self._matches.repository.fresh(match)
        if live is None:
            raise UnknownMatch(Detail("no_such_match", {"match": match}))
        role = require_token(live, token)
        if role == ADMIN:
            raise NotPermitted(Detail("webhook_not_of_admin"))
        return role

    def _person(self, match: str, role: Actor) -> Person:
        return Person() if role.seat is None else person_in_seat(self._store, match, role.seat)

    def _player(self, match: str, role: Actor) -> str:
        player = self._person(match, role).vouched_player
        if player is None:
            detail = Detail("scope_of_player")
            raise Invalid(detail, violations=[{"pointer": "/scope", "detail": detail}])
        return player

    def _id(self, scope: Scope, cause: str | None) -> str:
        nonce = cause or secrets.token_hex(16)
        return f"{WEBHOOK_PREFIX}{scope}_{derive(self._secret, 'webhook id', str(scope), nonce).hex()[:12]}"

    def _again(self, known: Webhook, request: Request) -> Registration:
        if known.fingerprint != request.fingerprint:
            raise IdempotencyKeyReused(Detail("idempotency_key_used"))
        return Registration(known, format_secret(derive_key(self._secret, known.id)), replayed=True)

    def _check_address(self, url: str) -> None:
        try:
            target_of(url, self._policy)
        except AddressRefused as refusal:
            raise WebhookAddressRefused(refusal.detail) from refusal


def check_room(webhook: Webhook, others: list[Webhook]) -> None:
    """Raise TooManyWebhooks if one more would be too many, of the scope or of the token."""
    if len(others) >= MOST_WEBHOOKS:
        raise TooManyWebhooks(Detail("webhooks_of_scope", {"most": MOST_WEBHOOKS}))
    if sum(one.token == webhook.token for one in others) >= MOST_OF_TOKEN:
        raise TooManyWebhooks(Detail("webhooks_of_token", {"most": MOST_OF_TOKEN}))


def owns(token: str | None, webhook: Webhook) -> bool:
    return token is not None and hmac.compare_digest(hash_token(token), webhook.token)

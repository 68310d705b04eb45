"""Answers the registration of webhooks, and the log of their deliveries."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec

from games.kernel.quantities import doc
from service import problems
from service.api.answers import REPLAYED_HEADER, reply
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE
from service.api.schemas.kit import Nothing
from service.api.schemas.queries import NewWebhook, WebhooksQuery
from service.problem_detail import Detail
from service.problems import UnknownDelivery, UnknownWebhook
from service.webhooks.records import (
    Attempt,
    Delivery,
    DisabledBecause,
    NewsKind,
    State,
    Webhook,
    WebhookScope,
)
from service.webhooks.registry import WebhookRequest, owns

api = ApiBlueprint("webhooks", BASE)

CALLER_PROBLEMS: Final = (problems.TokenMissing, problems.TokenUnknown, problems.BookUnavailable)
WEBHOOK_PROBLEMS: Final = (*CALLER_PROBLEMS, problems.UnknownWebhook)
MOST_SHOWN: Final = 200

_WEBHOOK: Final = re.compile(r"wh_[A-Za-z0-9_-]{1,64}_[0-9a-f]{12}")
_DELIVERY: Final = re.compile(r"[0-9a-f]{12}")


class WebhookShown(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook."""

    webhook: Annotated[str, doc("The id of the webhook.")]
    scope: Annotated[
        WebhookScope, doc("Whether it tells of one match, or of all public matches of a player.")
    ]
    match: Annotated[str, doc("The match whose token registered it.")]
    player: Annotated[str | None, doc("The player it is for, `client/player`; null if it is for the match.")]
    url: Annotated[str, doc("The address that is called.")]
    kinds: Annotated[list[NewsKind], doc("What it is told of.")]
    made_at: Annotated[int, doc("When it was registered, UTC milliseconds.")]
    failing_since: Annotated[
        int | None,
        doc("Since when every delivery has failed, UTC milliseconds; null if the last one succeeded."),
    ]
    disabled: Annotated[DisabledBecause | None, doc("Why it is no longer called; null while it is.")]


class WebhookAnswer(WebhookShown, frozen=True, kw_only=True):
    """The secret is shown here and never again, but for a repetition with the same Idempotency-Key."""

    secret: Annotated[str, doc("The key of the signatures, by the scheme of Standard Webhooks.")]


class WebhooksAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The webhooks that the token may see."""

    webhooks: Annotated[list[WebhookShown], doc("The oldest first.")]


class DeliveryShown(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of news to one webhook, however often it is tried."""

    delivery: Annotated[str, doc("The id of the delivery.")]
    message: Annotated[str, doc("The `webhook-id` it is sent with, the same at every attempt.")]
    kind: Annotated[NewsKind, doc("What it tells of.")]
    match: Annotated[str, doc("The match it tells of.")]
    version: Annotated[int, doc("The version of the entry it tells of.")]
    state: Annotated[State, doc("Whether it waits for an attempt, was delivered, or is given up.")]
    due: Annotated[int | None, doc("When it is tried next, UTC milliseconds; null if no attempt is planned.")]
    attempts: Annotated[list[Attempt], doc("Every attempt so far, oldest first.")]


class DeliveriesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The log of a webhook."""

    deliveries: Annotated[list[DeliveryShown], doc("The newest first.")]


@api.post(
    "/webhooks",
    access="token",
    writes="beside",
    body=NewWebhook,
    answer=WebhookAnswer,
    status=201,
    hands_out_token=True,
    then=("get_webhook", "list_deliveries", "delete_webhook"),
    problems=(
        *CALLER_PROBLEMS,
        problems.NotPermitted,
        problems.UnknownMatch,
        problems.Invalid,
        problems.WebhookAddressRefused,
        problems.TooManyWebhooks,
    ),
)
def register_webhook(context: RequestContext) -> Answer:
    """Register a webhook.

    With a token of the match. For the player of a seat it concerns all public matches in which that player id
    sits. Each delivery is signed by the Standard Webhooks scheme with the secret that is shown here, and has
    the same `webhook-id` however often it comes. A repetition after the webhook was deleted gets the first
    answer and registers nothing.
    """
    body = context.body
    wanted = WebhookRequest(body["match"], body["scope"], body["url"], tuple(body["kinds"]))
    done = context.services.webhooks.register(wanted, context.request())
    answer = WebhookAnswer(**facts_of_webhook(done.webhook), secret=done.secret)
    headers = {"Cache-Control": "no-store"} | (REPLAYED_HEADER if done.replayed else {})
    return reply(answer, 201, headers)


@api.get(
    "/webhooks",
    access="token",
    query=WebhooksQuery,
    answer=WebhooksAnswer,
    problems=(*CALLER_PROBLEMS, problems.NotPermitted, problems.UnknownMatch),
)
def list_webhooks(context: RequestContext) -> Answer:
    """The webhooks that this token has registered.

    The host's token lists all of the match. Of those that another token registered, `url` is cut off behind
    the name of its host, because a path may be a secret.
    """
    found = context.services.webhooks.listed(context.query["match"], context.token)
    return reply(WebhooksAnswer(webhooks=[show_to_token(webhook, context.token) for webhook in found]))


@api.get("/webhooks/<webhook>", access="token", answer=WebhookShown, problems=WEBHOOK_PROBLEMS)
def get_webhook(context: RequestContext, webhook: str) -> Answer:
    """One webhook."""
    return reply(show_webhook(context.services.webhooks.get(check_webhook_id(webhook), context.token)))


@api.delete(
    "/webhooks/<webhook>", access="token", writes="beside", answer=WebhookShown, problems=WEBHOOK_PROBLEMS
)
def delete_webhook(context: RequestContext, webhook: str) -> Answer:
    """Delete a webhook and the log of its deliveries.

    With the token that registered it, or with the host's if it is a webhook of the match.
    """
    found = context.services.webhooks.delete(check_webhook_id(webhook), context.token)
    return reply(show_to_token(found, context.token))


@api.get("/webhooks/<webhook>/deliveries", access="token", answer=DeliveriesAnswer, problems=WEBHOOK_PROBLEMS)
def list_deliveries(context: RequestContext, webhook: str) -> Answer:
    """What was sent, newest first, with every attempt.

    The log keeps the newest that are done with, and all that wait.
    """
    found = context.services.webhooks.deliveries(check_webhook_id(webhook), context.token)
    return reply(DeliveriesAnswer(deliveries=[show_delivery(delivery) for delivery in found[:MOST_SHOWN]]))


@api.post(
    "/webhooks/<webhook>/deliveries/<delivery>",
    access="token",
    writes="beside",
    body=Nothing,
    body_required=False,
    answer=DeliveryShown,
    status=202,
    keyed=True,
    problems=(*WEBHOOK_PROBLEMS, problems.UnknownDelivery),
)
def redeliver(context: RequestContext, webhook: str, delivery: str) -> Answer:
    """Send a delivery once more.

    Under the same `webhook-id`. A webhook that was disabled is tried again. A repetition with the same
    `Idempotency-Key` sends nothing, and tells how the delivery stands by then.
    """
    if _DELIVERY.fullmatch(delivery) is None:
        raise UnknownDelivery(Detail("delivery_id_malformed"))
    done = context.services.webhooks.redeliver(
        check_webhook_id(webhook), int(delivery, 16), context.request()
    )
    return reply(show_delivery(done.delivery), 202, REPLAYED_HEADER if done.replayed else {})


def check_webhook_id(webhook: str) -> str:
    if _WEBHOOK.fullmatch(webhook) is None:
        raise UnknownWebhook(Detail("webhook_id_malformed"))
    return webhook


def facts_of_webhook(webhook: Webhook) -> dict[str, Any]:
    own = {"scope", "match", "player", "url", "made_at", "failing_since", "disabled"}
    facts = {name: getattr(webhook, name) for name in own}
    return facts | {"webhook": webhook.id, "kinds": list(webhook.kinds)}


def show_webhook(webhook: Webhook) -> WebhookShown:
    return WebhookShown(**facts_of_webhook(webhook))


def show_to_token(webhook: Webhook, token: str | None) -> WebhookShown:
    """Return a webhook without the path of its URL, which may be a secret, unless the token registered it."""
    shown = show_webhook(webhook)
    if owns(token, webhook):
        return shown
    address = urlsplit(webhook.url)
    return msgspec.structs.replace(shown, url=f"{address.scheme}://{address.netloc}/")


def show_delivery(delivery: Delivery) -> DeliveryShown:
    return DeliveryShown(
        delivery=f"{delivery.number:012x}",
        message=delivery.message,
        kind=delivery.kind,
        match=delivery.match,
        version=delivery.version,
        state=delivery.state,
        due=delivery.due,
        attempts=list(delivery.attempts),
    )

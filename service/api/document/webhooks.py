"""The `webhooks` of the document: what the server sends to listeners."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from events.entry import Entry
from games.kernel.quantities import doc
from service.api.document.common import Node, describe_parameter
from service.api.document.operations import schema_of


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """What a webhook is told."""

    match: Annotated[str, doc("The match it is about.")]
    version: Annotated[int, doc("The version of the entry it tells of.")]
    hash: Annotated[str, doc("The hash of that entry.")]
    seat: Annotated[int | None, doc("The seat it concerns, counted from 0; null: everybody.")]
    actor: Annotated[str, doc("Who gave the command: `host`, `guest`, `clock`, `seat:<n>` or `bot:<n>`.")]


class HeardEntry(Heard, frozen=True, kw_only=True):
    """What a webhook is told, with the entry itself."""

    entry: Annotated[Entry, doc("The entry that was written.")]


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something a webhook is told of."""

    timestamp: Annotated[str, doc("When the entry was written, RFC 3339.")]
    data: Annotated[Heard, doc("What happened.")]


class YourTurn(News, frozen=True, kw_only=True, tag="your_turn"):
    """A person is asked, after somebody else's entry."""


class EntryWritten(News, frozen=True, kw_only=True, tag="entry"):
    """Any entry is written."""

    data: Annotated[HeardEntry, doc("What happened, with the entry itself.")]


class MatchFinished(News, frozen=True, kw_only=True, tag="finished"):
    """The last entry of the match."""


class UndoRequested(News, frozen=True, kw_only=True, tag="undo_requested"):
    """Somebody asks the others to agree."""


NEWS: Final[dict[str, type[News]]] = {
    "your_turn": YourTurn,
    "entry": EntryWritten,
    "finished": MatchFinished,
    "undo_requested": UndoRequested,
}
KIND_SCHEMA: Final[Node] = {
    "description": "What a webhook can be told of.",
    "type": "string",
    "enum": list(NEWS),
}
SIGNATURE_HEADERS: Final = (
    describe_parameter(
        "webhook-id", "The same however often it comes: act once for each.", pattern="^msg_[A-Za-z0-9_-]+$"
    ),
    describe_parameter("webhook-timestamp", "Seconds since 1970. Refuse what is old.", pattern="^[0-9]+$"),
    describe_parameter(
        "webhook-signature",
        "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, by the scheme of Standard Webhooks.",
        pattern="^v1,[A-Za-z0-9+/]+=*$",
    ),
)


def describe_webhooks() -> dict[str, Node]:
    return {name: {"post": describe_webhook(name, kind)} for name, kind in NEWS.items()}


def describe_webhook(name: str, kind: type[News]) -> Node:
    return {
        "operationId": f"hear_{name}",
        "tags": ["notifications"],  # a generator that meets one tag twice keeps one of them
        "summary": (kind.__doc__ or "").rstrip("."),
        "parameters": [header | {"required": True} for header in SIGNATURE_HEADERS],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema_of([kind])}}},
        "responses": {
            "2XX": {"description": "Heard. Answer within ten seconds; do the work later."},
            "410": {"description": "Nobody listens any more: the webhook is disabled."},
        },
    }

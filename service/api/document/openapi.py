"""The OpenAPI document, made from what the operations declare and from the types of the games."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from events.entry import Entry
from games.kernel.quantities import doc
from service.api.document.common import (
    HEADER_PARAMETERS,
    PROBLEM_SCHEMA,
    RESPONSE_HEADERS,
    Node,
    add_examples_of_types,
    describe_parameter,
    read_examples_of_calls,
    read_examples_of_types,
)
from service.api.document.open_answers import open_answers
from service.api.document.operations import (
    COMMANDS_SCHEMA,
    Bodies,
    describe_operation,
    describe_refusals,
    plain_path,
    schema_of,
)
from service.api.document.schemas import describe_schemas
from service.api.operation import Operation
from service.api.problems import STATUS
from service.version import VERSION


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


BOUND_OF_INT32: Final = 2**31 - 1


def make_portable(part: Any) -> Any:
    if isinstance(part, list):
        return [make_portable(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    node = {name: make_portable(inner) for name, inner in part.items()}
    if isinstance(node.get("pattern"), str):
        node["pattern"] = anchor_pattern(node["pattern"])
    if "integer" in as_list(node.get("type")) and node.get("maximum", BOUND_OF_INT32 + 1) > BOUND_OF_INT32:
        node["format"] = "int64"  # what is not bounded may be a time, which many languages put nowhere else
    if "prefixItems" in node and node.get("items") is False:
        # `maxItems` closes the tuple. Generators take no boolean here, linters want something.
        node["items"] = node["prefixItems"][-1]
    return node


def as_list(names: Any) -> list[Any]:
    return names if isinstance(names, list) else [names]


def anchor_pattern(pattern: str) -> str:
    """Translate a pattern of Python, which matches from the start, to ECMAScript, which searches."""
    ecma = pattern.replace(r"\Z", "$")
    return ecma if ecma.startswith("^") else f"^{ecma}"


ABOUT: Final = """Three mining board games over HTTP: Schiefer, Ruhrschifffahrt 1769-1890 and Schichtwechsel.

A client needs to know no rule. It asks `GET /v1/matches/{match}/commands` for the open question and every
legal answer, shows the labels, and sends the chosen `command` back as it is. Whatever is accepted becomes one
entry of the match's book; the version counts them.

* **Tokens** are shown once and go into `Authorization: Bearer …`. Reading a public or unlisted match needs
  none.
* **Versions**: the ETag of a match is `"<version>-<first 8 digits of the hash>"`. Sent back as `If-Match`, a
  command counts for that version or is refused with 412.
* **Idempotency-Key**: the same request with the same key is carried out once and answered alike for ever. On
  calls that hand out a token it must have 16 characters or more: whoever knows it can fetch the token.
* **Problems** are `application/problem+json`; act on `code`. The catalogue is under `x-problems` and at
  `/docs/errors`.
* **Limits**: requests a minute for a token and for an address, and budgets for what requests cost.
  `RateLimit` says what is left of those that the answer was charged to, `RateLimit-Policy` what they are;
  whoever passes one gets 429 with `Retry-After`. A body may have 64 KiB, a batch 50 commands, a page 200
  entries.
* **Seats** are counted from 0. Times are UTC, in milliseconds since 1970.
"""
SECURITY_SCHEMES: Final = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a host, of a seat or of a spectator, or an invitation code.",
    },
    "client": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Client-Key",
        "description": "The key of an application that vouches for its players; another is refused with 401 "
        "and `client_unknown`.",
    },
}
CONTACT: Final = {"name": "Whoever runs the server"}
LICENSE: Final = {"name": "Apache License 2.0", "identifier": "Apache-2.0"}
TAGS: Final = {
    "games": "What can be played here.",
    "matches": "Open, list and look at matches.",
    "seats": "Who plays: sit down, leave, seat a bot, start, give up.",
    "play": "The table, the open question, the answer, the score.",
    "undo": "Taking back what was answered, and agreeing to it.",
    "clocks": "Letting the clock of a match stand still.",
    "analysis": "What the strongest mind thinks: advice on a question, and the review of a match.",
    "entries": "The book: all that ever happened in a match.",
    "books": "A whole match as a file, checked, told, or brought in from elsewhere.",
    "players": "How strong players are, and what waits for them.",
    "webhooks": "Be told instead of asking again and again.",
    "notifications": "How the server calls whoever has registered a webhook.",
    "clients": "Applications that vouch for their players.",
    "contract": "This document and what belongs to it.",
    "web": "The pages on which people play, watch and check matches; a client like any other.",
    "health": "For whoever runs the server.",
}


def make_document(operations: list[Operation]) -> Node:
    """Return the document of these operations, in the order in which it lists them."""
    document = make_closed_document(operations)
    open_answers(document)
    return document


def make_closed_document(operations: list[Operation]) -> Node:
    """Return it without allowance for what may be added: no answer of this version says anything else."""
    bodies = Bodies()
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Grubenbuch",
            "version": VERSION,
            "description": ABOUT,
            "contact": CONTACT,
            "license": LICENSE,
        },
        "servers": [{"url": "/"}],
        "security": [],  # unless a call says otherwise
        "tags": [{"name": name, "description": about} for name, about in TAGS.items()],
        "x-problems": [
            {"code": kind.code, "status": status.value, "title": kind.title}
            for kind, status in STATUS.items()
        ],
        "paths": describe_paths(operations, bodies),
        "webhooks": {name: {"post": describe_webhook(name, kind)} for name, kind in NEWS.items()},
        "components": {
            "schemas": describe_all_schemas(operations, bodies),
            "responses": describe_refusals(operations),
            "parameters": HEADER_PARAMETERS,
            "headers": RESPONSE_HEADERS,
            "securitySchemes": SECURITY_SCHEMES,
        },
    }
    # Without shared parts, which YAML would write as anchors.
    copy: Node = make_portable(msgspec.json.decode(msgspec.json.encode(document)))
    return copy


def describe_paths(operations: list[Operation], bodies: Bodies) -> dict[str, Node]:
    examples = read_examples_of_calls()
    by_name = {operation.name: operation for operation in operations}
    paths: dict[str, Node] = {}
    for operation in operations:
        node = describe_operation(operation, bodies, examples.get(operation.name), by_name)
        paths.setdefault(plain_path(operation.path), {})[operation.method.lower()] = node
    return paths


def describe_all_schemas(operations: list[Operation], bodies: Bodies) -> dict[str, Node]:
    """Return all schemas; the bodies are those that the paths have named by now."""
    answers = [*(kind for operation in operations for kind in operation.answers), *NEWS.values()]
    ours = {"Problem": PROBLEM_SCHEMA, "Commands": COMMANDS_SCHEMA, "WebhookKind": KIND_SCHEMA}
    schemas = describe_schemas(answers) | bodies.schemas | ours
    add_examples_of_types(schemas, read_examples_of_types())
    return dict(sorted(schemas.items()))

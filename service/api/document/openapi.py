"""The OpenAPI document, made from what the operations declare and from the types of the games."""

from __future__ import annotations

from typing import Final

import msgspec

from service.api.document.common import HEADER_PARAMETERS, RESPONSE_HEADERS, Node
from service.api.document.components import describe_schemas
from service.api.document.examples import (
    add_examples_of_types,
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
)
from service.api.document.portable import make_portable
from service.api.document.problems import PROBLEM_SCHEMA
from service.api.document.webhooks import KIND_SCHEMA, NEWS, describe_webhooks
from service.api.operation import Operation
from service.api.problem import STATUS
from service.version import VERSION

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
        "x-problems": describe_problems(),
        **describe_paths_and_components(operations),
    }
    # Without shared parts, which YAML would write as anchors.
    copy: Node = make_portable(msgspec.json.decode(msgspec.json.encode(document)))
    return copy


def describe_problems() -> list[Node]:
    return [
        {"code": kind.code, "status": status.value, "title": kind.title} for kind, status in STATUS.items()
    ]


def describe_paths_and_components(operations: list[Operation]) -> Node:
    bodies = Bodies()
    return {
        "paths": describe_paths(operations, bodies),
        "webhooks": describe_webhooks(),
        "components": {
            "schemas": describe_all_schemas(operations, bodies),
            "responses": describe_refusals(operations),
            "parameters": HEADER_PARAMETERS,
            "headers": RESPONSE_HEADERS,
            "securitySchemes": SECURITY_SCHEMES,
        },
    }


def describe_paths(operations: list[Operation], bodies: Bodies) -> dict[str, Node]:
    examples = read_examples_of_calls()
    by_name = {operation.name: operation for operation in operations}
    paths: dict[str, Node] = {}
    for operation in operations:
        node = describe_operation(operation, bodies, examples.get(operation.name), by_name)
        paths.setdefault(plain_path(operation.path), {})[operation.method.lower()] = node
    return paths


def describe_all_schemas(operations: list[Operation], bodies: Bodies) -> dict[str, Node]:
    """The bodies are those that the paths have named by now."""
    answers = [*(kind for operation in operations for kind in operation.answers), *NEWS.values()]
    ours = {"Problem": PROBLEM_SCHEMA, "Commands": COMMANDS_SCHEMA, "WebhookKind": KIND_SCHEMA}
    schemas = describe_schemas(answers) | bodies.schemas | ours
    add_examples_of_types(schemas, read_examples_of_types())
    return dict(sorted(schemas.items()))

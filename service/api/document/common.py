"""What several parts of the OpenAPI document share: headers, the shape of a problem, examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from service.api.answers import TAG_OF_MATCH
from service.api.problems import STATUS

Node = dict[str, Any]  # any part of the document

SCHEMA_REF: Final = "#/components/schemas/"


def describe_header(about: str, **schema: Any) -> Node:
    return {"description": about, "schema": {"type": "string"} | schema}


def describe_parameter(name: str, about: str, **schema: Any) -> Node:
    return {"name": name, "in": "header"} | describe_header(about, **schema)


ETAG_PATTERN: Final = rf"^(\*|{TAG_OF_MATCH})$"
HEADER_PARAMETERS: Final = {
    "IdempotencyKey": describe_parameter(
        "Idempotency-Key",
        "The same request with the same key is carried out once and answered alike for ever.",
        pattern="^[!-~]{1,200}$",
    ),
    "SecretIdempotencyKey": describe_parameter(
        "Idempotency-Key",
        "As elsewhere, but hard to guess: whoever repeats the request with it gets the token again.",
        pattern="^[!-~]{16,200}$",
    ),
    "IfMatch": describe_parameter(
        "If-Match",
        "The ETag of the version that is meant, in any of its forms: another is refused with 412. `*`: any.",
        pattern=ETAG_PATTERN,
    ),
    "IfNoneMatch": describe_parameter(
        "If-None-Match", "The ETag of the answer at hand: 304 if it still holds."
    ),
    "AcceptLanguage": describe_parameter("Accept-Language", "English or German, unless `lang` says which."),
    "RequestId": describe_parameter(
        "X-Request-Id",
        "Names the request in the log and comes back with the answer; an invalid one is replaced.",
        pattern="^[A-Za-z0-9._-]{1,64}$",
    ),
    "ClientKey": describe_parameter(
        "X-Client-Key",
        "The key of the application that vouches for its players; another is refused with 401 and "
        "`client_unknown`.",
        pattern="^gbk_[0-9a-f]{64}$",
    ),
    "MatchTokens": describe_parameter(
        "X-Match-Tokens",
        "Tokens of the private matches among them, with commas between them.",
        pattern=r"^[A-Za-z0-9_-]{1,200}( *, *[A-Za-z0-9_-]{1,200}){0,49}$",
    ),
    "LastEventId": describe_parameter(
        "Last-Event-ID", "The id of the last event received: the stream goes on after it."
    ),
}
RESPONSE_HEADERS: Final = {
    "ETag": describe_header(
        "The version and the first 8 digits of its hash; then, where it applies, how many names were removed "
        "since, `de` for German, the caller where it says what that one may do, `ndjson`, `gzip`. Any "
        "of them serves as If-Match. Of other answers a digest."
    ),
    "Location": describe_header(
        "Of the match that was opened, else of the entry that was written.", format="uri-reference"
    ),
    "Link": describe_header('The next page, with rel="next".'),
    "IdempotencyReplayed": describe_header(
        "The request was carried out before: this is its answer again.", const="true"
    ),
    "RequestId": describe_header("Names the request in the log: as the client named it, or as we did."),
    "ServerTiming": describe_header("Milliseconds spent here."),
    "ContentLanguage": describe_header("The language of labels.", enum=["en", "de"]),
    "RetryAfter": describe_header("Seconds.", type="integer"),
    "RateLimit": describe_header("What is left of each limit, and the seconds until it is whole again."),
    "RateLimitPolicy": describe_header(
        "Each limit: so many in so many seconds, or at once, for a token and for an address."
    ),
    "WWWAuthenticate": describe_header("Which token is wanted."),
}
WIRE_NAMES: Final = {
    "RequestId": "X-Request-Id",
    "ServerTiming": "Server-Timing",
    "IdempotencyReplayed": "Idempotency-Replayed",
    "ContentLanguage": "Content-Language",
    "RetryAfter": "Retry-After",
    "RateLimitPolicy": "RateLimit-Policy",
    "WWWAuthenticate": "WWW-Authenticate",
}


def refer_to_headers(*names: str) -> Node:
    return {WIRE_NAMES.get(name, name): {"$ref": f"#/components/headers/{name}"} for name in names}


def describe_text(about: str, **schema: object) -> Node:
    return {"description": about, "type": "string"} | schema


VIOLATION: Final[Node] = {
    "type": "object",
    "description": "One thing that does not fit: of the body by its pointer, of the query by its parameter.",
    "properties": {
        "pointer": describe_text("The place in the body, as a JSON Pointer; empty: the whole."),
        "parameter": describe_text("The parameter of the query."),
        "detail": describe_text("What is wrong there, in the language of the request."),
    },
    "required": ["detail"],
}
PROBLEM_SCHEMA: Final[Node] = {
    "type": "object",
    "description": "Why a request was refused, as RFC 9457 has it. Every code is explained at /docs/errors.",
    "properties": {
        "type": describe_text("Where the code is explained.", format="uri-reference"),
        "title": describe_text("The code in words, in the language of the request."),
        "status": {"type": "integer", "description": "The status of the answer."},
        "code": describe_text("What is wrong; act on this.", enum=sorted(kind.code for kind in STATUS)),
        "detail": describe_text("What is wrong with this request, in its language."),
        "version": {"type": "integer", "description": "The version of the match now."},
        "question": {
            "description": "The question that is open; another seat may be asked.",
            "$ref": f"{SCHEMA_REF}Question",
        },
        "reason": describe_text("The code of the reason why the game or the match does not allow it."),
        "rule": describe_text("The number of the rule that says so: `SF-8`, `GB-21`."),
        "rule_url": describe_text("Where people read that rule.", format="uri-reference"),
        "words": describe_text("The reason in words, in the language of the request."),
        "check": describe_text("What a file failed; see POST /v1/verify."),
        "finding": describe_text("What the check found there, in English as in every audit."),
        "entry": {"type": ["integer", "null"], "description": "Where it failed; null: in its header."},
        "limit": describe_text("Which limit a book would pass."),
        "legal": describe_text("Where the legal commands are listed.", format="uri-reference"),
        "entries": describe_text("Where the entries are that were missed.", format="uri-reference"),
        "violations": {
            "type": "array",
            "description": "What does not fit, each with its place.",
            "items": VIOLATION,
        },
    },
    "required": ["type", "title", "status", "code", "detail"],
}


EXAMPLES_OF_CALLS: Final = Path(__file__).parent / "examples_of_calls.json"
EXAMPLES_OF_TYPES: Final = Path(__file__).parent / "examples_of_types.json"

TypeExamples = dict[str, dict[str, dict[str, Any]]]  # by game, kind and name of the type


class Example(msgspec.Struct, frozen=True):
    """`body` is None where the call has none, `answer` where it is no JSON."""

    body: Any
    answer: Any


def read_examples_of_calls() -> dict[str, Example]:
    """Return real answers of a short match, by the name of the operation."""
    return msgspec.json.decode(EXAMPLES_OF_CALLS.read_bytes(), type=dict[str, Example])


def read_examples_of_types() -> TypeExamples:
    """Return examples of the types of each game, from recorded matches."""
    return msgspec.json.decode(EXAMPLES_OF_TYPES.read_bytes(), type=TypeExamples)


def add_examples_of_types(schemas: dict[str, Node], examples: TypeExamples) -> None:
    """Add an example to each type that a union tells apart by its discriminator."""
    for game, kinds in examples.items():
        for kind, by_type in kinds.items():
            mapping = schemas[f"{game.title()}{kind}"]["discriminator"]["mapping"]
            for name, example in by_type.items():
                schemas[mapping[name].rpartition("/")[2]]["examples"] = [example]

"""What most operations of the OpenAPI document share: headers and the shape of a problem."""

from __future__ import annotations

from typing import Any, Final

from service.api.answer_building import TAG_OF_MATCH

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

"""What most operations of the OpenAPI document share: headers and the shape of a problem."""

from __future__ import annotations

from typing import Any, Final

from service.http.document.components import PLACE
from service.http.problem import STATUS

Said = dict[str, Any]


def header(about: str, **schema: Any) -> Said:
    return {"description": about, "schema": {"type": "string"} | schema}


def parameter(name: str, about: str, **schema: Any) -> Said:
    return {"name": name, "in": "header"} | header(about, **schema)


TAG: Final = r'^"[1-9][0-9]*-[0-9a-f]{8}(-[0-9]{1,3})?(-[a-z]{2})?(-ndjson)?"$'
PARAMETERS: Final = {
    "IdempotencyKey": parameter(
        "Idempotency-Key",
        "The same request with the same key is carried out once and answered alike for ever.",
        pattern="^[!-~]{1,200}$",
    ),
    "SecretIdempotencyKey": parameter(
        "Idempotency-Key",
        "As elsewhere, but hard to guess: whoever repeats the request with it gets the token again.",
        pattern="^[!-~]{16,200}$",
    ),
    "IfMatch": parameter(
        "If-Match", "The ETag of the version that is meant: another is refused with 412.", pattern=TAG
    ),
    "IfNoneMatch": parameter("If-None-Match", "The ETag of the answer at hand: 304 if it still holds."),
    "AcceptLanguage": parameter("Accept-Language", "English or German, unless `lang` says which."),
    "RequestId": parameter("X-Request-Id", "Comes back with the answer.", pattern="^[A-Za-z0-9._-]{1,64}$"),
    "ClientKey": parameter(
        "X-Client-Key", "Of the application that vouches for its players.", pattern="^gbk_[0-9a-f]{64}$"
    ),
    "MatchTokens": parameter(
        "X-Match-Tokens",
        "Tokens of the private matches among them, with commas between them.",
        pattern=r"^[A-Za-z0-9_-]{1,200}( *, *[A-Za-z0-9_-]{1,200}){0,49}$",
    ),
    "LastEventId": parameter(
        "Last-Event-ID", "The id of the last event received: the stream goes on after it."
    ),
}
HEADERS: Final = {
    "ETag": header(
        "The version and the first 8 digits of its hash; then, where it applies, how many names were removed "
        "since, `de` for German, and `ndjson`. Any of them serves as If-Match. Of other answers a digest."
    ),
    "Location": header(
        "Of the match that was opened, else of the entry that was written.", format="uri-reference"
    ),
    "Link": header('The next page, with rel="next".'),
    "IdempotencyReplayed": header(
        "The request was carried out before: this is its answer again.", const="true"
    ),
    "RequestId": header("Names the request in the log."),
    "ServerTiming": header("Milliseconds spent here."),
    "ContentLanguage": header("The language of labels.", enum=["en", "de"]),
    "RetryAfter": header("Seconds.", type="integer"),
    "RateLimit": header("What is left of each limit, and the seconds until it is whole again."),
    "RateLimitPolicy": header("Each limit: requests in so many seconds, for a token and for an address."),
    "WWWAuthenticate": header("Which token is wanted."),
}
PROBLEM: Final[Said] = {
    "type": "object",
    "description": "RFC 9457. Every code is explained at /docs/errors.",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "enum": sorted(kind.code for kind in STATUS)},
        "detail": {"type": "string"},
        "version": {"type": "integer", "description": "Of the match now."},
        "question": {"$ref": f"{PLACE}Question"},
        "reason": {"type": "string"},
        "rule": {"type": "string"},
        "words": {"type": "string", "description": "The reason in words, in the language of the request."},
        "check": {"type": "string", "description": "What a file failed; see POST /v1/verify."},
        "entry": {"type": ["integer", "null"], "description": "Where it failed; null: in its header."},
        "legal": {"type": "string", "format": "uri-reference"},
        "entries": {"type": "string", "format": "uri-reference"},
        "violations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"pointer": {"type": "string"}, "detail": {"type": "string"}},
                "required": ["pointer", "detail"],
            },
        },
    },
    "required": ["type", "title", "status", "code", "detail"],
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


def headers(*names: str) -> Said:
    return {WIRE_NAMES.get(name, name): {"$ref": f"#/components/headers/{name}"} for name in names}

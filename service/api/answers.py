"""How an `Answer` is built: JSON bytes, ETags, languages, and how long a client may keep it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from games.kernel.words import LANGUAGES
from games.match.actor import GUEST, Actor
from service.api.fast_flask import Answer, current_request

JSON: Final = "application/json"
NO_HEADERS: Final = MappingProxyType[str, str]({})
SVG: Final = "image/svg+xml"
HTML: Final = "text/html"
PLAIN_TEXT: Final = "text/plain"
FOR_EVER: Final = "max-age=31536000, immutable"
FOR_A_DAY: Final = "public, max-age=86400"
ASK_AGAIN: Final = "no-cache"  # may be kept, but must be revalidated with its ETag each time
VARY_BY_ENCODING: Final = ("Vary", "Accept-Encoding")
VARY_BY_READER: Final = {"Vary": "Accept-Language, Authorization"}
GZIP_MARK: Final = "-gzip"  # at the end of a tag
REPLAYED_HEADER: Final = {"Idempotency-Replayed": "true"}

# An ETag promises the same bytes, whether a table was just played or read from the book.
_encoder: Final = msgspec.json.Encoder(order="deterministic")


# Version and hash, then any words and numbers: whatever `etag` gives out, now or later, serves as If-Match.
TAG_OF_MATCH: Final = r'"([1-9][0-9]{0,14})-([0-9a-f]{8})(?:-[0-9a-z]{1,20}){0,8}"'


def encode_reply(thing: Any) -> bytes:
    return _encoder.encode(thing)


def reply(
    thing: Any, status: int = 200, headers: Mapping[str, str] = NO_HEADERS, media_type: str = JSON
) -> Answer:
    return Answer(encode_reply(thing), status, headers, content_type=media_type)


def etag(  # noqa: PLR0913  what tells two answers about a version apart
    version: int,
    hash_: str,
    forgotten: int = 0,
    *,
    lang: str = LANGUAGES[0],
    reader: Actor = GUEST,
    as_lines: bool = False,
) -> str:
    """Return the ETag of an answer about a version.

    Names are stored beside the event log: once one is removed, an answer that shows names is a different one.

    So is the same in another language, for another reader where it says what that one may do, or as NDJSON
    where that is one of several forms.
    """
    tag = f"{version}-{hash_[:8]}"
    tag += f"-{forgotten}" if forgotten else ""
    tag += f"-{lang}" if lang != LANGUAGES[0] else ""
    tag += f"-{reader.kind}{'' if reader.seat is None else reader.seat}" if reader != GUEST else ""
    tag += "-ndjson" if as_lines else ""
    return f'"{tag}"'


def caching_headers(tag: str, keep: str, lang: str | None = None) -> dict[str, str]:
    headers = {"ETag": tag, "Cache-Control": keep}
    return headers if lang is None else headers | language_headers(lang)


def answer_if_changed(headers: dict[str, str], make_answer: Callable[[], Answer]) -> Answer:
    """Return 304 to a client that holds the answer with this ETag, in either form, else make it."""
    request = current_request()
    if "HTTP_IF_NONE_MATCH" in request.environ:
        for tag in (headers["ETag"], tag_of_gzip(headers["ETag"])):
            if request.if_none_match.contains_weak(tag.strip('"')):
                unchanged = Answer(status=304, headers=headers | {"ETag": tag})
                unchanged.headers.append(VARY_BY_ENCODING)
                return unchanged
    return make_answer()


def tag_of_gzip(tag: str) -> str:
    """Return the ETag of the compressed form of an answer."""
    return f'{tag[:-1]}{GZIP_MARK}"'


def answer_constant(
    content: bytes,
    content_type: str,
    *,
    lang: str | None = None,
    policy: str | None = None,
    keep: str = ASK_AGAIN,
) -> Answer:
    """Return content that changes only with the program; a digest of it is its ETag."""
    headers = caching_headers(f'"{hashlib.sha256(content).hexdigest()[:16]}"', keep, lang)
    more = headers if policy is None else headers | {"Content-Security-Policy": policy}
    return answer_if_changed(headers, lambda: Answer(content, headers=more, content_type=content_type))


def preferred_language() -> str:
    """Return the language that the query names, else the one that the browser prefers."""
    request = current_request()
    asked = request.args.get("lang")
    if asked in LANGUAGES:
        return asked
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def language_headers(lang: str) -> dict[str, str]:
    return {"Content-Language": lang, "Vary": "Accept-Language"}

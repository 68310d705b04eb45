"""Where things are. Paths are relative to the host, so that they work behind any proxy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final
from urllib.parse import urlencode

import msgspec

from games.kernel.quantities import doc

BASE: Final = "/v1"


def match_link(match: str, part: str = "") -> str:
    return f"{BASE}/matches/{match}/{part}" if part else f"{BASE}/matches/{match}"


def entries_link(match: str) -> str:
    return match_link(match, "entries")


def entry_link(match: str, version: int) -> str:
    return f"{BASE}/matches/{match}/entries/{version}"


def add_query(path: str, **query: object) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def next_page_header(link: str) -> dict[str, str]:
    """Return the next page as a header, for clients that follow any listing the same way."""
    return {"Link": f'<{link}>; rel="next"'}


def link_next_page(path: str, query: Mapping[str, Any], cursor: str | None) -> dict[str, str]:
    """Return the same query with the cursor of the next page, as a header; nothing on the last page."""
    return next_page_header(add_query(path, **{**query, "cursor": cursor})) if cursor else {}


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """Where the parts of a match are."""

    match: Annotated[str, doc("The match itself.")]
    table: Annotated[str, doc("The table of the game.")]
    commands: Annotated[str, doc("The open question and its answers; answers go there too.")]
    entries: Annotated[str, doc("The book: all that happened.")]
    score: Annotated[str, doc("The score sheet.")]
    story: Annotated[str, doc("All that happened, in sentences.")]
    review: Annotated[str, doc("The review: what decisions cost and what luck did. Asked for after the end.")]
    seats: Annotated[str, doc("Where players sit down.")]
    forks: Annotated[str, doc("Matches that go on from a version of this one; new ones are opened there.")]


def links_of_match(match: str) -> Links:
    parts = {part: match_link(match, part) for part in Links.__struct_fields__ if part != "match"}
    return Links(match=match_link(match), **parts)

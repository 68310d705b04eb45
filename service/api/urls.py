"""Where things are. Relative to the host, so that they work behind any proxy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

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
    """The next page as a header, for clients that follow any listing the same way."""
    return {"Link": f'<{link}>; rel="next"'}


def link_next_page(path: str, query: Mapping[str, Any], cursor: str | None) -> dict[str, str]:
    """Return the same query with the cursor of the next page, as a header; nothing on the last page."""
    return next_page_header(add_query(path, **{**query, "cursor": cursor})) if cursor else {}

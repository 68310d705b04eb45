"""The pages of the documentation: what they quote in backticks, and where their links lead."""

from __future__ import annotations

import re
from typing import NamedTuple

from service.config import HOME

PAGES = (HOME / "README.md", HOME / "CONTRIBUTING.md", *sorted((HOME / "docs").rglob("*.md")))
_FENCED = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


class Quote(NamedTuple):
    page: str
    text: str


def quotes() -> list[Quote]:
    """Every passage in backticks, once a page; fenced blocks are programs and not quotations."""
    found = {
        Quote(page.relative_to(HOME).as_posix(), " ".join(text.split()))
        for page in PAGES
        for text in _QUOTED.findall(_FENCED.sub("", page.read_text("utf-8")))
    }
    return sorted(found)


def links() -> list[Quote]:
    """Every link to a file or heading of ours."""
    return sorted(
        {
            Quote(page.relative_to(HOME).as_posix(), target)
            for page in PAGES
            for target in _LINK.findall(page.read_text("utf-8"))
            if "://" not in target
        }
    )


def leads_somewhere(link: Quote) -> bool:
    path, _, anchor = link.text.partition("#")
    here = HOME / link.page
    target = (here.parent / path).resolve() if path else here
    return target.exists() and (not anchor or anchor in anchors(target.read_text("utf-8")))


def anchors(markdown: str) -> set[str]:
    headings = _HEADING.findall(_FENCED.sub("", markdown))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}

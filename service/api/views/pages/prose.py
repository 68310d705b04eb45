"""Files of docs/ as pages for people: headings, paragraphs, code and links, all the Markdown they use."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import PurePosixPath
from typing import Final

from games.kernel.words import LANGUAGES
from service.api.answer_building import HTML, answer_constant
from service.api.protocol.answer import Answer
from service.api.views.pages.frame import (
    PAGE_POLICY,
    PLACES,
    in_language,
    render_languages,
    render_page,
    render_pages,
)
from service.config import HOME
from service.queries.rules import rule_books, rules_url

PROSE: Final = HOME / "docs"
_HEADING: Final = re.compile(r"(#{1,2}) (.+)")
_CODE: Final = re.compile(r"`([^`]+)`")
_LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_NO_ANCHOR: Final = re.compile(r"[^\w\- ]")
# Where the pages that the documentation links are served; a link to any other file is words alone.
PLACES_OF_FILES: Final = {
    "errors.md": PLACES["errors"],
    "guide.md": PLACES["guide"],
    "api.md": PLACES["api"],
    "home.html": PLACES["play"],
    "audit.html": PLACES["check_file"],
} | {f"{book}.md": rules_url(book) for book in rule_books()}


def answer_prose(name: str, place: str, lang: str, kind: str) -> Answer:
    """The file `name` of docs/, or of its folder of the language; `kind` is a class for the stylesheet."""
    page = encode_prose(name, place, lang, kind)
    return answer_constant(page, f"{HTML}; charset=utf-8", lang=lang, policy=PAGE_POLICY)


@cache
def encode_prose(name: str, place: str, lang: str, kind: str) -> bytes:
    blocks = [block.strip() for block in read_prose(name, lang).split("\n\n") if block.strip()]
    main = "\n".join(render_block(block, lang) for block in blocks)
    head = render_pages(place, lang) + render_languages(place, lang)
    return render_page(title=blocks[0].lstrip("# "), lang=lang, kind=f"prose {kind}", main=main, head=head)


def read_prose(name: str, lang: str) -> str:
    folder = PROSE if lang == LANGUAGES[0] else PROSE / lang
    return (folder / name).read_text("utf-8")


def render_block(block: str, lang: str) -> str:
    heading = _HEADING.fullmatch(block)
    if heading:
        level, words = len(heading[1]), heading[2]
        return f'<h{level} id="{anchor_of(words)}">{escape(words)}</h{level}>'
    paragraph = _CODE.sub(r"<code>\1</code>", escape(block))
    return f"<p>{_LINK.sub(lambda link: render_reference(link[1], link[2], lang), paragraph)}</p>"


def anchor_of(heading: str) -> str:
    return _NO_ANCHOR.sub("", heading.lower()).replace(" ", "-")


def render_reference(words: str, target: str, lang: str) -> str:
    place = PLACES_OF_FILES.get(PurePosixPath(target).name)
    return words if place is None else f'<a href="{in_language(place, lang)}">{words}</a>'

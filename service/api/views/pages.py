"""Pages for people that are made here: the shared frame, files of docs/, and refusals in a browser."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path, PurePosixPath
from typing import Final

from games.kernel.words import LANGUAGES
from games.kernel.yaml_file import read_yaml
from service.api.answers import HTML, JSON, answer_constant, preferred_language
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer, current_request
from service.api.links import BASE
from service.api.problems import (
    PROBLEM_JSON,
    STATUS,
    answer_problem,
    describe_briefly,
    headers_of_problem,
    recognise_failure,
)
from service.api.schemas.kit import InLanguage
from service.config import HOME
from service.queries.rules import rule_books, rules_url

# Styles, and pictures that styles name, from here alone; no scripts, no forms, and no page may frame it.
PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'"
)
FRAME: Final = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Grubenbuch</title>
<link rel="icon" type="image/svg+xml" href="/web/pictures/icon.svg">
<link rel="stylesheet" href="/web/frame.css">
<link rel="stylesheet" href="/web/style.css">
<link rel="stylesheet" href="/web/pages.css">
</head>
<body>
{head}
<main id="main" class="{kind}">
{main}
</main>
<footer class="foot">
{foot}
</footer>
</body>
</html>
"""
HEAD: Final = """<header class="head">
<a class="skip" href="#main">{skip}</a>
<a class="wordmark" href="{home}">{sign}Grubenbuch</a>
{head}
</header>"""
# As in web/kit/icons.js: these pages run nothing that could draw it.
SIGN: Final = (
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20 15 9M20 20 9 9M3 9c2-4 5-6 8-6'
    'l1 3-4 4-3-1-2 0ZM21 9c-1-3-4-6-8-6"/></svg>'
)
NAMES_OF_LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
# By the word that names each.
PLACES: Final = {
    "play": "/",
    "check_file": "/audit",
    "api": f"{BASE}/docs",
    "guide": "/guide",
    "errors": "/docs/errors",
}
IN_HEAD: Final = ("play", "check_file", "guide", "api")
IN_FOOT: Final = ("play", "guide", "errors", "api")


@cache
def read_frame_words() -> dict[str, dict[str, str]]:
    return read_yaml(Path(__file__).with_name("frame_words.yaml"), dict[str, dict[str, str]])


def render_page(*, title: str, lang: str, kind: str, main: str, head: str) -> bytes:
    """Return a page; `kind` is a class for the stylesheet, `head` what stands beside the wordmark."""
    foot = render_places("more_pages", IN_FOOT, lang)
    return FRAME.format(
        lang=lang, title=escape(title), head=render_head(head, lang), kind=kind, main=main, foot=foot
    ).encode()


def render_head(head: str, lang: str) -> str:
    home = in_language(PLACES["play"], lang)
    return HEAD.format(skip=word_of_frame("skip", lang), home=home, sign=SIGN, head=head)


def word_of_frame(word: str, lang: str) -> str:
    return escape(read_frame_words()[word][lang])


def render_pages(here: str, lang: str) -> str:
    """Return the links that the head of the web client has as well; `here` is the page itself."""
    return render_places("pages", IN_HEAD, lang, here)


def render_places(group: str, words: tuple[str, ...], lang: str, here: str | None = None) -> str:
    links = [
        render_link(in_language(PLACES[word], lang), word_of_frame(word, lang), current=PLACES[word] == here)
        for word in words
    ]
    return f'<nav aria-label="{word_of_frame(group, lang)}">{"".join(links)}</nav>'


def in_language(place: str, lang: str) -> str:
    """Return the address with the language, which would be lost on the next page otherwise."""
    return f"{place}?lang={lang}"


def render_link(place: str, words: str, *, current: bool = False) -> str:
    """Return a link; `words` are HTML."""
    mark = ' aria-current="page"' if current else ""
    return f'<a href="{place}"{mark}>{words}</a>'


def render_languages(place: str, lang: str) -> str:
    """Return links to the other languages, each named in itself."""
    links = [
        f'<a href="{in_language(place, other)}" lang="{other}" hreflang="{other}">{own_name}</a>'
        for other, own_name in NAMES_OF_LANGUAGES.items()
        if other != lang
    ]
    return f'<div class="languages">{"".join(links)}</div>'


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
    """Return the file `name` of docs/ or of its folder of the language.

    `kind` is a class for the stylesheet.
    """
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
        anchor = _NO_ANCHOR.sub("", words.lower()).replace(" ", "-")
        return f'<h{level} id="{anchor}">{escape(words)}</h{level}>'
    paragraph = _CODE.sub(r"<code>\1</code>", escape(block))
    return f"<p>{_LINK.sub(lambda link: render_reference(link[1], link[2], lang), paragraph)}</p>"


def render_reference(words: str, target: str, lang: str) -> str:
    place = PLACES_OF_FILES.get(PurePosixPath(target).name)
    return words if place is None else f'<a href="{in_language(place, lang)}">{words}</a>'


# In doubt the first: whoever accepts anything is a program.
FORMS: Final = (PROBLEM_JSON, JSON, HTML)


def answer_failure(failure: Exception) -> Answer:
    """Return a page for a browser, or problem details below the API and for every program."""
    problem = recognise_failure(failure)
    asked = current_request()
    below_api = asked.path == BASE or asked.path.startswith(f"{BASE}/")
    if below_api or asked.accept_mimetypes.best_match(FORMS) != HTML:
        return answer_problem(problem)
    lang = preferred_language()
    headers = headers_of_problem(problem) | {
        "Content-Language": lang,
        "Content-Security-Policy": PAGE_POLICY,
        "Vary": "Accept, Accept-Language",
    }
    described = describe_briefly(problem, lang)
    title = described["title"]
    home = render_link(in_language(PLACES["play"], lang), word_of_frame("home", lang))
    main = f"<h1>{escape(title)}</h1>\n<p>{escape(described['detail'])}</p>\n<p>{home}</p>"
    page = render_page(title=title, lang=lang, kind="prose", main=main, head=render_pages("", lang))
    return Answer(page, STATUS[type(problem)], headers, content_type=f"{HTML}; charset=utf-8")


api = ApiBlueprint("pages")


@api.get(PLACES["errors"], tag="contract", query=InLanguage, answer=str, tagged=True, media_types=(HTML,))
def get_errors_page(context: RequestContext) -> Answer:
    """Every problem code: what it means and what to do. The `type` of a problem leads here."""
    return answer_prose("errors.md", PLACES["errors"], context.lang, "codes")


@api.get(PLACES["guide"], tag="web", query=InLanguage, answer=str, tagged=True, media_types=(HTML,))
def get_guide_page(context: RequestContext) -> Answer:
    """How to play, watch, replay and check in a browser, on one page."""
    return answer_prose("guide.md", PLACES["guide"], context.lang, "guide")


GUIDE_FILE: Final = HOME / "docs" / "llms.txt"
GUIDE_TYPE: Final = "text/plain"


@api.get("/llms.txt", tag="contract", answer=str, tagged=True, media_types=(GUIDE_TYPE,))
def get_guide_for_models(context: RequestContext) -> Answer:
    """This server for language models, in one page of Markdown: what it is, and where everything is."""
    del context
    return answer_constant(GUIDE_FILE.read_bytes(), f"{GUIDE_TYPE}; charset=utf-8")

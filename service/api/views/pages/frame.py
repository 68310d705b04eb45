"""The frame that all pages made here share: the head and look of the web client, and nothing that runs."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from games.kernel.yaml_file import read_yaml
from service.api.urls import BASE

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
    """`kind` is a class for the stylesheet, `head` what stands beside the wordmark."""
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
    """The links that the head of the web client has as well; `here` is the page itself."""
    return render_places("pages", IN_HEAD, lang, here)


def render_places(group: str, words: tuple[str, ...], lang: str, here: str | None = None) -> str:
    links = [
        render_link(in_language(PLACES[word], lang), word_of_frame(word, lang), current=PLACES[word] == here)
        for word in words
    ]
    return f'<nav aria-label="{word_of_frame(group, lang)}">{"".join(links)}</nav>'


def in_language(place: str, lang: str) -> str:
    """Without this, a language that was chosen on one page would be lost on the next."""
    return f"{place}?lang={lang}"


def render_link(place: str, words: str, *, current: bool = False) -> str:
    """`words` as HTML."""
    mark = ' aria-current="page"' if current else ""
    return f'<a href="{place}"{mark}>{words}</a>'


def render_languages(place: str, lang: str) -> str:
    """A language is named in itself, for those who do not read the other."""
    links = [
        f'<a href="{in_language(place, other)}" lang="{other}" hreflang="{other}">{own_name}</a>'
        for other, own_name in NAMES_OF_LANGUAGES.items()
        if other != lang
    ]
    return f'<div class="languages">{"".join(links)}</div>'

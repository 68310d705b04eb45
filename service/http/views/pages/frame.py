"""The frame that all pages made here share: the head and the look of the window, and nothing that runs."""

from __future__ import annotations

from html import escape
from typing import Final

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
<link rel="icon" type="image/svg+xml" href="/window/pictures/icon.svg">
<link rel="stylesheet" href="/window/style.css">
<link rel="stylesheet" href="/window/pages.css">
</head>
<body>
<header class="head">
<a class="skip" href="#main">{skip}</a>
<a class="wordmark" href="/">Grubenbuch</a>
{head}
</header>
<main id="main" class="{kind}">
{main}
</main>
</body>
</html>
"""
SKIP: Final = {"en": "Skip to the content", "de": "Zum Inhalt"}


def render_page(*, title: str, lang: str, kind: str, main: str, head: str = "") -> bytes:
    """`kind` is a class for the stylesheet, `head` what stands beside the name of the house."""
    return FRAME.format(
        lang=lang, title=escape(title), skip=SKIP[lang], head=head, kind=kind, main=main
    ).encode()

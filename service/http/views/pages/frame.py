"""The frame that all pages for people share: one stylesheet, which is the window's, and nothing that runs."""

from __future__ import annotations

from html import escape
from typing import Final

# Styles, and pictures that styles name, from here alone; no scripts, no forms, and no page may frame it.
PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'"
)
STYLESHEET: Final = "/window/style.css"
HEAD: Final = (
    '<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width">\n<meta name="color-scheme" content="light dark">\n'
    '<title>{title}</title>\n<link rel="stylesheet" href="{stylesheet}">\n'
)


def render_page(title: str, lang: str, kind: str, body: str) -> bytes:
    """`kind` is a class for the stylesheet."""
    head = HEAD.format(lang=lang, title=escape(title), stylesheet=STYLESHEET)
    return f'{head}<body class="page {kind}">\n<main>\n{body}\n</main>\n'.encode()

"""Answers the page that explains every problem code: docs/errors.md, with an anchor at each heading."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Final

from flask import Response

from service.config import HOME
from service.http.call import Call
from service.http.reply import HTML, answer_constant
from service.http.routes import Routes

routes = Routes("contract")

ERRORS: Final = HOME / "docs" / "errors.md"
ERRORS_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
PAGE_FRAME: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>{title}</title><style>:root{{color-scheme:light dark}}"
    "body{{font:1rem/1.5 system-ui;max-width:45rem;margin:2rem auto;padding:0 1rem}}"
    "h2{{margin:2rem 0 0}}:target{{background:light-dark(#fe9,#640)}}</style>{body}"
)
_HEADING: Final = re.compile(r"(#{1,2}) (.+)")
_CODE: Final = re.compile(r"`([^`]+)`")


@routes.get("/docs/errors", answer=str, tagged=True, media_types=(HTML,))
def get_errors_page(call: Call) -> Response:
    """Every problem code: what it means and what to do. The `type` of a problem leads here."""
    del call
    return answer_constant(encode_errors_page(), f"{HTML}; charset=utf-8", policy=ERRORS_POLICY)


@cache
def encode_errors_page() -> bytes:
    return render_page(ERRORS.read_text("utf-8")).encode()


def render_page(markdown: str) -> str:
    blocks = [block.strip() for block in markdown.split("\n\n") if block.strip()]
    title = blocks[0].lstrip("# ")
    return PAGE_FRAME.format(title=escape(title), body="\n".join(map(render_block, blocks)))


def render_block(block: str) -> str:
    heading = _HEADING.fullmatch(block)
    if heading:
        level, words = len(heading[1]), escape(heading[2])
        return f'<h{level} id="{words}">{words}</h{level}>'
    paragraph = _CODE.sub(r"<code>\1</code>", escape(block))
    return f"<p>{paragraph}</p>"

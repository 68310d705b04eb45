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
from service.http.views.pages.frame import PAGE_POLICY, render_page

routes = Routes("contract")

ERRORS: Final = HOME / "docs" / "errors.md"
_HEADING: Final = re.compile(r"(#{1,2}) (.+)")
_CODE: Final = re.compile(r"`([^`]+)`")


@routes.get("/docs/errors", answer=str, tagged=True, media_types=(HTML,))
def get_errors_page(call: Call) -> Response:
    """Every problem code: what it means and what to do. The `type` of a problem leads here."""
    del call
    return answer_constant(encode_errors_page(), f"{HTML}; charset=utf-8", policy=PAGE_POLICY)


@cache
def encode_errors_page() -> bytes:
    blocks = [block.strip() for block in ERRORS.read_text("utf-8").split("\n\n") if block.strip()]
    main = "\n".join(map(render_block, blocks))
    return render_page(title=blocks[0].lstrip("# "), lang="en", kind="prose", main=main)


def render_block(block: str) -> str:
    heading = _HEADING.fullmatch(block)
    if heading:
        level, words = len(heading[1]), escape(heading[2])
        return f'<h{level} id="{words}">{words}</h{level}>'
    paragraph = _CODE.sub(r"<code>\1</code>", escape(block))
    return f"<p>{paragraph}</p>"

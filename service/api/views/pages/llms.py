"""Answers what language models look for first: docs/llms.txt, a page of words and links."""

from __future__ import annotations

from typing import Final

from service.api.answer_building import answer_constant
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.config import HOME

routes = Routes("contract")

GUIDE_FILE: Final = HOME / "docs" / "llms.txt"
GUIDE_TYPE: Final = "text/plain"


@routes.get("/llms.txt", answer=str, tagged=True, media_types=(GUIDE_TYPE,))
def get_guide_for_models(call: Call) -> Answer:
    """This server for language models, in one page of Markdown: what it is, and where everything is."""
    del call
    return answer_constant(GUIDE_FILE.read_bytes(), f"{GUIDE_TYPE}; charset=utf-8")

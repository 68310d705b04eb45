"""Answers the short guide for people who play in the web client: docs/guide.md."""

from __future__ import annotations

from service.api.answer_building import HTML
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import InLanguage
from service.api.views.pages.frame import PLACES
from service.api.views.pages.prose import answer_prose

routes = Routes("web")


@routes.get(PLACES["guide"], query=InLanguage, answer=str, tagged=True, media_types=(HTML,))
def get_guide_page(call: Call) -> Answer:
    """How to play, watch, replay and check in a browser, on one page."""
    return answer_prose("guide.md", PLACES["guide"], call.lang, "guide")

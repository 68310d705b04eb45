"""Answers the short guide for people who play in the window: docs/guide.md."""

from __future__ import annotations

from service.http.answer_building import HTML
from service.http.call import Call
from service.http.protocol.answer import Answer
from service.http.routes import Routes
from service.http.schemas.kit import InLanguage
from service.http.views.pages.frame import PLACES
from service.http.views.pages.prose import answer_prose

routes = Routes("window")


@routes.get(PLACES["guide"], query=InLanguage, answer=str, tagged=True, media_types=(HTML,))
def get_guide_page(call: Call) -> Answer:
    """How to play, watch, replay and check in a browser, on one page."""
    return answer_prose("guide.md", PLACES["guide"], call.lang, "guide")

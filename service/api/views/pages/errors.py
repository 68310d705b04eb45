"""Answers the page that explains every problem code: docs/errors.md, with an anchor at each heading."""

from __future__ import annotations

from service.api.answer_building import HTML
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import InLanguage
from service.api.views.pages.frame import PLACES
from service.api.views.pages.prose import answer_prose

routes = Routes("contract")


@routes.get(PLACES["errors"], query=InLanguage, answer=str, tagged=True, media_types=(HTML,))
def get_errors_page(call: Call) -> Answer:
    """Every problem code: what it means and what to do. The `type` of a problem leads here."""
    return answer_prose("errors.md", PLACES["errors"], call.lang, "codes")

"""Answers the contract as a page to try out: Swagger UI, served from here, so it needs no internet."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from service.api.answer_building import HTML, answer_constant
from service.api.call import Call
from service.api.faults import NoSuchPath
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import InLanguage
from service.api.urls import BASE
from service.api.views.pages.frame import PLACES, render_head, render_languages, render_pages, word_of_frame
from service.problem_detail import Detail

routes = Routes("contract", BASE)

# Its own scripts, its own styles and pictures that stand in them; nothing from anywhere else.
EXPLORER_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
# What the contract says is English, whatever the language of the head.
START_PAGE: Final = """<!doctype html><html lang="{lang}"><meta charset="utf-8">
<title>{title} · Grubenbuch</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" type="image/svg+xml" href="/web/pictures/icon.svg">
<link rel="stylesheet" href="/web/frame.css">
{head}
<main id="main" lang="en"><div id="page"></div></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
"""
START_SCRIPT: Final = """const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "openapi.json", dom_id: "#page", deepLinking: true, tryItOutEnabled: true, validatorUrl: null,
  syntaxHighlight: false, docExpansion: "list", defaultModelsExpandDepth: -1, filter: true,
});
"""
FILE_TYPES: Final = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "start.js": "text/javascript",
}


@routes.get("/docs", query=InLanguage, answer=str, tagged=True, media_types=(HTML,))
def get_docs_page(call: Call) -> Answer:
    """The contract as a page: every call explained, and tried out in place."""
    page = render_docs_page(call.lang)
    return answer_constant(page, f"{HTML}; charset=utf-8", lang=call.lang, policy=EXPLORER_POLICY)


@cache
def render_docs_page(lang: str) -> bytes:
    here = PLACES["api"]
    head = render_head(render_pages(here, lang) + render_languages(here, lang), lang)
    return START_PAGE.format(lang=lang, title=word_of_frame("api_title", lang), head=head).encode()


@routes.get(
    "/docs/<file>",
    answer=str,
    tagged=True,
    media_types=tuple(dict.fromkeys(FILE_TYPES.values())),
    problems=(NoSuchPath,),
)
def get_docs_file(call: Call, file: str) -> Answer:
    """What the page is made of."""
    del call
    if file not in FILE_TYPES:
        raise NoSuchPath(Detail("explorer_files", {"types": list(FILE_TYPES)}))
    return answer_constant(read_file(file), f"{FILE_TYPES[file]}; charset=utf-8", policy=EXPLORER_POLICY)


@cache
def read_file(file: str) -> bytes:
    if file == "start.js":
        return START_SCRIPT.encode()
    return files("flask_swagger_ui").joinpath("dist", file).read_bytes()

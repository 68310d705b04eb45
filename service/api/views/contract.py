"""The contract with clients: the OpenAPI document as JSON and as YAML, and Swagger UI to try it out."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from importlib.resources import files
from typing import Any, Final

from gevent.lock import Semaphore

from service import problems
from service.api.answers import HTML, JSON, answer_constant
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE
from service.api.problems import NoSuchPath
from service.api.schemas.kit import InLanguage
from service.api.views.pages import PLACES, render_head, render_languages, render_pages, word_of_frame
from service.config import HOME
from service.matches.opening import known_game
from service.problem_detail import Detail

api = ApiBlueprint("contract")

YAML: Final = "application/yaml"
DOCUMENT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@api.get(f"{BASE}/openapi.json", answer=dict[str, Any], tagged=True)
def get_openapi_json(context: RequestContext) -> Answer:  # noqa: ARG001
    """This document."""
    return answer_constant(fetch_document("json"), JSON, policy=DOCUMENT_POLICY)


@api.get(f"{BASE}/openapi.yaml", answer=Any, tagged=True, media_types=(YAML,))
def get_openapi_yaml(context: RequestContext) -> Answer:  # noqa: ARG001
    """This document, for people."""
    return answer_constant(fetch_document("yaml"), YAML, policy=DOCUMENT_POLICY)


@api.get(
    f"{BASE}/games/<game>/openapi.json",
    answer=dict[str, Any],
    tagged=True,
    problems=(problems.UnknownGame,),
)
def get_openapi_of_game(context: RequestContext, game: str) -> Answer:  # noqa: ARG001
    """The types of one game alone, which refer to the whole document for what all games share."""
    document = fetch_document("json", known_game(game).name)
    return answer_constant(document, JSON, policy=DOCUMENT_POLICY)


_making: Final = Semaphore()


def fetch_document(form: str, game: str | None = None) -> bytes:
    """Return the document, or the part of one game, made once for this process."""
    with _making:
        return make_document(form, game)


@cache
def make_document(form: str, game: str | None) -> bytes:
    """Have it made by a process of its own: that takes seconds, and memory that would never be given back."""
    words = [sys.executable, "-m", "service.cli", "openapi", "--print", form]
    words += [] if game is None else ["--game", game]
    return subprocess.run(words, cwd=HOME, stdout=subprocess.PIPE, check=True).stdout  # noqa: S603


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


@api.get(f"{BASE}/docs", query=InLanguage, answer=str, tagged=True, media_types=(HTML,))
def get_docs_page(context: RequestContext) -> Answer:
    """The contract as a page: every call explained, and tried out in place."""
    page = render_docs_page(context.lang)
    return answer_constant(page, f"{HTML}; charset=utf-8", lang=context.lang, policy=EXPLORER_POLICY)


@cache
def render_docs_page(lang: str) -> bytes:
    here = PLACES["api"]
    head = render_head(render_pages(here, lang) + render_languages(here, lang), lang)
    return START_PAGE.format(lang=lang, title=word_of_frame("api_title", lang), head=head).encode()


@api.get(
    f"{BASE}/docs/<file>",
    answer=str,
    tagged=True,
    media_types=tuple(dict.fromkeys(FILE_TYPES.values())),
    problems=(NoSuchPath,),
)
def get_docs_file(context: RequestContext, file: str) -> Answer:
    """What the page is made of."""
    del context
    if file not in FILE_TYPES:
        raise NoSuchPath(Detail("explorer_files", {"types": list(FILE_TYPES)}))
    return answer_constant(read_file(file), f"{FILE_TYPES[file]}; charset=utf-8", policy=EXPLORER_POLICY)


@cache
def read_file(file: str) -> bytes:
    if file == "start.js":
        return START_SCRIPT.encode()
    return files("flask_swagger_ui").joinpath("dist", file).read_bytes()

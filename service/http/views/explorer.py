"""Answers the contract as a page to try out: Swagger UI, served from here, so it needs no internet."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from flask import Response

from service.http.call import Call
from service.http.faults import NoSuchPath
from service.http.reply import HTML, answer_constant
from service.http.routes import Routes
from service.http.urls import BASE

routes = Routes("contract", BASE)

# Its own scripts, its own styles and pictures that stand in them; nothing from anywhere else.
EXPLORER_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
START_PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Grubenbuch: the API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="docs/swagger-ui.css">
<div id="page"></div><script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script>
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


@routes.get("/docs", answer=str, tagged=True, media_types=(HTML,))
def get_docs_page(call: Call) -> Response:
    """The contract as a page: every call explained, and tried out in place."""
    del call
    return answer_constant(START_PAGE.encode(), f"{HTML}; charset=utf-8", policy=EXPLORER_POLICY)


@routes.get(
    "/docs/<file>",
    answer=str,
    tagged=True,
    media_types=tuple(dict.fromkeys(FILE_TYPES.values())),
    problems=(NoSuchPath,),
)
def get_docs_file(call: Call, file: str) -> Response:
    """What the page is made of."""
    del call
    if file not in FILE_TYPES:
        raise NoSuchPath(f"The page is made of {', '.join(FILE_TYPES)}.")
    return answer_constant(read_file(file), f"{FILE_TYPES[file]}; charset=utf-8", policy=EXPLORER_POLICY)


@cache
def read_file(file: str) -> bytes:
    if file == "start.js":
        return START_SCRIPT.encode()
    return files("flask_swagger_ui").joinpath("dist", file).read_bytes()

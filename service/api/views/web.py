"""The web client: the pages of `web/` and all they are made of, served as they are."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final

from service.api.answers import FOR_EVER, HTML, SVG, answer_constant, answer_if_changed, caching_headers
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.problems import NoSuchPath
from service.config import HOME
from service.problem_detail import Detail

api = ApiBlueprint("web")

WEB: Final = HOME / "web"
# Its own scripts, styles and pictures, nothing from elsewhere; and no text becomes markup by accident.
WEB_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types drawing"
)
WEB_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": f"{HTML}; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": SVG,
}
PAGES_OF_MATCH: Final = {"history": "history/history.html", "audit": "audit/audit.html"}
PREFIX: Final = b"/web/"


@api.get("/", answer=str, tagged=True, media_types=(HTML,))
def get_home_page(context: RequestContext) -> Answer:
    """The web client: play, watch and check matches in a browser."""
    del context
    return answer_web_page("home/home.html")


@api.get("/audit", answer=str, tagged=True, media_types=(HTML,), problems=(NoSuchPath,))
def get_audit_page(context: RequestContext) -> Answer:
    """The page that checks the file of a match."""
    del context
    return answer_web_page("audit/audit.html")


@api.get("/matches/<id>", answer=str, tagged=True, media_types=(HTML,))
def get_match_page(context: RequestContext, id: str) -> Answer:  # noqa: A002  the name of the path's part
    """The page of a match: its table, to play at or to watch.

    The page asks the API for everything, so it is the same for all matches.
    """
    del context, id
    return answer_web_page("table/table.html")


@api.get("/matches/<id>/<page>", answer=str, tagged=True, media_types=(HTML,), problems=(NoSuchPath,))
def get_match_view_page(context: RequestContext, id: str, page: str) -> Answer:  # noqa: A002  as above
    """Another page of a match: its `history` or its `audit`."""
    del context, id
    if page not in PAGES_OF_MATCH:
        raise NoSuchPath(Detail("pages_of_match", {"pages": list(PAGES_OF_MATCH)}))
    return answer_web_page(PAGES_OF_MATCH[page])


@api.get(
    "/web/<path:file>",
    answer=str,
    tagged=True,
    media_types=tuple(kind.partition(";")[0] for kind in WEB_TYPES.values()),
    problems=(NoSuchPath,),
)
def get_web_file(context: RequestContext, file: str) -> Answer:
    """What the pages are made of.

    Behind the digest of all of it, as in the addresses that the pages use, it is kept for ever.
    """
    del context
    digest, _, name = file.partition("/")
    if digest != digest_web():
        return answer_constant(read_web_file(file), type_of(file), policy=WEB_POLICY)
    headers = caching_headers(f'"{digest}"', FOR_EVER)
    content, more = read_web_file(name), headers | {"Content-Security-Policy": WEB_POLICY}
    return answer_if_changed(headers, lambda: Answer(content, headers=more, content_type=type_of(name)))


def answer_web_page(name: str) -> Answer:
    return answer_constant(read_web_page(name), WEB_TYPES[".html"], policy=WEB_POLICY)


@cache
def read_web_page(name: str) -> bytes:
    """Return a page whose scripts and styles have addresses that change whenever one of them does."""
    return read_web_file(name).replace(PREFIX, PREFIX + digest_web().encode() + b"/")


def read_web_file(name: str) -> bytes:
    content = read_web().get(name)
    if content is None:
        raise NoSuchPath(Detail("web_file_unknown"))
    return content


@cache
def read_web() -> dict[str, bytes]:
    """Return all files by their paths below `web/`; nothing else is served, whatever a request names."""
    return {
        path.relative_to(WEB).as_posix(): path.read_bytes()
        for path in sorted(WEB.rglob("*"))
        if path.suffix in WEB_TYPES
    }


@cache
def digest_web() -> str:
    digest = hashlib.sha256()
    for name, content in read_web().items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def type_of(name: str) -> str:
    return WEB_TYPES[name[name.rindex(".") :]]

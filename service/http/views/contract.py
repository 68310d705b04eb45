"""The contract with clients: the OpenAPI document, and the page that explains every problem code."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final

import msgspec
import yaml
from flask import Response

from service.config import HOME
from service.http.call import Call
from service.http.document.markdown_page import render_page
from service.http.reply import ASK_AGAIN, JSON, caching_headers, client_holds, unchanged
from service.http.routes import Routes
from service.http.urls import BASE

routes = Routes("contract")

YAML: Final = "application/yaml"
HTML: Final = "text/html"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
ERRORS: Final = HOME / "docs" / "errors.md"


@routes.get(f"{BASE}/openapi.json", answer=dict[str, Any], tagged=True)
def get_openapi_json(call: Call) -> Response:
    """This document."""
    del call
    return kept(as_json(), JSON)


@routes.get(f"{BASE}/openapi.yaml", answer=Any, tagged=True, media_types=(YAML,))
def get_openapi_yaml(call: Call) -> Response:
    """This document, for people."""
    del call
    return kept(as_yaml(), YAML)


@routes.get("/docs/errors", answer=str, tagged=True, media_types=(HTML,))
def get_errors_page(call: Call) -> Response:
    """Every problem code: what it means and what to do. The `type` of a problem leads here."""
    del call
    return kept(errors_page(), f"{HTML}; charset=utf-8")


@cache
def document() -> dict[str, Any]:
    """By name: the document describes the whole app, this part of it as well."""
    describe: Callable[[], dict[str, Any]] = import_module("service.http.document.openapi").describe_api
    return describe()


@cache
def as_json() -> bytes:
    return msgspec.json.encode(document())


@cache
def as_yaml() -> bytes:
    return yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=110).encode()


@cache
def errors_page() -> bytes:
    return render_page(ERRORS.read_text("utf-8")).encode()


def kept(answer: bytes, media_type: str) -> Response:
    headers = caching_headers(f'"{hashlib.sha256(answer).hexdigest()[:16]}"', ASK_AGAIN)
    if client_holds(headers["ETag"]):
        return unchanged(headers)
    headers["Content-Security-Policy"] = POLICY
    return Response(answer, headers=headers, content_type=media_type)

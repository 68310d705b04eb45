"""Answers the contract with clients: the OpenAPI document, as JSON and as YAML."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any, Final

from gevent.lock import Semaphore

from service.api.answer_building import JSON, answer_constant
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.urls import BASE
from service.config import HOME

routes = Routes("contract")

YAML: Final = "application/yaml"
DOCUMENT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@routes.get(f"{BASE}/openapi.json", answer=dict[str, Any], tagged=True)
def get_openapi_json(call: Call) -> Answer:  # noqa: ARG001
    """This document."""
    return answer_constant(fetch_document("json"), JSON, policy=DOCUMENT_POLICY)


@routes.get(f"{BASE}/openapi.yaml", answer=Any, tagged=True, media_types=(YAML,))
def get_openapi_yaml(call: Call) -> Answer:  # noqa: ARG001
    """This document, for people."""
    return answer_constant(fetch_document("yaml"), YAML, policy=DOCUMENT_POLICY)


_making: Final = Semaphore()


def fetch_document(form: str) -> bytes:
    """Return the document, made once for this process."""
    with _making:
        return make_document(form)


@cache
def make_document(form: str) -> bytes:
    """Have it made by a process of its own: that takes seconds, and memory that would never be given back."""
    words = [sys.executable, "-m", "service.cli", "openapi", "--print", form]
    return subprocess.run(words, cwd=HOME, stdout=subprocess.PIPE, check=True).stdout  # noqa: S603

"""Answers the contract with clients: the OpenAPI document, as JSON and as YAML."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any, Final

from gevent.lock import Semaphore

from service import problems
from service.api.answer_building import JSON, answer_constant
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.urls import BASE
from service.config import HOME
from service.matches.opening import known_game

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


@routes.get(
    f"{BASE}/games/<game>/openapi.json",
    answer=dict[str, Any],
    tagged=True,
    problems=(problems.UnknownGame,),
)
def get_openapi_of_game(call: Call, game: str) -> Answer:  # noqa: ARG001
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

"""Answers the contract with clients: the OpenAPI document, as JSON and as YAML."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
import yaml

from service.http.answer_building import JSON, answer_constant
from service.http.call import Call
from service.http.protocol.answer import Answer
from service.http.routes import Routes
from service.http.urls import BASE

routes = Routes("contract")

YAML: Final = "application/yaml"
DOCUMENT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


class Plain(yaml.SafeDumper):
    """Writes everything out: readers such as SnakeYAML refuse a document with many aliases."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  whatever it is
        return True


@routes.get(f"{BASE}/openapi.json", answer=dict[str, Any], tagged=True)
def get_openapi_json(call: Call) -> Answer:
    """This document."""
    return answer_constant(encode_json(call.desk.describe_api), JSON, policy=DOCUMENT_POLICY)


@routes.get(f"{BASE}/openapi.yaml", answer=Any, tagged=True, media_types=(YAML,))
def get_openapi_yaml(call: Call) -> Answer:
    """This document, for people."""
    return answer_constant(encode_yaml(call.desk.describe_api), YAML, policy=DOCUMENT_POLICY)


@cache
def encode_json(describe_api: Callable[[], dict[str, Any]]) -> bytes:
    return msgspec.json.encode(describe_api())


@cache
def encode_yaml(describe_api: Callable[[], dict[str, Any]]) -> bytes:
    return yaml.dump(describe_api(), Dumper=Plain, sort_keys=False, allow_unicode=True, width=110).encode()

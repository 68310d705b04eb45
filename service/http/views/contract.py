"""Answers the contract with clients: the OpenAPI document, as JSON and as YAML."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import gevent
import msgspec
import yaml
from gevent.lock import Semaphore

from service.http.answer_building import JSON, answer_constant
from service.http.call import Call
from service.http.protocol.answer import Answer
from service.http.routes import Routes
from service.http.urls import BASE

DescribeApi = Callable[[], dict[str, Any]]

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
    return answer_constant(make_aside(encode_json, call.desk.describe_api), JSON, policy=DOCUMENT_POLICY)


@routes.get(f"{BASE}/openapi.yaml", answer=Any, tagged=True, media_types=(YAML,))
def get_openapi_yaml(call: Call) -> Answer:
    """This document, for people."""
    return answer_constant(make_aside(encode_yaml, call.desk.describe_api), YAML, policy=DOCUMENT_POLICY)


_making: Final = Semaphore()


def make_aside(encode: Callable[[DescribeApi], bytes], describe_api: DescribeApi) -> bytes:
    """Return the document, made once in a process.

    That takes seconds, so it is done in a native thread while this process goes on answering.
    """
    with _making:
        made: bytes = gevent.get_hub().threadpool.apply(encode, (describe_api,))
    return made


@cache
def encode_json(describe_api: DescribeApi) -> bytes:
    return msgspec.json.encode(describe_api())


@cache
def encode_yaml(describe_api: DescribeApi) -> bytes:
    return yaml.dump(describe_api(), Dumper=Plain, sort_keys=False, allow_unicode=True, width=110).encode()

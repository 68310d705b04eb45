"""From a request to its view: Flask without sessions, signals, hooks and contexts, for which no view asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

from flask import Flask, Request
from werkzeug.routing import MapAdapter

from service.api.body import release_reservation
from service.api.call import Call, check_match_id
from service.api.operation import Operation
from service.api.protocol.answer import Answer
from service.api.protocol.current_request import begin_request, end_request
from service.api.protocol.wsgi import Answering, Environ
from service.api.routes import Number, Routes, View
from service.api.services import Services


class _Bound(NamedTuple):
    """A view, and what is asked of its operation once and not at every request."""

    view: View
    operation: Operation
    in_match: bool
    needs_token: bool


class SlimFlask(Flask):
    """Each request is handed to `answer`, which is middleware around `dispatch`."""

    adapter: MapAdapter
    answer: Answering

    def __init__(self, name: str, services: Services, answer_failure: Callable[[Exception], Answer]) -> None:
        super().__init__(name, static_folder=None)
        self.url_map.merge_slashes = False
        self.url_map.converters["number"] = Number
        self.answer = self.dispatch
        self.answer_failure = answer_failure
        self.adapter = self.url_map.bind("")
        self._match = lru_cache(4096)(partial(self.adapter.match, return_rule=True))
        self._services = services
        self._bound: dict[str, _Bound] = {}

    def install(self, routes: Routes) -> None:
        for operation, view in routes.operations:
            self.add_url_rule(operation.path, operation.name, methods=[operation.method])
            self._bound[operation.name] = _Bound(view, operation, operation.in_match, operation.needs_token)

    def wsgi_app(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        return self.answer(environ)(environ, start_response)

    def dispatch(self, environ: Environ) -> Answer:
        request = Request(environ)
        token = begin_request(request)
        try:
            return self._find_view(request)
        except Exception as failure:  # noqa: BLE001  each is answered, the unforeseen ones as well
            return self.answer_failure(failure)
        finally:
            release_reservation(environ)
            end_request(token)

    def _find_view(self, request: Request) -> Answer:
        """The path as werkzeug's map reads it, once for those that come again."""
        method = request.method
        rule, path = self._match(request.path, method)
        request.url_rule, request.view_args = rule, dict(path)
        if method == "OPTIONS":
            return Answer(headers={"Allow": ", ".join(sorted(self.adapter.allowed_methods(request.path)))})
        return self._call_view(self._bound[rule.endpoint], request, path)

    def _call_view(self, bound: _Bound, request: Request, path: Mapping[str, Any]) -> Answer:
        call = Call(self._services, bound.operation, request)
        if bound.needs_token:
            call.require_credentials()
        if bound.in_match:
            check_match_id(path["match"])
        return bound.view(call, **path)

"""Flask without what no view of ours asks for: sessions, signals, hooks and an app context."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from flask import Flask, Request
from werkzeug.routing import MapAdapter

from service.http.body import release_room
from service.http.protocol.answer import Answer
from service.http.protocol.current import begin_request, end_request
from service.http.protocol.wsgi import Answering, Environ


class SlimFlask(Flask):
    """Each request is handed to `answer`, which is middleware around `dispatch`."""

    adapter: MapAdapter
    answer: Answering

    def __init__(self, name: str, answer_failure: Callable[[Exception], Answer]) -> None:
        super().__init__(name, static_folder=None)
        self.url_map.merge_slashes = False
        self.answer = self.dispatch
        self.answer_failure = answer_failure
        self.adapter = self.url_map.bind("")

    def wsgi_app(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        return self.answer(environ)(environ, start_response)

    def dispatch(self, environ: Environ) -> Answer:
        request = Request(environ)
        token = begin_request(request)
        try:
            return self._call_view(request)
        except Exception as failure:  # noqa: BLE001  each is answered, the unforeseen ones as well
            return self.answer_failure(failure)
        finally:
            release_room(environ)
            end_request(token)

    def _call_view(self, request: Request) -> Answer:
        """The path as werkzeug's map reads it, from an adapter that is made once."""
        method = request.method
        rule, path = self.adapter.match(request.path, method, return_rule=True)
        request.url_rule, request.view_args = rule, dict(path)
        if method == "OPTIONS":
            return Answer(headers={"Allow": ", ".join(sorted(self.adapter.allowed_methods(request.path)))})
        return cast("Answer", self.view_functions[rule.endpoint](**path))

"""From paths to views."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from flask import Flask
from werkzeug.routing import BaseConverter

from service.details import Detail
from service.http.call import Call
from service.http.desk import Desk
from service.http.operation import Operation
from service.http.protocol.answer import Answer
from service.http.protocol.current import current_request
from service.problems import UnknownMatch

View = Callable[..., Answer]

_MATCH: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Number(BaseConverter):
    """A seat or a version."""

    regex = "[0-9]{1,15}"

    def to_python(self, value: str) -> int:
        return int(value)


OPERATIONS: Final[dict[str, Operation]] = {}  # all of them, by name


class Routes:
    """The operations of one part of the API."""

    def __init__(self, tag: str, base: str = "") -> None:
        self.tag = tag
        self.base = base
        self.operations: list[tuple[Operation, View]] = []

    def add(self, method: str, path: str, **facts: Any) -> Callable[[View], View]:
        """The view's name is that of the operation, its docstring explains it."""

        def register(view: View) -> View:
            summary, _, more = (view.__doc__ or "").partition("\n")
            operation = Operation(
                name=view.__name__,
                tag=self.tag,
                method=method,
                path=self.base + path,
                summary=summary.rstrip("."),
                description=" ".join(more.split()),
                **facts,
            )
            self.operations.append((operation, view))
            OPERATIONS[operation.name] = operation
            return view

        return register

    def get(self, path: str, **facts: Any) -> Callable[[View], View]:
        return self.add("GET", path, **facts)

    def post(self, path: str, **facts: Any) -> Callable[[View], View]:
        return self.add("POST", path, **facts)

    def put(self, path: str, **facts: Any) -> Callable[[View], View]:
        return self.add("PUT", path, **facts)

    def delete(self, path: str, **facts: Any) -> Callable[[View], View]:
        return self.add("DELETE", path, **facts)

    def install(self, app: Flask, desk: Desk) -> None:
        for operation, view in self.operations:
            app.add_url_rule(
                operation.path, operation.name, bind_view(view, operation, desk), methods=[operation.method]
            )


def bind_view(view: View, operation: Operation, desk: Desk) -> View:
    in_match, needs_token = operation.in_match, operation.needs_token  # asked once, not at every request

    def answer(**path: Any) -> Answer:
        call = Call(desk, operation, current_request())
        if needs_token:
            call.require_credentials()
        if in_match and _MATCH.fullmatch(path["match"]) is None:
            raise UnknownMatch(Detail("match_id_malformed"))
        return view(call, **path)

    return answer

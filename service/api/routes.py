"""Which paths lead to which views. A request is led there by `protocol/slim_flask.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from werkzeug.routing import BaseConverter

from service.api.operation import Operation
from service.api.protocol.answer import Answer

View = Callable[..., Answer]


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

"""Blueprints whose routes declare operations: `@api.post("/matches", body=NewMatch, answer=OpenedAnswer)`.

The name of the view is that of the operation, its docstring explains it in the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask import Blueprint

from service.api.context import RequestContext, check_match_id
from service.api.fast_flask import Answer, current_request
from service.api.operation import Operation
from service.api.services import EXTENSION

View = Callable[..., Answer]

OPERATIONS: Final[dict[str, Operation]] = {}  # all of them, by name


class ApiBlueprint(Blueprint):
    """A blueprint that keeps its operations; its name is their tag, unless they have another."""

    def __init__(self, name: str, base: str = "") -> None:
        super().__init__(name, __name__, url_prefix=base or None)
        self.base = base
        self.operations: list[Operation] = []

    def route(self, rule: str, **facts: Any) -> Callable[[Any], Any]:
        """Declare an operation; `facts` are fields of `Operation`."""
        (method,) = facts.pop("methods")

        def register(view: View) -> View:
            summary, _, more = (view.__doc__ or "").partition("\n")
            operation = Operation(
                name=view.__name__,
                method=method,
                path=self.base + rule,
                summary=summary.rstrip("."),
                description=" ".join(more.split()),
                **{"tag": self.name} | facts,
            )
            self.operations.append(operation)
            OPERATIONS[operation.name] = operation
            self.add_url_rule(rule, operation.name, guard_view(operation, view), methods=[method])
            return view

        return register


def guard_view(operation: Operation, view: View) -> View:
    """Return the view behind the checks that its operation declares, in their order."""
    in_match, needs_token = operation.in_match, operation.access in ("token", "token_or_client")

    def answer(**path: Any) -> Answer:
        request = current_request()
        context = RequestContext(request.environ[EXTENSION], operation, request)
        if needs_token:
            context.require_credentials()
        if in_match:
            check_match_id(path["match"])
        if operation.body is not None:
            context.read_body(operation.body)
        elif operation.plays:
            context.read_commands(path["match"])
        return view(context, **path)

    return answer

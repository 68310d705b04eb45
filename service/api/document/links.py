"""Where an answer leads, as OpenAPI links: a reader, or a machine, follows them from call to call."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from service.api.document.common import Node
from service.api.operation import Operation

PATH_PART: Final = re.compile(r"<(?:\w+:)?(\w+)>")
FIRST_OFFER: Final = "$response.body#/commands/0/command"


def describe_links(operation: Operation, by_name: Mapping[str, Operation]) -> dict[str, Node]:
    return {name: describe_link(operation, by_name[name]) for name in operation.then}


def describe_link(operation: Operation, target: Operation) -> Node:
    node: Node = {"operationId": target.name}
    names = PATH_PART.findall(target.path)
    parameters = {name: place for name in names if (place := locate_parameter(name, operation))}
    if parameters:
        node["parameters"] = parameters
    if target.plays and operation.name == "list_commands":
        node["requestBody"] = FIRST_OFFER
    return node


def locate_parameter(name: str, operation: Operation) -> str | None:
    """Where its value stands: in the answer, else in the requested path; a reader must know the rest."""
    if name in getattr(operation.answer, "__struct_fields__", ()):
        return f"$response.body#/{name}"
    return f"$request.path.{name}" if name in PATH_PART.findall(operation.path) else None

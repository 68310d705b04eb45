"""What the contract names: `openapi.yaml`, its calls, parameters, headers, properties and listed values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from games.kernel.yaml_file import LOADER
from service.config import HOME


@cache
def names() -> frozenset[str]:
    return frozenset(_named(document()))


@cache
def document() -> Any:
    """Return the document whole: the core, and the part of each game where it refers to it."""
    core, *parts = (read_part(path) for path in (HOME / "openapi.yaml", *HOME.glob("games/*/openapi.yaml")))
    schemas = [part["components"]["schemas"] for part in (core, *parts)]
    core["components"]["schemas"] = dict(sorted(item for found in schemas for item in found.items()))
    return core


def read_part(path: Path) -> Any:
    said = json.dumps(yaml.load(path.read_bytes(), LOADER))
    return json.loads(re.sub(r'"[\w./]+openapi\.yaml#/', '"#/', said))


def keys_of(node: Any) -> Iterator[str]:
    """However deep."""
    if isinstance(node, dict):
        yield from map(str, node)
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from keys_of(value)


def _named(node: Any) -> Iterator[str]:
    """Properties, parameters, headers, media types, operations, and every value that is one of a list."""
    yield from keys_of({key: value for key, value in node.items() if key != "paths"})
    for child in _dicts(node):
        yield from (str(child[key]) for key in ("name", "operationId", "const") if key in child)
        yield from (str(value) for value in child.get("enum", ()) if not isinstance(child["enum"], dict))
        yield from map(str, child.get("x-extensible-enum", ()))
        yield from keys_of(child.get("content", {}))
        yield from keys_of(child.get("headers", {}))


def _dicts(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _dicts(value)


@cache
def calls() -> frozenset[tuple[str, str]]:
    """Method and path of everything the API answers; names in a path are as good as any."""
    return frozenset(
        (method.upper(), _unnamed(path)) for path, item in document()["paths"].items() for method in item
    )


def _unnamed(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)


def is_called(method: str | None, path: str) -> bool:
    """`GET …/commands` and `/commands` are any call that ends so."""
    wanted = _unnamed(path.partition("?")[0])
    ending = wanted.removeprefix("…")
    return any(
        known_path == wanted or ((method is None or ending != wanted) and known_path.endswith(ending))
        for known_method, known_path in calls()
        if method in (None, known_method)
    )


def endings() -> frozenset[str]:
    """The last words of paths, by which calls are known."""
    return frozenset(path.rpartition("/")[2] for _, path in calls())


@cache
def queries() -> frozenset[str]:
    return frozenset(
        child["name"] for child in _dicts(document()) if child.get("in") == "query" and "name" in child
    )

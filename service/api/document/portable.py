"""Translates the dialects of our libraries into what every reader of the document understands."""

from __future__ import annotations

from typing import Any, Final

BOUND_OF_INT32: Final = 2**31 - 1


def make_portable(part: Any) -> Any:
    if isinstance(part, list):
        return [make_portable(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    node = {name: make_portable(inner) for name, inner in part.items()}
    if isinstance(node.get("pattern"), str):
        node["pattern"] = anchor_pattern(node["pattern"])
    if "integer" in as_list(node.get("type")) and node.get("maximum", BOUND_OF_INT32 + 1) > BOUND_OF_INT32:
        node["format"] = "int64"  # what is not bounded may be a time, which many languages put nowhere else
    if "prefixItems" in node and node.get("items") is False:
        # `maxItems` closes the tuple. Generators take no boolean here, linters want something.
        node["items"] = node["prefixItems"][-1]
    return node


def as_list(names: Any) -> list[Any]:
    return names if isinstance(names, list) else [names]


def anchor_pattern(pattern: str) -> str:
    """JSON Schema looks for a pattern anywhere, in the words of ECMAScript; Python matches from the start."""
    ecma = pattern.replace(r"\Z", "$")
    return ecma if ecma.startswith("^") else f"^{ecma}"

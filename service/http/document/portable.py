"""Translates the dialects of our libraries into what every reader of the document understands."""

from __future__ import annotations

from typing import Any


def make_portable(part: Any) -> Any:
    if isinstance(part, list):
        return [make_portable(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    said = {name: make_portable(inner) for name, inner in part.items()}
    if isinstance(said.get("pattern"), str):
        said["pattern"] = anchor_pattern(said["pattern"])
    if "prefixItems" in said and said.get("items") is False:
        del said["items"]  # `maxItems` says the same, and generators take no boolean here
    return said


def anchor_pattern(pattern: str) -> str:
    """JSON Schema looks for a pattern anywhere, in the words of ECMAScript; Python matches from the start."""
    ecma = pattern.replace(r"\Z", "$")
    return ecma if ecma.startswith("^") else f"^{ecma}"

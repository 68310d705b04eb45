"""Examples of what each game says, from recorded matches; `tests/support/desk/shown.py` collects them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

Node = dict[str, Any]

PLACE: Final = Path(__file__).parent / "shown.json"


def add_examples(schemas: dict[str, Node], examples: dict[str, dict[str, dict[str, Any]]]) -> None:
    """Of each type that a union distinguishes by its discriminator."""
    for game, kinds in examples.items():
        for kind, by_type in kinds.items():
            mapping = schemas[f"{game.title()}{kind}"]["discriminator"]["mapping"]
            for name, example in by_type.items():
                schemas[mapping[name].rpartition("/")[2]]["examples"] = [example]


def shown() -> dict[str, dict[str, dict[str, Any]]]:
    return msgspec.json.decode(PLACE.read_bytes(), type=dict[str, dict[str, dict[str, Any]]])

"""Examples for the document, as `tests/support/desk/document_examples.py` collects them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from service.api.document.common import Node

EXAMPLES_OF_CALLS: Final = Path(__file__).parent / "examples_of_calls.json"
EXAMPLES_OF_TYPES: Final = Path(__file__).parent / "examples_of_types.json"

TypeExamples = dict[str, dict[str, dict[str, Any]]]  # by game, kind and name of the type


class Example(msgspec.Struct, frozen=True):
    """`body` is None where the call has none, `answer` where it is no JSON."""

    body: Any
    answer: Any


def read_examples_of_calls() -> dict[str, Example]:
    """Real answers of a short match, by the name of the operation."""
    return msgspec.json.decode(EXAMPLES_OF_CALLS.read_bytes(), type=dict[str, Example])


def read_examples_of_types() -> TypeExamples:
    """What each game says, from recorded matches."""
    return msgspec.json.decode(EXAMPLES_OF_TYPES.read_bytes(), type=TypeExamples)


def add_examples_of_types(schemas: dict[str, Node], examples: TypeExamples) -> None:
    """For each type that a union tells apart by its discriminator."""
    for game, kinds in examples.items():
        for kind, by_type in kinds.items():
            mapping = schemas[f"{game.title()}{kind}"]["discriminator"]["mapping"]
            for name, example in by_type.items():
                schemas[mapping[name].rpartition("/")[2]]["examples"] = [example]

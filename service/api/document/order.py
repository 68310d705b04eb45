"""In which order a union names its members, for readers who take the first that a value fits.

Games may call two things by one name, and one of them may say less of it: a round that begins has a year in
one game alone. So whoever says more comes first by itself, before the unions of the games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from service.api.document.common import SCHEMA_REF, Node


def order_members(schemas: dict[str, Node], unions: Sequence[str]) -> list[str]:
    return [*dict.fromkeys(find_taken(schemas, unions)), *unions]


def find_taken(schemas: dict[str, Node], unions: Sequence[str]) -> Iterator[str]:
    """Types that a reader would take for one of an earlier union, and miss a field."""
    for earlier, later in combinations(unions, 2):
        others = types_by_tag(schemas, earlier)
        for tag, told in types_by_tag(schemas, later).items():
            if tag in others and is_taken_for(schemas[told], schemas[others[tag]]):
                yield told


def types_by_tag(schemas: dict[str, Node], union: str) -> dict[str, str]:
    mapping: dict[str, str] = schemas.get(union, {}).get("discriminator", {}).get("mapping", {})
    return {tag: target.removeprefix(SCHEMA_REF) for tag, target in mapping.items()}


def is_taken_for(told: Node, other: Node) -> bool:
    """Whether it has every field that the other asks for, and one that the other does not know."""
    known, wanted = other["properties"].keys(), set(other.get("required", ()))
    return wanted <= told["properties"].keys() and not told["properties"].keys() <= known

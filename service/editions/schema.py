"""JSON Schema of the file of an edition, so that an editor knows what may stand where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from games.kernel import Game
from games.kernel.editions.naming import OwnWords
from games.kernel.editions.registry import LONGEST_EDITION_NAME, WORDS
from service.editions.drafts import BASED_ON

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
REFERS: Final = "$ref"
OF_CHANGES: Final = "-changes"  # ends the name of a type where only what differs is written
NAME: Final = f"^[a-z0-9][a-z0-9._-]{{0,{LONGEST_EDITION_NAME - 1}}}$"

Schema = dict[str, Any]


def edition_schema(game: Game[Any]) -> Schema:
    """Complete, or with `based_on` only what differs."""
    (root, words), definitions = msgspec.json.schema_components(
        [game.editions.kind, OwnWords], ref_template="#/$defs/{name}"
    )
    board = definitions[root[REFERS].rpartition("/")[2]]
    groups = {name: group for name, group in board["properties"].items() if name != "edition"}
    head: Schema = {
        "game": {"const": game.name, "description": "The game."},
        "edition": {"type": "string", "pattern": NAME, "description": "What the edition is called."},
    }
    base: Schema = {BASED_ON: {"type": "string", "description": "The edition this is a difference to."}}
    more: Schema = {WORDS: words}
    loose = {f"{name}{OF_CHANGES}": as_change(schema) for name, schema in definitions.items()}
    return {
        "$schema": DIALECT,
        "title": f"An edition of {game.name}",
        "type": "object",
        "if": {"required": [BASED_ON]},
        "then": close_schema(
            head | base, {name: as_change(group) for name, group in (groups | more).items()}, ()
        ),
        "else": close_schema(head, groups | more, groups),
        "$defs": definitions | loose,
    }


def close_schema(head: Schema, groups: Schema, required: Iterable[str]) -> Schema:
    """Nothing else may stand there."""
    return {
        "properties": head | groups,
        "required": [*head, *required],
        "additionalProperties": False,
    }


def as_change(schema: Any) -> Any:
    """Nothing is required, null takes away, and of a list single things may be named."""
    if not isinstance(schema, Mapping):
        return schema
    if REFERS in schema:
        return {**schema, REFERS: f"{schema[REFERS]}{OF_CHANGES}"}
    loose = {name: loosen(name, part) for name, part in schema.items() if name != "required"}
    if schema.get("type") == "array" and "items" in schema:
        thing = as_change(schema["items"])
        by_name = {"type": "object", "additionalProperties": {"anyOf": [thing, {"type": "null"}]}}
        return {"anyOf": [dict(schema), by_name]}
    return loose


def loosen(name: str, part: Any) -> Any:
    if name == "properties":
        return {field: {"anyOf": [as_change(kind), {"type": "null"}]} for field, kind in part.items()}
    if name in {"anyOf", "oneOf"}:
        return [as_change(each) for each in part]
    return as_change(part) if name == "additionalProperties" else part

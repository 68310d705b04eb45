"""What names its game is described once a game: this name tells whose options and boards a reader has."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from service.api.document.common import SCHEMA_REF, Node

GAME: Final = "game"  # the field that names it


def tell_apart_by_game(schemas: dict[str, Node], games: Iterable[str], parts: Collection[str]) -> None:
    """`parts` are schemas that each game has its own of, under its name and theirs: SchieferOptions."""
    games, wanted = list(games), {SCHEMA_REF + part for part in parts}
    for name, schema in list(schemas.items()):
        if GAME in schema.get("required", ()) and refers_to(schema, wanted):
            of_games = {game: game.title() + name for game in games}
            schemas |= {own: told_of(game, own, schema, wanted) for game, own in of_games.items()}
            schemas[name] = union_of(of_games, schema)


def refers_to(part: Any, wanted: Collection[str]) -> bool:
    if isinstance(part, dict):
        return part.get("$ref") in wanted or any(refers_to(inner, wanted) for inner in part.values())
    return isinstance(part, list) and any(refers_to(inner, wanted) for inner in part)


def told_of(game: str, own: str, schema: Node, wanted: Collection[str]) -> Node:
    """The same for one game alone."""
    told: Node = narrow(schema, game, wanted)
    named = {"properties": told["properties"] | {GAME: schema["properties"][GAME] | {"enum": [game]}}}
    return told | named | ({"title": own} if "title" in schema else {})


def narrow(part: Any, game: str, wanted: Collection[str]) -> Any:
    if isinstance(part, dict):
        return {key: narrow(inner, game, wanted) for key, inner in part.items()}
    if isinstance(part, list):
        return [narrow(inner, game, wanted) for inner in part]
    if isinstance(part, str) and part in wanted:
        return SCHEMA_REF + game.title() + part.removeprefix(SCHEMA_REF)
    return part


def union_of(of_games: dict[str, str], schema: Node) -> Node:
    mapping = {game: SCHEMA_REF + own for game, own in of_games.items()}
    return {
        "description": schema["description"],
        "anyOf": [{"$ref": target} for target in mapping.values()],
        "discriminator": {"propertyName": GAME, "mapping": mapping},
    }

"""Divide the document: a core that all games share, and one part for each game beside it.

They refer to each other by relative addresses that lead to the right place on disk (`openapi.yaml`,
`games/schiefer/openapi.yaml`) and on a server (`/v1/openapi.json`, `/v1/games/schiefer/openapi.json`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from service.api.document.common import SCHEMA_REF, Node


def take_game(document: Node, game: str, form: str) -> Node:
    """Return the types of one game, which refer to the core for what all games share."""
    own = names_of_game(document, game)
    schemas = {name: document["components"]["schemas"][name] for name in own}
    shared = {SCHEMA_REF + name: f"../../openapi.{form}{SCHEMA_REF}{name}" for name in others(document, own)}
    info = document["info"] | {"title": f"Grubenbuch: {game}", "description": f"The types of {game}."}
    return {
        "openapi": document["openapi"],
        "info": info,
        "paths": {},
        "components": {"schemas": redirect(schemas, shared)},
    }


def take_core(document: Node, games: Iterable[str], form: str) -> Node:
    """Return the document without the types of games, which it refers to."""
    moved = {name: game for game in games for name in names_of_game(document, game)}
    beside = {
        SCHEMA_REF + name: f"games/{game}/openapi.{form}{SCHEMA_REF}{name}" for name, game in moved.items()
    }
    schemas = {name: document["components"]["schemas"][name] for name in others(document, moved)}
    core: Node = redirect(document | {"components": document["components"] | {"schemas": schemas}}, beside)
    return core


def names_of_game(document: Node, game: str) -> list[str]:
    """Return its schemas: each is called after the game and what it is, such as SchieferTable."""
    own = re.compile(f"{re.escape(game.title())}(?![a-z])")
    return [name for name in document["components"]["schemas"] if own.match(name)]


def others(document: Node, names: Iterable[str]) -> list[str]:
    taken = set(names)
    return [name for name in document["components"]["schemas"] if name not in taken]


def redirect(part: Any, targets: dict[str, str]) -> Any:
    """Return a copy in which what refers to one of the targets refers to its new place."""
    if isinstance(part, dict):
        return {key: redirect(inner, targets) for key, inner in part.items()}
    if isinstance(part, list):
        return [redirect(inner, targets) for inner in part]
    return targets.get(part, part) if isinstance(part, str) else part

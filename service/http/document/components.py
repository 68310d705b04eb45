"""The schemas of the OpenAPI document: of our own answers, and of everything each game says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from events.entry import Entry
from games.catalogue import GAMES
from games.kernel import Game
from games.match.commands import COMMANDS
from games.match.events import EVENTS
from service.http.document.common import SCHEMA_REF, Node
from service.reading.games import question_type, union

GAME_TYPES: Final[dict[str, Callable[[Game[Any]], Any]]] = {
    "Command": lambda game: game.command_type,
    "Event": lambda game: game.event_type,
    "Question": question_type,
    "Options": lambda game: game.options,
    "Table": lambda game: game.table,
    "View": lambda game: game.view_type,
    "Layout": lambda game: type(game.layout),
}

# Used by every other schema under this name; what a match itself knows comes first.
UNIONS: Final = {name: [f"{game.title()}{name}" for game in GAMES] for name in GAME_TYPES} | {
    "RecordedCommand": ["MatchCommand", "Command"],
    "RecordedEvent": ["MatchEvent", "Event"],
}


def describe_schemas(answers: Iterable[Any]) -> dict[str, Node]:
    """Everything by its name; two things with one name would be an error of ours."""
    found: dict[str, Node] = {}
    for part in (
        schemas_of_answers(answers),
        schemas_of_matches(),
        *map(schemas_of_game, GAMES.values()),
        schemas_of_unions(),
    ):
        twice = found.keys() & part.keys()
        if twice:
            raise ValueError(f"two schemas are called {', '.join(sorted(twice))}")
        found |= part
    return found


def schemas_of_answers(answers: Iterable[Any]) -> dict[str, Node]:
    _, schemas = msgspec.json.schema_components(list(answers), ref_template=f"{SCHEMA_REF}{{name}}")
    schemas["Entry"] = schemas.get("Entry", {}) | {"properties": fields_of_entry(schemas)}
    return schemas


def fields_of_entry(schemas: dict[str, Node]) -> Node:
    """The book itself knows no game, its readers do."""
    fields: Node = schemas[Entry.__name__]["properties"]
    events = {"type": "array", "items": {"$ref": f"{SCHEMA_REF}RecordedEvent"}}
    return fields | {"command": {"$ref": f"{SCHEMA_REF}RecordedCommand"}, "events": events}


def schemas_of_matches() -> dict[str, Node]:
    return prefix_schemas("Match", {"Command": union(COMMANDS), "Event": union(EVENTS)})


def schemas_of_game(game: Game[Any]) -> dict[str, Node]:
    return prefix_schemas(game.name.title(), {name: of(game) for name, of in GAME_TYPES.items()})


def prefix_schemas(prefix: str, types: dict[str, Any]) -> dict[str, Node]:
    """Games may use the same names, so each has its own."""
    found, schemas = msgspec.json.schema_components(
        list(types.values()), ref_template=f"{SCHEMA_REF}{{name}}"
    )
    names = {name: _title(prefix, name) for name in schemas}
    for name, schema in zip(types, found, strict=True):
        if "$ref" in schema:  # a single type, which then is named after its part here
            names[schema["$ref"].removeprefix(SCHEMA_REF)] = prefix + name
    wanted = {prefix + name: schema for name, schema in zip(types, found, strict=True)}
    named = {names[name]: schema for name, schema in schemas.items()}
    unions = {name: schema for name, schema in wanted.items() if name not in named}
    return {name: _titled(name, _renamed(schema, names)) for name, schema in (named | unions).items()}


def _titled(name: str, schema: Node) -> Node:
    """Generators call their classes by the title: two games must not meet in one."""
    return schema | {"title": name} if "title" in schema else schema


def _title(prefix: str, name: str) -> str:
    """msgspec calls two things of one name by their modules: games.mine.commands.Lift is MineCommandsLift."""
    *modules, own = name.split(".")
    if modules:
        return prefix + modules[-1].title() + own
    return name if name.startswith(prefix) else prefix + name


def _renamed(schema: Any, names: dict[str, str]) -> Any:
    if isinstance(schema, dict):
        return {key: _renamed(inner, names) for key, inner in schema.items()}
    if isinstance(schema, list):
        return [_renamed(inner, names) for inner in schema]
    if isinstance(schema, str) and schema.startswith(SCHEMA_REF):
        return SCHEMA_REF + names[schema.removeprefix(SCHEMA_REF)]
    return schema


def schemas_of_unions() -> dict[str, Node]:
    return {
        name: {"anyOf": [{"$ref": SCHEMA_REF + part} for part in parts]} for name, parts in UNIONS.items()
    }

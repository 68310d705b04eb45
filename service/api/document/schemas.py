"""The schemas of the OpenAPI document: of our own answers, and of everything each game says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec

from events.entry import Entry
from games.catalogue import GAMES
from games.kernel import Game
from games.kernel.words import LANGUAGES
from games.match.commands import COMMANDS
from games.match.events import EVENTS
from service.api.document.common import SCHEMA_REF, Node
from service.queries.games import question_type, union

GAME: Final = "game"  # the field that names it


def split_by_game(schemas: dict[str, Node], games: Iterable[str], parts: Collection[str]) -> None:
    """Describe what names its game once for each game.

    `parts` are schemas of which each game has its own, under its name and theirs: SchieferOptions."""
    games, wanted = list(games), {SCHEMA_REF + part for part in parts}
    for name, schema in list(schemas.items()):
        if GAME in schema.get("required", ()) and refers_to(schema, wanted):
            of_games = {game: game.title() + name for game in games}
            schemas |= {own: schema_for_game(game, own, schema, wanted) for game, own in of_games.items()}
            schemas[name] = union_of(of_games, schema)


def refers_to(part: Any, wanted: Collection[str]) -> bool:
    if isinstance(part, dict):
        return part.get("$ref") in wanted or any(refers_to(inner, wanted) for inner in part.values())
    return isinstance(part, list) and any(refers_to(inner, wanted) for inner in part)


def schema_for_game(game: str, own: str, schema: Node, wanted: Collection[str]) -> Node:
    """Return the same schema for one game alone."""
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


def order_members(schemas: dict[str, Node], unions: Sequence[str]) -> list[str]:
    """Return the members of a union, for readers who take the first that a value fits.

    Games may call two things by one name, and one of them may say less of it: a round that begins has a year
    in one game alone. So whoever says more comes first by itself, before the unions of the games.
    """
    return [*dict.fromkeys(find_taken(schemas, unions)), *unions]


def find_taken(schemas: dict[str, Node], unions: Sequence[str]) -> Iterator[str]:
    """Yield types that a reader would take for one of an earlier union, and miss a field."""
    for earlier, later in combinations(unions, 2):
        others = types_by_tag(schemas, earlier)
        for tag, told in types_by_tag(schemas, later).items():
            if tag in others and is_taken_for(schemas[told], schemas[others[tag]]):
                yield told


def types_by_tag(schemas: dict[str, Node], union: str) -> dict[str, str]:
    mapping: dict[str, str] = schemas.get(union, {}).get("discriminator", {}).get("mapping", {})
    return {tag: target.removeprefix(SCHEMA_REF) for tag, target in mapping.items()}


def is_taken_for(told: Node, other: Node) -> bool:
    """Return whether it has every field that the other requires, and one that the other does not know."""
    known, wanted = other["properties"].keys(), set(other.get("required", ()))
    return wanted <= told["properties"].keys() and not told["properties"].keys() <= known


def board_type(game: Game[Any]) -> Any:
    """Return the type of the boards of all editions."""
    return union(tuple({type(board) for board in game.editions.values()}))


GAME_TYPES: Final[dict[str, Callable[[Game[Any]], Any]]] = {
    "Command": lambda game: game.command_type,
    "Event": lambda game: game.event_type,
    "Question": question_type,
    "Options": lambda game: game.options,
    "Board": board_type,
    "Table": lambda game: game.table,
    "View": lambda game: game.view_type,
    "Layout": lambda game: type(game.layout),
}
PART_SUMMARIES: Final = {
    "Command": "A command that answers a question",
    "Event": "Something that happens",
    "Question": "A question to a seat",
    "Options": "What is chosen when a match is opened",
    "Board": "What is printed",
    "Table": "What lies on the table",
    "View": "What follows from the table",
    "Layout": "Where printed things lie in a picture",
    "RecordedCommand": "A command of an entry: of the match, or an answer to a question of its game",
    "RecordedEvent": "An event of an entry: of the match, or of its game",
}

BESIDE_ITS_GAME: Final = (
    "Board",
    "Layout",
    "Table",
    "View",
)  # stand only where the game is named, so they need no union

# Used by every other schema under this name; what a match itself knows comes first.
UNIONS: Final = {
    name: [f"{game.title()}{name}" for game in GAMES] for name in GAME_TYPES if name not in BESIDE_ITS_GAME
} | {
    "RecordedCommand": ["MatchCommand", "Command"],
    "RecordedEvent": ["MatchEvent", "Event"],
}

# What a match keeps of its game, without knowing which one it is.
OF_THE_GAME: Final[dict[str, Node]] = {
    "MatchOpenMatch": {"options": {"$ref": f"{SCHEMA_REF}Options"}},
    "MatchOpened": {
        "options": {"$ref": f"{SCHEMA_REF}Options"},
        "table": {"anyOf": [{"$ref": f"{SCHEMA_REF}Table"}, {"type": "null"}]},
    },
}


def describe_schemas(answers: Iterable[Any]) -> dict[str, Node]:
    """Return all schemas by name; raise if two have the same name."""
    found: dict[str, Node] = {}
    for part in (
        schemas_of_answers(answers),
        schemas_of_matches(),
        *map(schemas_of_game, GAMES.values()),
    ):
        twice = found.keys() & part.keys()
        if twice:
            raise ValueError(f"two schemas are called {', '.join(sorted(twice))}")
        found |= part
    found |= schemas_of_unions(found)
    split_by_game(found, GAMES, GAME_TYPES)
    describe_tags(found)
    return found


def schemas_of_answers(answers: Iterable[Any]) -> dict[str, Node]:
    _, schemas = msgspec.json.schema_components(list(answers), ref_template=f"{SCHEMA_REF}{{name}}")
    schemas["Entry"] = schemas.get("Entry", {}) | {"properties": fields_of_entry(schemas)}
    return schemas


def fields_of_entry(schemas: dict[str, Node]) -> Node:
    """Return the fields of an entry, with the commands and events of the games."""
    events = {"type": "array", "items": {"$ref": f"{SCHEMA_REF}RecordedEvent"}}
    known = {"command": {"$ref": f"{SCHEMA_REF}RecordedCommand"}, "events": events}
    return specify_fields(schemas[Entry.__name__]["properties"], known)


def specify_fields(fields: Node, known: Node) -> Node:
    """Replace fields by what is known of them, and keep their descriptions."""
    described = {
        name: {"description": fields[name]["description"]} | node
        for name, node in known.items()
        if "description" in fields[name]
    }
    return fields | known | described


def schemas_of_matches() -> dict[str, Node]:
    found = prefix_schemas("Match", {"Command": union(COMMANDS), "Event": union(EVENTS)})
    for name, about in (("MatchCommand", PART_SUMMARIES["Command"]), ("MatchEvent", PART_SUMMARIES["Event"])):
        found[name] |= {"description": f"{about.split(' that')[0]} of the match around a game."}
    for name, known in OF_THE_GAME.items():
        found[name] |= {"properties": specify_fields(found[name]["properties"], known)}
    return found


def schemas_of_game(game: Game[Any]) -> dict[str, Node]:
    found = prefix_schemas(game.name.title(), {name: of(game) for name, of in GAME_TYPES.items()})
    title = game.words.text("game", "name", LANGUAGES[0])
    for name in GAME_TYPES:
        found[game.name.title() + name].setdefault("description", f"{PART_SUMMARIES[name]} in {title}.")
    return found


def prefix_schemas(prefix: str, types: dict[str, Any]) -> dict[str, Node]:
    """Return the schemas of types under names with a prefix, because games may use the same names."""
    found, schemas = msgspec.json.schema_components(
        list(types.values()), ref_template=f"{SCHEMA_REF}{{name}}"
    )
    names = {name: _title(prefix, name) for name in schemas}
    for name, schema in zip(types, found, strict=True):
        if "$ref" in schema:  # a single type, which then is named after its part here
            names[schema["$ref"].removeprefix(SCHEMA_REF)] = prefix + name
    if len({*names.values()}) < len(names):
        raise ValueError(f"two schemas are called alike: {sorted(names.values())}")
    wanted = {prefix + name: schema for name, schema in zip(types, found, strict=True)}
    named = {names[name]: schema for name, schema in schemas.items()}
    unions = {name: schema for name, schema in wanted.items() if name not in named}
    return {  # generators name their classes after the title
        name: _renamed(schema, names) | ({"title": name} if "title" in schema else {})
        for name, schema in (named | unions).items()
    }


def _title(prefix: str, name: str) -> str:
    """Return the name with the prefix; msgspec puts modules before a name that two types share."""
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


def describe_tags(schemas: dict[str, Node]) -> None:
    """Describe the field by whose one value a reader tells a type from the others."""
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            if "description" not in field and len(field.get("enum", ())) == 1:
                field["description"] = f"Always `{field['enum'][0]}`: tells the type apart from others."


def schemas_of_unions(found: dict[str, Node]) -> dict[str, Node]:
    return {
        name: {
            "description": f"{PART_SUMMARIES[name]}{'' if name.startswith('Recorded') else ', in any game'}.",
            "anyOf": [{"$ref": SCHEMA_REF + part} for part in order_members(found, parts)],
        }
        for name, parts in UNIONS.items()
    }

"""Opens the answers of the document: what may be added to them must break no client that was made before.

Requests stay closed. A list of values becomes a string that says which are known (`x-extensible-enum`),
objects may have more members, and each union has a last member that takes whatever the document does not
know. That member is written as it is for the sake of generators: `allOf` makes it a class, and as it does not
describe the tag, TypeScript still tells the known ones apart by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from service.api.document.common import SCHEMA_REF, Node
from service.api.document.schemas import GAME

KNOWN_VALUES: Final = "x-extensible-enum"
TAG: Final = "type"

UNKNOWN: Final = {  # what a union is of -> the member for what is unknown, behind all others in every order
    "Command": "UnknownCommand",
    "Event": "UnknownEvent",
    "Question": "UnknownQuestion",
}
ABOUT_UNKNOWN: Final = {
    "UnknownCommand": "A command of a type that this document does not know: send it back as it came.",
    "UnknownEvent": "An event that this document does not know, or that says what it does not know.",
    "UnknownQuestion": "A question that this document does not know: its commands answer it all the same.",
}
ANYTHING: Final[Node] = {"allOf": [{"type": "object"}], "unevaluatedProperties": True}


def open_answers(document: Node) -> None:
    schemas: dict[str, Node] = document["components"]["schemas"]
    sent, told = names_below(document, find_requests(document)), names_below(document, find_answers(document))
    for name in sorted(told - sent):
        schemas[name] = open_values(schemas[name])
    commands = {"Command"} | names_below(document, [schemas["Command"]])  # told in order to be sent: closed
    shared = (told & sent) - commands
    for name in sorted(shared):
        schemas[name] = allow_members(schemas[name])
    for request in (*find_requests(document), *(schemas[name] for name in sorted(sent - told))):
        close_references(request, shared)
    for answer in find_answers(document):
        answer.update(open_values(answer))
    open_unions(schemas)


def find_requests(document: Node) -> list[Node]:
    calls = [call for calls in document["paths"].values() for call in calls.values()]
    return [part for call in calls for part in (*call["parameters"], call.get("requestBody")) if part]


def find_answers(document: Node) -> list[Node]:
    """Return what the server says: in answers, in their headers, and where it calls others."""
    calls = [call for calls in document["paths"].values() for call in calls.values()]
    heard = [call["post"]["requestBody"] for call in document["webhooks"].values()]
    shared = document["components"]
    return [
        *(answer for call in calls for answer in call["responses"].values()),
        *heard,
        *shared["responses"].values(),
        *shared["headers"].values(),
    ]


def names_below(document: Node, places: Iterable[Node]) -> set[str]:
    """Return the names of the schemas that these places refer to, however far away."""
    found, waiting = set[str](), list(references(list(places)))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += references(document["components"]["schemas"][name])
    return found


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        target = part.get("$ref")
        if isinstance(target, str) and target.startswith(SCHEMA_REF):
            yield target.removeprefix(SCHEMA_REF)
        for key, inner in part.items():
            if key not in {"example", "examples"}:
                yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


def open_values(part: Any) -> Any:
    """Open lists of values as well as objects; the one value that tells a type apart stays."""
    if isinstance(part, list):
        return [open_values(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    node = {
        key: inner if key in {"example", "examples"} else open_values(inner) for key, inner in part.items()
    }
    values = node.get("enum")
    if isinstance(values, list) and len(values) > 1:
        del node["enum"]
        node |= {"type": "string" if isinstance(values[0], str) else "integer", KNOWN_VALUES: values}
    return allow_members(node)


def allow_members(schema: Node) -> Node:
    closed = schema.get("additionalProperties") is False
    return {key: inner for key, inner in schema.items() if not closed or key != "additionalProperties"}


def close_references(part: Any, shared: set[str]) -> None:
    """Close the schemas that answers use as well where they are sent: in themselves they are open."""
    if isinstance(part, dict):
        if set(references({"$ref": part.get("$ref")})) & shared:
            part["unevaluatedProperties"] = False
        for key, inner in part.items():
            if key not in {"example", "examples"}:
                close_references(inner, shared)
    elif isinstance(part, list):
        for inner in part:
            close_references(inner, shared)


def open_unions(schemas: dict[str, Node]) -> None:
    add_unknown_games(schemas)
    for part, unknown in UNKNOWN.items():
        schemas[unknown] = {"description": ABOUT_UNKNOWN[unknown]} | ANYTHING
        unions = [schemas[part], *inner_unions(schemas, part)]
        if f"Recorded{part}" in schemas:
            recorded = schemas[f"Recorded{part}"]
            recorded["anyOf"] = [refer(f"Match{part}"), *schemas[part]["anyOf"]]
            unions.append(recorded)
        for union in unions:
            nothing = [member for member in union["anyOf"] if member == {"type": "null"}]
            some = [member for member in union["anyOf"] if member not in nothing]
            union["anyOf"] = [*some, refer(unknown), *nothing]
        name_unions_or_null(schemas, part)
    # Whatever is sent with a type that is known must be as that type says.
    schemas["UnknownCommand"]["not"] = {"properties": {TAG: {"enum": known_tags(schemas, "Command")}}}


def name_unions_or_null(schemas: dict[str, Node], part: str) -> None:
    """Give a union that may be null a name of its own: clients in Java know of no null elsewhere."""
    null, name = {"type": "null"}, f"{part}OrNull"
    fields = [field for schema in schemas.values() for field in schema.get("properties", {}).values()]
    for field in fields:
        if field.get("anyOf") == [refer(part), null]:
            del field["anyOf"]
            field.update(refer(name))
            about = f"{schemas[part]['description']} Or null."
            schemas[name] = {"description": about, "anyOf": [*schemas[part]["anyOf"], null]}


def refer(name: str) -> Node:
    return {"$ref": SCHEMA_REF + name}


def inner_unions(schemas: dict[str, Node], part: str) -> Iterator[Node]:
    """Find where what names its game holds a union of this game alone."""
    own = [member for member in schemas[part]["anyOf"] if "discriminator" in schemas[name_of(member)]]
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            if any(member in own for member in field.get("anyOf", ())):
                yield field


def name_of(member: Node) -> str:
    target: str = member["$ref"]
    return target.removeprefix(SCHEMA_REF)


def known_tags(schemas: dict[str, Node], part: str) -> list[str]:
    found = (schemas[name_of(member)].get("discriminator", {}) for member in schemas[part]["anyOf"])
    return sorted({tag for discriminator in found for tag in discriminator.get("mapping", ())})


def add_unknown_games(schemas: dict[str, Node]) -> None:
    """Add a member for games of others to each union that is told apart by the name of the game."""
    members = {
        name_of(member)
        for schema in schemas.values()
        for member in schema.get("anyOf", ())
        if "$ref" in member
    }
    for name, union in list(schemas.items()):
        if union.get("discriminator", {}).get("propertyName") == GAME and name not in members:
            games = [schemas[name_of(member)] for member in union["anyOf"]]
            schemas[f"Unknown{name}"] = describe_unknown_game(f"Unknown{name}", games)
            union["anyOf"].append(refer(f"Unknown{name}"))
            del union["discriminator"]  # which would have to name every member


def describe_unknown_game(title: str, games: list[Node]) -> Node:
    """Return what all games say alike; whatever is a game's own may be anything."""
    first, *others = games
    alike = {
        name: field
        for name, field in first["properties"].items()
        if all(game["properties"][name] == field for game in others)
    }
    return {
        "title": title,
        "description": f"{first['description']} Its game is one that this document does not know.",
        "properties": alike,
        "required": [name for name in first["required"] if name in alike],
    } | ANYTHING

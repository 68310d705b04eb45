"""One operation, as OpenAPI describes it: its parameters, its answers, and links to the next calls."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from itertools import groupby
from typing import Any, Final

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields

from events.export import MEDIA_TYPE as NDJSON
from service.api.document.common import SCHEMA_REF, Example, Node, refer_to_headers
from service.api.operation import Operation
from service.api.problems import PROBLEM_JSON, STATUS
from service.api.schemas.kit import REFERENCE
from service.api.schemas.queries import MOST_COMMANDS
from service.api.streams import EVENT_STREAM
from service.problems import ClientUnknown, Problem

_NAME: Final = "^[A-Za-z0-9_.-]{1,64}$"


def describe_part(about: str, **schema: object) -> Node:
    return {"description": about, "schema": {"type": "string"} | schema}


PATH_PARTS: Final[dict[str, Node]] = {
    "match": describe_part("The id of the match.", pattern="^[A-Za-z0-9_-]{1,64}$"),
    "game": describe_part("The game, by its name in the catalogue."),
    "component": describe_part(
        "The printed thing, by its id on the board of the game.", pattern="^[A-Za-z0-9_:-]{1,64}$"
    ),
    "rule": describe_part("The number of the rule.", pattern="^[A-Z]{2}-R?[0-9]{1,4}$"),
    "book": describe_part(
        "The game whose rules the page has, by its name in the catalogue.", pattern="^[a-z]{1,60}$"
    ),
    "seat": describe_part("The seat, counted from 0.", type="integer", minimum=0),
    "version": describe_part(
        "The version: the number of the entry, counted from 1.", type="integer", minimum=1
    ),
    "file": describe_part("The file, by the name that the page gives it."),
    "id": describe_part("The id of the match; whatever stands there, the page is the same."),
    "page": describe_part("Which page of the match."),
    "client": describe_part("The client that vouches for the player, or `guest`.", pattern=_NAME),
    "player": describe_part("The player, as the client calls it.", pattern=_NAME),
    "webhook": describe_part("The id of the webhook."),
    "delivery": describe_part("The delivery, as the log of the webhook lists it.", pattern="^[0-9a-f]{12}$"),
}


PATH_PART: Final = re.compile(r"<(?:\w+:)?(\w+)>")
FIRST_OFFER: Final = "$response.body#/commands/0/command"


def describe_link(operation: Operation, target: Operation) -> Node:
    node: Node = {"operationId": target.name}
    names = PATH_PART.findall(target.path)
    parameters = {name: place for name in names if (place := locate_parameter(name, operation))}
    if parameters:
        node["parameters"] = parameters
    if target.plays and operation.name == "list_commands":
        node["requestBody"] = FIRST_OFFER
    return node


def locate_parameter(name: str, operation: Operation) -> str | None:
    """Return where the value of a parameter is found: in the answer, else in the requested path."""
    if name in getattr(operation.answer, "__struct_fields__", ()):
        return f"$response.body#/{name}"
    return f"$request.path.{name}" if name in PATH_PART.findall(operation.path) else None


FILE_SCHEMA: Final[Node] = {"type": "string", "format": "binary"}
# Generators pass files through.
SCHEMAS_OF_MEDIA: Final[dict[str, Node]] = {
    NDJSON: FILE_SCHEMA,
    "image/svg+xml": FILE_SCHEMA,
}

COMMANDS_SCHEMA: Final[Node] = {  # with a name of its own, because generators stumble over a list in a union
    "description": "Several commands that are carried out together or not at all.",
    "type": "array",
    "items": {"$ref": f"{SCHEMA_REF}Command"},
    "minItems": 1,
    "maxItems": MOST_COMMANDS,
}


# One command, or several that are carried out together or not at all.
COMMAND_OR_COMMANDS: Final[Node] = {
    "anyOf": [{"$ref": f"{SCHEMA_REF}Command"}, {"$ref": f"{SCHEMA_REF}Commands"}]
}


class Bodies:
    """The schemas of requests, as marshmallow guards them."""

    def __init__(self) -> None:
        self._marshmallow = MarshmallowPlugin()
        self._spec = APISpec("Grubenbuch", "1", "3.1.0", plugins=[self._marshmallow])

    def reference(self, schema: type[Schema]) -> Node:
        if schema.__name__ not in self.schemas:
            for part in nested_schemas(schema):
                self.reference(part)
            about = {"description": inspect.getdoc(schema)} if schema.__doc__ else {}
            self._spec.components.schema(schema.__name__, component=about, schema=schema)
        return {"$ref": SCHEMA_REF + schema.__name__}

    def parameters(self, schema: type[Schema]) -> list[Node]:
        assert self._marshmallow.converter is not None  # noqa: S101  the plugin is in use
        found: list[Node] = self._marshmallow.converter.schema2parameters(schema, location="query")
        return found

    @property
    def schemas(self) -> dict[str, Node]:
        found: dict[str, Node] = self._spec.to_dict().get("components", {}).get("schemas", {})
        return {
            name: node
            | {
                "properties": {
                    field: refer_to_schema(about) for field, about in node.get("properties", {}).items()
                },
                "additionalProperties": False,
            }
            for name, node in found.items()
        }


def nested_schemas(schema: type[Schema]) -> Iterator[type[Schema]]:
    """Yield the schemas inside another, whose descriptions would not be found without this."""
    for field in schema().fields.values():
        inner = field.inner if isinstance(field, fields.List) else field
        if isinstance(inner, fields.Nested):
            yield type(inner.schema)


def refer_to_schema(field: Node) -> Node:
    """Refer to the schema that a game describes better than we can here, where the field names one."""
    if REFERENCE in field.get("items", {}):
        return field | {"items": {"$ref": SCHEMA_REF + field["items"][REFERENCE]}}
    if REFERENCE not in field:
        return field
    return {"description": field["description"], "$ref": SCHEMA_REF + field[REFERENCE]}


def plain_path(path: str) -> str:
    return PATH_PART.sub(r"{\1}", path)


def describe_operation(
    operation: Operation, bodies: Bodies, example: Example | None, by_name: Mapping[str, Operation]
) -> Node:
    node: Node = {"operationId": operation.name, "tags": [operation.tag], "summary": operation.summary}
    node["description"] = operation.description or f"{operation.summary}."
    node["parameters"] = describe_parameters(operation, bodies)
    security = describe_security(operation)
    if security:
        node["security"] = security
    if operation.takes_book:
        node["requestBody"] = {"required": True, "content": {NDJSON: {"schema": FILE_SCHEMA}}}
    elif operation.takes_line is not None:
        lines = schema_of_lines(operation.takes_line)
        node["requestBody"] = {"required": True, "content": {NDJSON: {"schema": lines}}}
    elif operation.body or operation.plays:
        node["requestBody"] = describe_request_body(operation, bodies, example)
    node["responses"] = describe_responses(operation, example)
    if operation.then:
        node["responses"][str(operation.status)]["links"] = {
            name: describe_link(operation, by_name[name]) for name in operation.then
        }
    return node


def describe_security(operation: Operation) -> list[Node]:
    """Return the ways in, or none where a call without credentials is the usual one."""
    token: Node = {"token": []}
    client: Node = {"client": []}
    match operation.access:
        case "public":
            return []
        case "optional":
            return [token, client, token | client, {}] if takes_client_key(operation) else [token, {}]
        case "token":
            return [token]
        case "token_or_client":
            return [token, client]


def takes_client_key(operation: Operation) -> bool:
    return ClientUnknown in operation.problems


def describe_parameters(operation: Operation, bodies: Bodies) -> list[Node]:
    in_path = [
        {"name": name, "in": "path", "required": True} | PATH_PARTS[name]
        for name in PATH_PART.findall(operation.path)
    ]
    in_query = bodies.parameters(operation.query) if operation.query else []
    return (
        in_path
        + in_query
        + [{"$ref": f"#/components/parameters/{name}"} for name in names_of_header_parameters(operation)]
    )


def names_of_header_parameters(operation: Operation) -> list[str]:
    names = ["RequestId"]
    if operation.hands_out_token or operation.keyed or operation.answers_entry:
        names.append("SecretIdempotencyKey" if operation.hands_out_token else "IdempotencyKey")
    if operation.writes_in_match:
        names.append("IfMatch")
    if operation.tagged:
        names.append("IfNoneMatch")
    if operation.speaks:
        names.append("AcceptLanguage")
    if operation.live:
        names.append("LastEventId")
    if operation.live and not operation.in_match:
        names.append("MatchTokens")
    if takes_client_key(operation):
        names.append("ClientKey")
    return names


def describe_request_body(operation: Operation, bodies: Bodies, example: Example | None) -> Node:
    schema = bodies.reference(operation.body) if operation.body else COMMAND_OR_COMMANDS
    content = {"schema": schema} | ({"example": example.body} if example and example.body else {})
    return {"required": operation.body_required, "content": {"application/json": content}}


def describe_responses(operation: Operation, example: Example | None) -> Node:
    found = {str(operation.status): describe_answer(operation, example)}
    if operation.done_before:
        found["200"] = found[str(operation.status)] | {"description": operation.done_before}
    if operation.preview:
        found["200"] = {
            "description": "A preview: nothing was written.",
            "headers": refer_to_headers("RequestId", "ServerTiming", "RateLimit", "RateLimitPolicy"),
            "content": {"application/json": {"schema": schema_of([operation.preview])}},
        }
    if operation.live:
        found["204"] = {
            "description": "As a live stream: everything has been sent, nothing will follow.",
            "headers": refer_to_headers("RequestId", "RateLimit", "RateLimitPolicy"),
        }
    if operation.tagged:
        found["304"] = {
            "description": "The answer at hand still holds.",
            "headers": refer_to_headers("ETag", "RateLimit", "RateLimitPolicy"),
        }
    for status, kinds in problems_by_status(operation):
        found[str(status.value)] = {"$ref": f"#/components/responses/{name_refusal(kinds)}"}
    return found


def problems_by_status(operation: Operation) -> Iterator[tuple[HTTPStatus, list[type[Problem]]]]:
    by_status = sorted(operation.all_problems, key=lambda kind: (STATUS[kind], kind.code))
    for status, kinds in groupby(by_status, key=lambda kind: STATUS[kind]):
        yield status, list(kinds)


def name_refusal(kinds: list[type[Problem]]) -> str:
    return "Or".join(kind.__name__ for kind in kinds)


def describe_refusals(listed: list[Operation]) -> dict[str, Node]:
    """Describe each refusal once, because most operations refuse in the same way."""
    found = {
        name_refusal(kinds): describe_refusal(status, kinds)
        for operation in listed
        for status, kinds in problems_by_status(operation)
    }
    return dict(sorted(found.items()))


def describe_answer(operation: Operation, example: Example | None) -> Node:
    schema = schema_of([kind for kind in (operation.answer, operation.answer_to_many) if kind is not None])
    shown = {"example": example.answer} if example and example.answer is not None else {}
    known = SCHEMAS_OF_MEDIA | ({EVENT_STREAM: schema_of_stream(operation)} if operation.streamed else {})
    known |= {NDJSON: schema_of_lines(operation.answers_line)} if operation.answers_line else {}
    first, *others = operation.media_types
    content: Node = {first: {"schema": known.get(first, schema)} | shown}
    content |= {other: {"schema": known.get(other, {"type": "string"})} for other in others}
    return {
        "description": HTTPStatus(operation.status).phrase,
        "headers": refer_to_headers(*names_of_response_headers(operation)),
        "content": content,
    }


def schema_of_stream(operation: Operation) -> Node:
    """Return the schema of each event: OpenAPI 3.1 has no word for the stream itself."""
    data = {
        "description": "JSON, as `contentSchema` says.",
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": schema_of([operation.streamed]),
    }
    event = {"description": "What happened: the type of a command, or `listing`.", "type": "string"}
    name = {"description": "What to send as `Last-Event-ID` to go on after it.", "type": "string"}
    return {
        "description": "Each server-sent event.",
        "type": "object",
        "properties": {"data": data, "event": event, "id": name},
    }


def schema_of_lines(kind: Any) -> Node:
    """Return the schema of each line: OpenAPI 3.1 has no word for many of them."""
    return FILE_SCHEMA | {"contentMediaType": NDJSON, "contentSchema": schema_of([kind])}


def schema_of(kinds: list[Any]) -> Node:
    schemas, _ = msgspec.json.schema_components(kinds, ref_template=f"{SCHEMA_REF}{{name}}")
    return schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}


def names_of_response_headers(operation: Operation) -> list[str]:
    names = ["RequestId", "ServerTiming", "RateLimit", "RateLimitPolicy"]
    if operation.tagged or operation.answers_entry:
        names.append("ETag")
    if operation.answers_entry:
        names.append("Location")
    if operation.answers_entry or operation.hands_out_token or operation.keyed:
        names.append("IdempotencyReplayed")
    if operation.paged:
        names.append("Link")
    if operation.speaks and not operation.brings:
        names.append("ContentLanguage")
    return names


def describe_refusal(status: HTTPStatus, kinds: list[type[Problem]]) -> Node:
    more = {
        HTTPStatus.UNAUTHORIZED: ["WWWAuthenticate"],
        HTTPStatus.TOO_MANY_REQUESTS: ["RetryAfter"],
        HTTPStatus.SERVICE_UNAVAILABLE: ["RetryAfter"],
    }
    return {
        "description": "; ".join(f"`{kind.code}`: {kind.title}" for kind in kinds),
        "headers": refer_to_headers("RequestId", "RateLimit", "RateLimitPolicy", *more.get(status, [])),
        "content": {PROBLEM_JSON: {"schema": {"$ref": f"{SCHEMA_REF}Problem"}}},
    }

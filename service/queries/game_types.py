"""Types of answers that only a game can fill in; the OpenAPI document names the unions of all games."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from games.kernel.quantities import doc


def _named(name: str, *, or_null: bool = False) -> msgspec.Meta:
    there: dict[str, Any] = {"$ref": f"#/components/schemas/{name}"}
    return msgspec.Meta(extra_json_schema={"anyOf": [there, {"type": "null"}]} if or_null else there)


AnyCommand = Annotated[Any, _named("Command")]
UnreadCommand = Annotated[msgspec.Raw, _named("Command"), doc("The command.")]
AnyEvent = Annotated[Any, _named("Event")]
QuestionOrNone = Annotated[Any, _named("Question", or_null=True)]
OpenQuestion = Annotated[QuestionOrNone, doc("The open question; null while none is.")]
AnyTable = Annotated[Any, _named("Table")]
ViewOrNone = Annotated[Any, _named("View", or_null=True)]
AnyLayout = Annotated[Any, _named("Layout")]
AnyOptions = Annotated[Any, _named("Options")]
AnyProblem = Annotated[dict[str, Any], _named("Problem")]
AnyBoard = Annotated[Any, _named("Board")]

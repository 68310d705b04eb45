"""The parts of paths that a client fills in."""

from __future__ import annotations

from typing import Final

from service.api.document.common import Node

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


def describe_path_parameter(name: str) -> Node:
    return {"name": name, "in": "path", "required": True} | PATH_PARTS[name]

"""The shape of every refusal."""

from __future__ import annotations

from typing import Final

from service.api.document.common import SCHEMA_REF, Node
from service.api.problem import STATUS


def describe_text(about: str, **schema: object) -> Node:
    return {"description": about, "type": "string"} | schema


VIOLATION: Final[Node] = {
    "type": "object",
    "description": "One thing that does not fit: of the body by its pointer, of the query by its parameter.",
    "properties": {
        "pointer": describe_text("The place in the body, as a JSON Pointer; empty: the whole."),
        "parameter": describe_text("The parameter of the query."),
        "detail": describe_text("What is wrong there, in the language of the request."),
    },
    "required": ["detail"],
}
PROBLEM_SCHEMA: Final[Node] = {
    "type": "object",
    "description": "Why a request was refused, as RFC 9457 has it. Every code is explained at /docs/errors.",
    "properties": {
        "type": describe_text("Where the code is explained.", format="uri-reference"),
        "title": describe_text("The code in words, in the language of the request."),
        "status": {"type": "integer", "description": "The status of the answer."},
        "code": describe_text("What is wrong; act on this.", enum=sorted(kind.code for kind in STATUS)),
        "detail": describe_text("What is wrong with this request, in its language."),
        "version": {"type": "integer", "description": "The version of the match now."},
        "question": {
            "description": "The question that is open; another seat may be asked.",
            "$ref": f"{SCHEMA_REF}Question",
        },
        "reason": describe_text("The code of the reason why the game or the match does not allow it."),
        "rule": describe_text("The number of the rule that says so: `SF-8`, `GB-21`."),
        "rule_url": describe_text("Where people read that rule.", format="uri-reference"),
        "words": describe_text("The reason in words, in the language of the request."),
        "check": describe_text("What a file failed; see POST /v1/verify."),
        "finding": describe_text("What the check found there, in English as in every audit."),
        "entry": {"type": ["integer", "null"], "description": "Where it failed; null: in its header."},
        "limit": describe_text("Which limit a book would pass."),
        "legal": describe_text("Where the legal commands are listed.", format="uri-reference"),
        "entries": describe_text("Where the entries are that were missed.", format="uri-reference"),
        "violations": {
            "type": "array",
            "description": "What does not fit, each with its place.",
            "items": VIOLATION,
        },
    },
    "required": ["type", "title", "status", "code", "detail"],
}

# ruff: noqa: INP001  a script that is copied beside generated clients
"""Stands before a server and answers as later versions may: future.py http://localhost:8080 8081

Whatever the document calls open comes with something that it does not know: members, values, codes of
problems, events, questions, and a game that others have brought. A client that was made of it must play on.
"""

import re
import sys
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import msgspec

LATER = "comes_later"
UNKNOWN = {"type": LATER, LATER: [1, {LATER: None}]}
SAYS_MORE = {"RecordedEvent", "Event"}  # lists of them end with one more
SENT_BACK = {"Command"}  # is refused unless it comes back as it was offered
NOT_PASSED_ON = {
    "host",
    "accept-encoding",
    "content-length",
    "transfer-encoding",
    "connection",
    "server",
    "date",
}

Node = dict[str, Any]


def name_of(schema: Node) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def followed(schema: Node) -> Node:
    while "$ref" in schema:
        target: Any = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        schema = target
    return schema


def changed(value: Any, schema: Node) -> Any:
    if name_of(schema) in SENT_BACK:
        return value
    schema = followed(schema)
    if schema.get("additionalProperties") is False:  # closed, in answers as well
        return value
    if "anyOf" in schema:
        return changed_member(value, schema["anyOf"])
    if "x-extensible-enum" in schema:
        return LATER if isinstance(value, str) else max(schema["x-extensible-enum"]) + 1
    if isinstance(value, list):
        more = [UNKNOWN] if name_of(schema.get("items", {})) in SAYS_MORE else []
        return [changed(one, schema.get("items", {})) for one in value] + more
    if isinstance(value, dict) and "properties" in schema:
        more = {LATER: [1, {LATER: 2}]}
        value = {name: changed(one, schema["properties"].get(name, {})) for name, one in value.items()} | more
    return value


def changed_member(value: Any, members: list[Node]) -> Any:
    if isinstance(value, dict) and any(name_of(one) == "UnknownQuestion" for one in members):
        return UNKNOWN
    return changed(value, next((one for one in members if fits(value, one)), {}))


def fits(value: Any, schema: Node) -> bool:
    """Whether it is this member of a union that is meant."""
    schema = followed(schema)
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    if isinstance(value, dict):
        known = schema.get("properties", {})
        tags = {name: one["enum"] for name, one in known.items() if "enum" in one}
        return (
            "properties" in schema
            and set(schema.get("required", ())) <= value.keys() <= known.keys()
            and all(value.get(name) in tag for name, tag in tags.items())
        )
    return (value is None) == (schema.get("type") == "null")


def described(method: str, path: str, status: int, media_type: str) -> Node:
    for template, calls in document["paths"].items():
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", template), path) and method.lower() in calls:
            answer = followed(calls[method.lower()]["responses"][str(status)])
            found: Node = answer.get("content", {}).get(media_type, {}).get("schema", {})
            return found
    return {}


def with_a_game_of_others(answer: Any, path: str) -> Any:
    if path == "/v1/matches" and "matches" in answer:
        return answer | {"matches": [one | {"game": LATER, "options": UNKNOWN} for one in answer["matches"]]}
    return answer


class Later(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self) -> None:
        line = HTTPConnection(behind.hostname or "", behind.port or 80)
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in NOT_PASSED_ON}
        line.request(self.command, self.path, sent, headers | {"Accept-Encoding": "identity"})
        came = line.getresponse()
        raw, path = came.read(), urlsplit(self.path).path
        media_type = (came.getheader("Content-Type") or "").partition(";")[0]
        if media_type in {"application/json", "application/problem+json"}:
            schema = described(self.command, path, came.status, media_type)
            raw = msgspec.json.encode(with_a_game_of_others(changed(msgspec.json.decode(raw), schema), path))
        self.send_response(came.status)
        for name, value in came.getheaders():
            if name.lower() not in NOT_PASSED_ON:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815  as the library calls them

    def log_message(self, *_: object) -> None:
        """Say nothing."""


behind = urlsplit(sys.argv[1])
line = HTTPConnection(behind.hostname or "", behind.port or 80)
line.request("GET", "/v1/openapi.json")
document: Any = msgspec.json.decode(line.getresponse().read())
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Later).serve_forever()

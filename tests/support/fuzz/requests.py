"""Makes requests that are nearly right: an operation of the document, a role, and then something else."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from games.catalogue import GAMES
from games.kernel.completeness import components_of
from support.fuzz.forged_books import forge_book
from support.fuzz.instance import ADMIN
from support.fuzz.schemas import Inventor
from support.fuzz.values import NUMBERS, TEXTS, any_value, mutate

METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "BREW", "get")
TYPES = ("text/plain", "application/json; charset=utf-16", "", "a/b/c", "multipart/form-data; boundary=x")
HEADERS = {
    "Accept": (
        "*/*",
        "application/json",
        "text/html",
        "text/event-stream",
        "application/x-ndjson",
        ";q=x",
        "",
    ),
    "Accept-Language": ("de", "en;q=0.1,de", "x-klingon", "de;q=2", ",,,", "\x7f"),
    "Idempotency-Key": ("", "k", *(f"a-long-enough-key-{number}" for number in range(8)), "ü", "x" * 201),
    "If-None-Match": ("*", "", '"1-00000000"', ",,", '"'),
    "If-Match": ("*", "", "1", '"x"', 'W/"1-00000000"', '"' + "9" * 30 + '-00000000"'),
    "Last-Event-ID": ("", "0", "3", "x", "9" * 16, "a:1,b:2", ":"),
    "X-Request-Id": ("", "a b", "x" * 200, "good-id"),
    "X-Forwarded-For": ("", "::ffff:1.2.3.4", "x, y", "10.0.0.1"),
    "Origin": ("null", "https://example.org", ""),
    "Content-Type": TYPES,
    "Range": ("bytes=0-1",),
    "Cookie": ("session=1",),
}
RAW = (b"", b"{", b"null", b"\xff\xfe", b'{"a":1,"a":1}', b"[" * 5000, b"NaN", b" " * 65_537, b'"\\ud800"')
ODD_PATHS = (
    "/",
    "",
    "//",
    "/v1",
    "/v1/",
    "/v1/matches/%2e%2e",
    "/v1/games/\xff",
    "/v2/games",
    "*",
    "/v1/" * 500,
)
WEIGHTS = {  # more where a request can say most, less where it costs a process or ends what others need
    "submit_command": 6,
    "verify_book": 0.5,
    "import_match": 0.5,
    "audit_match": 0.3,
    "resign": 0.3,
}
MUTATED = 0.4  # of the bodies
USUALLY = 0.6
IN_TURN = 0.4
NO_WAIT = ("0", "26", "-1", "x", "")  # a wait that is allowed would be waited for


@dataclass
class Asked:
    method: str
    path: str
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    operation: str = ""
    table: object = None  # the match it is about, if it is one that goes on

    def describe(self):
        """So that anyone can send it again."""
        body = self.body if len(self.body) < 600 else self.body[:600] + b"..."
        return f"{self.operation}: {self.method} {self.path}?{self.query} {self.headers} {body!r}"


class Maker:
    """Everything it chooses comes from one `random`."""

    def __init__(self, instance, document, random):
        self.instance, self.document, self.random = instance, document, random
        self.operations = [
            (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
            if method in {"get", "post", "put", "delete"}
        ]
        self.weights = [WEIGHTS.get(operation["operationId"], 1) for *_, operation in self.operations]
        self.known = known_names(instance)
        words = [word for names in self.known.values() for word in names]
        self.inventor = Inventor(
            document, [*words, *TEXTS, "greedy", "search", "public", "your_turn", "entry"]
        )

    def make(self):
        method, path, operation = self.random.choices(self.operations, self.weights)[0]
        table = self.random.choice(self.instance.tables)
        asked = Asked(method, self.path(path, table), operation=operation["operationId"], table=table)
        asked.query = self.query(operation, table)
        asked.headers = self.headers(table)
        if "requestBody" in operation:
            self.add_body(asked, operation)
        if self.random.random() < 0.03:
            asked.method = self.random.choice(METHODS)
        if self.random.random() < 0.02:
            asked.path = self.random.choice(
                (asked.path + "/", asked.path.upper(), "/" + asked.path, *ODD_PATHS)
            )
        return asked

    def path(self, template, table):
        def part(found):
            name = found[1]
            if name == "match" and self.random.random() < 0.8:
                return table.match
            known = self.known.get(name, ())
            if known and self.random.random() < 0.85:
                return self.random.choice(known)
            return quote(str(self.random.choice((*NUMBERS, *TEXTS))).encode("utf-8", "replace"), safe="")

        return re.sub(r"\{(\w+)\}", part, template)

    def query(self, operation, table):
        schemas = {
            one["name"]: one["schema"] for one in operation.get("parameters", ()) if one.get("in") == "query"
        }
        said = [
            (name, self.value_of(name, schemas[name], table))
            for name in schemas
            if self.random.random() < 0.4
        ]
        if operation["operationId"] in {"stream_matches", "list_webhooks"} and self.random.random() < 0.8:
            name = "matches" if operation["operationId"] == "stream_matches" else "match"
            said = [(name, table.match), *(pair for pair in said if pair[0] != name)]
        if self.random.random() < 0.05:
            said.append((self.random.choice(("lang", "no_such", "limit")), self.random.choice(TEXTS)))
        return urlencode([(name, str(value).encode("utf-8", "replace")) for name, value in said])

    def value_of(self, name, schema, table):
        if name == "wait":
            return self.random.choice(NO_WAIT)
        if name in {"match", "matches"} and self.random.random() < 0.6:
            return table.match
        if self.random.random() < 0.2:
            return any_value(self.random)
        return self.inventor.invent(self.random, schema)

    def headers(self, table):
        headers = {}
        names = [name for name in HEADERS if self.random.random() < 0.03]
        for name in names:
            headers[name] = self.random.choice(HEADERS[name])
        if self.random.random() < 0.1:
            headers["If-Match"] = self.random.choice(self.instance.tags)
        if self.random.random() < 0.1:
            headers["X-Client-Key"] = self.random.choice((*self.instance.keys, "gbk_" + "0" * 64, "x"))
        if self.random.random() < 0.05:
            headers["X-Match-Tokens"] = ",".join(
                filter(None, (self.token(one) for one in self.instance.tables))
            )
        token = self.token(table)
        if token is not None:
            headers["Authorization"] = (
                self.random.choice(("Bearer ",) * 20 + ("bearer ", "Basic ", "")) + token
            )
        return headers

    def token(self, table):
        """Of every role of the access table, and of none."""
        another = self.random.choice(self.instance.tables)
        own = (table.host, table.watch, *table.seats.values())
        asked = table.seats.get(self.instance.turns.get(table.match))
        if asked is not None and self.random.random() < IN_TURN:
            return asked
        if self.random.random() < USUALLY:
            return self.random.choice(own)
        return self.random.choice((None, *own, another.host, ADMIN, "unknown", "y" * 300))

    def add_body(self, asked, operation):
        content = operation["requestBody"]["content"]
        media_type = next(iter(content))
        asked.headers.setdefault("Content-Type", media_type)
        if media_type == "application/json":
            asked.body = self.json_body(asked, content[media_type])
        else:
            asked.body = forge_book(self.random)

    def json_body(self, asked, content):
        if self.random.random() < 0.05:
            return self.random.choice(RAW)
        said = content["example"] if "example" in content and self.random.random() < 0.3 else None
        offered = self.instance.offered.get(asked.table.match)
        if asked.operation == "submit_command" and offered and self.random.random() < 0.85:
            said = self.random.choice((self.random.choice(offered), offered[:2], offered[:1]))
        if said is None:
            said = self.inventor.invent(self.random, content["schema"])
        if isinstance(said, dict) and said.keys() >= {"match", "url"} and self.random.random() < USUALLY:
            said = said | {"match": asked.table.match, "url": "https://93.184.215.14/"}
        if self.random.random() < MUTATED:
            said = mutate(self.random, said)
        return self.encoded(said)

    def encoded(self, said):
        raw = json.dumps(said, allow_nan=True).encode()
        if self.random.random() < 0.03 and raw:
            place = self.random.randrange(len(raw))
            return (
                raw[:place] + self.random.choice((b"", b"\x00", b"\xff", b",", raw[:20])) + raw[place + 1 :]
            )
        return raw


def known_names(instance):
    """What each parameter of a path may stand for."""
    return {
        "match": [*instance.matches, "_clients", "_webhooks", "_ratings", "_shift"],
        "game": [*GAMES],
        "component": sorted(set().union(*map(components_of, GAMES.values()))),
        "seat": ["0", "1", "2", "3", "7"],
        "version": [str(number) for number in range(1, 12)],
        "client": ["guest", "tafel", "kreide"],
        "player": ["p0", "p1", "ada"],
        "webhook": instance.webhooks,
        "delivery": ["0" * 12, f"{1:012x}"],
        "file": ["index.css", "swagger-ui.css", "swagger-ui-bundle.js", "swagger-initializer.js"],
    }

"""Schemathesis before a desk with a few matches in it: what it generates meets real matches and tokens."""

from __future__ import annotations

from random import Random

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode, checks

import desk
from events.memory_store import MemoryStore
from service.http.app import operations

CHECKS = (
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.unsupported_method,
    checks.allow_header_conformance,
)
# Streams that end only with their match are no answers that a generator could wait for.
CASES = [operation.name for operation in operations() if operation.name != "stream_matches"]
ABSENT = 0.1  # of the cases name no match that is there


@schemathesis.serializer("application/x-ndjson")
def as_lines(_, value):
    return value if isinstance(value, bytes) else str(value).encode()


def tables():
    """Matches that are open, running and over, at one desk."""
    client = desk.client(MemoryStore())
    running = desk.running(client)
    over = desk.running(client, resigning="end")
    over.post("/resign", token=over.seats[0])
    return [desk.opened(client), running, running, over, desk.opened(client, visibility="private")]


def schema_of(tables):
    return schemathesis.openapi.from_wsgi("/v1/openapi.json", tables[0].client.application)


def asked(schema, name, tables, *, examples, seeded=0):
    """So many requests that fit the document, and as many that do not."""
    operation = schema.find_operation_by_id(name)
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        asked_so(operation.as_strategy(generation_mode=mode), tables, examples, f"{name} {mode} {seeded}")


def asked_so(cases, tables, examples, seeded):
    random = Random(seeded)

    @seed(seeded)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def ask(case):
        prepare(case, tables, random)
        case.call_and_validate(checks=list(CHECKS))

    ask()


def prepare(case, tables, random):
    """Nobody guesses an id or a token, so most cases are given real ones."""
    table = random.choice(tables)
    if "match" in (case.path_parameters or {}) and random.random() > ABSENT:
        case.path_parameters["match"] = table.match
    token = random.choice([None, table.host, table.watch, *table.seats.values(), "unknown"])
    case.headers = {**(case.headers or {})}
    case.headers.pop("Last-Event-ID", None)
    if token:
        case.headers["Authorization"] = f"Bearer {token}"
    if case.query:
        case.query.pop("wait", None)
    offered = table.offered(table.host).get("commands")
    if case.operation.definition.raw["operationId"] == "submit_command" and offered and random.random() > 0.5:
        case.body = random.choice(offered)["command"]

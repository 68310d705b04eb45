"""Schemathesis before an API with a few matches in it: what it generates meets real matches and tokens."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode, checks

from events.memory_store import MemoryStore
from service.api.app import list_operations
from support.api import api

CHECKS = (
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.unsupported_method,
    checks.allow_header_conformance,
)
CASES = [operation.name for operation in list_operations()]
PLAIN = {"Accept-Encoding": "identity"}  # it says that it takes gzip, and does not unpack it without a server
ABSENT = 0.1  # of the cases name a match that does not exist


@schemathesis.serializer("application/x-ndjson")
def as_lines(_, value):
    return value if isinstance(value, bytes) else str(value).encode()


@dataclass
class Around:
    """At one API: matches that are open, running and over, a player and a webhook."""

    client: object
    tables: list[api.TableOverHttp]
    over: api.TableOverHttp
    webhook: str


def around():
    client = api.client(MemoryStore())
    running = api.running(client)
    over = api.running(client, resigning="end")
    over.post("/resign", token=over.seats[0])
    free, private = api.open_table(client), api.open_table(client, visibility="private")
    free.sit("Ada", player="ada")
    body = {"match": running.match, "url": "https://93.184.215.14/", "kinds": ["entry"]}
    made = client.post("/v1/webhooks", json=body, headers=api.bearer(running.host)).json
    return Around(client, [free, running, running, over, private], over, made["webhook"])


def schema_of(there):
    return schemathesis.openapi.from_wsgi("/v1/openapi.json", there.client.application)


def asked(schema, name, there, *, examples, seeded=0):
    """This many requests that fit the document, and as many that do not."""
    operation = schema.find_operation_by_id(name)
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        asked_so(operation.as_strategy(generation_mode=mode), there, examples, f"{name} {mode} {seeded}")


def asked_so(cases, there, examples, seeded):
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
        prepare(case, there, random)
        case.call_and_validate(checks=list(CHECKS))

    ask()


def prepare(case, there, random):
    """Ids and tokens cannot be guessed, so most cases are given real ones."""
    table = random.choice(there.tables)
    token = random.choice([None, table.host, table.watch, *table.seats.values(), "unknown"])
    if random.random() > ABSENT:
        name_what_is_there(case, there, table)
    case.headers = {**(case.headers or {}), **PLAIN}
    case.headers.pop("Last-Event-ID", None)
    if token:
        case.headers["Authorization"] = f"Bearer {token}"
    if case.query:
        case.query.pop("wait", None)
    offered = table.offered(table.host).get("commands")
    if name_of(case) == "submit_command" and offered and random.random() > 0.5:
        case.body = random.choice(offered)["command"]


def name_what_is_there(case, there, table):
    known = {"match": table.match, "webhook": there.webhook, "client": "guest", "player": "ada"}
    path = case.path_parameters or {}
    path |= {name: known[name] for name in path.keys() & known}
    if name_of(case) == "stream_matches":
        case.query = {
            **(case.query or {}),
            "matches": there.over.match,
        }  # a stream ends only with its matches
    if name_of(case) == "register_webhook" and isinstance(case.body, dict):
        case.body |= {"match": table.match, "url": "https://93.184.215.14/"}  # no name server is asked


def name_of(case):
    return case.operation.definition.raw["operationId"]

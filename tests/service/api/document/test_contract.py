"""The document and the running app say the same, both ways; and real answers are what was promised."""

import json
import re

import pytest
import yaml

from games.catalogue import GAMES
from service.api.app import describe_api, list_operations
from service.api.document.common import read_examples_of_calls, read_examples_of_types
from service.api.document.openapi import make_closed_document
from service.api.problems import PROBLEM_JSON
from service.config import HOME
from service.webhooks.records import KINDS
from support.api import api
from support.api.document_examples import collect_examples_of_types
from support.api.schema_check import misfits
from support.api.short_match import play_short_match
from support.docs import contract

OUTSIDE = {"HEAD", "OPTIONS"}  # of HTTP itself
HEADER_NAMES = {
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Accept-Language",
    "Last-Event-ID",
    "X-Client-Key",
    "X-Match-Tokens",
    "X-Request-Id",
}


@pytest.fixture(scope="module")
def said():
    return describe_api()


@pytest.fixture(scope="module")
def today():
    """Without what later versions may add: no answer of this one says more."""
    return make_closed_document(list_operations())


def followed(said, part):
    while "$ref" in part:
        target = said
        for name in part["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        part = target
    return part


def described(said):
    """(method, path) -> the operation, as the document has it."""
    return {
        (method.upper(), path): operation
        for path, methods in said["paths"].items()
        for method, operation in methods.items()
    }


def served():
    """(method, path), as the app serves it."""
    rules = api.client().application.url_map.iter_rules()
    plain = [(rule.methods - OUTSIDE, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)) for rule in rules]
    return {(method, path) for methods, path in plain for method in methods}


def test_every_route_is_described_and_nothing_else(said):
    assert set(described(said)) == served()


def test_the_committed_files_together_are_the_document(said):
    assert contract.document() == said


@pytest.mark.parametrize("game", GAMES)
def test_the_part_of_a_game_refers_only_to_what_is_there(client, said, game):
    part = client.get(f"/v1/games/{game}/openapi.json").json
    own = part["components"]["schemas"]
    targets = set(re.findall(r'"([^"]*)#/components/schemas/(\w+)"', json.dumps(part)))

    assert {file for file, _ in targets} == {"", "../../openapi.json"}
    assert {name for file, name in targets if not file} <= own.keys()
    assert {name for file, name in targets if file} <= said["components"]["schemas"].keys() - own.keys()


def test_the_core_names_no_game_but_to_refer_to_its_part():
    core = yaml.safe_load((HOME / "openapi.yaml").read_text("utf-8"))
    of_games = tuple(game.title() for game in GAMES)

    assert [name for name in core["components"]["schemas"] if name.startswith(of_games)] == []


def test_the_document_is_the_same_whatever_key_a_server_has(said, monkeypatch):
    monkeypatch.setenv("GRUBENBUCH_SECRET", "another secret of thirty-two characters")
    assert describe_api() == said


def test_both_forms_of_it_are_served(client, said):
    assert client.get("/v1/openapi.json").json == said
    assert yaml.safe_load(client.get("/v1/openapi.yaml").text) == said


def test_operation_ids_are_unique_and_make_good_names_of_methods(said):
    names = [operation["operationId"] for operation in described(said).values()]

    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name)] == []


def test_every_reference_leads_somewhere(said):
    def references(part):
        if isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                yield part["$ref"]
            yield from (place for name in ("mapping",) for place in part.get(name, {}).values())
            for inner in part.values():
                yield from references(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from references(inner)

    for place in set(references({name: part for name, part in said.items() if name != "x-problems"})):
        if isinstance(place, str) and place.startswith("#/components/"):
            followed(said, {"$ref": place})


def test_every_kind_of_news_is_described(said):
    assert set(said["webhooks"]) == set(KINDS)


def test_every_link_leads_to_a_call_and_names_parameters_it_has(said):
    by_name = {operation["operationId"]: operation for operation in described(said).values()}
    found = [
        link
        for operation in by_name.values()
        for answer in operation["responses"].values()
        for link in answer.get("links", {}).values()
    ]

    assert found
    for link in found:
        taken = {followed(said, part)["name"] for part in by_name[link["operationId"]]["parameters"]}
        assert link.get("parameters", {}).keys() <= taken


def test_every_schema_is_used(said):
    written = yaml.safe_dump(said)

    assert [name for name in said["components"]["schemas"] if f"/{name}'" not in written] == []


@pytest.mark.parametrize("operation", list_operations(), ids=lambda operation: operation.name)
def test_parameters_are_those_the_guard_lets_in(said, operation):
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", operation.path)
    listed = [followed(said, part) for part in described(said)[operation.method, path]["parameters"]]
    by_place = {}
    for part in listed:
        by_place.setdefault(part["in"], set()).add(part["name"])

    wanted = operation.query().fields if operation.query else {}
    assert by_place.get("query", set()) == {field.data_key or name for name, field in wanted.items()}
    assert by_place.get("path", set()) == set(re.findall(r"{(\w+)}", path))
    assert by_place["header"] <= HEADER_NAMES


@pytest.mark.parametrize(
    "operation",
    [one for one in list_operations() if not one.is_page],
    ids=lambda operation: operation.name,
)
def test_an_unknown_parameter_is_refused_by_every_operation_that_is_no_page(operation):
    path = re.sub(r"<(?:\w+:)?(\w+)>", "1", operation.path)
    answer = api.client().open(f"{path}?surely_unknown=1", method=operation.method)

    assert (answer.status_code, answer.json["code"]) == (400, "malformed")


class Witness:
    """A client that compares every answer it gets with the document."""

    def __init__(self, said, client):
        self.said = said
        self.client = client
        self.paths = [(re.compile(re.sub(r"{\w+}", "[^/]+", path)), path) for path in said["paths"]]
        self.seen = set()

    def __getattr__(self, method):
        return lambda path, **said: self.open(path, method=method.upper(), **said)

    def open(self, path, method, **sent):
        answer = self.client.open(path, method=method, **sent)
        self.check(method, path.partition("?")[0], answer)
        return answer

    def check(self, method, path, answer):
        template = next(known for shape, known in self.paths if shape.fullmatch(path))
        operation = described(self.said)[method, template]
        status = str(answer.status_code)
        assert status in operation["responses"], f"{method} {template} never told of {status}: {answer.text}"
        promised = followed(self.said, operation["responses"][status])
        self.seen.add((operation["operationId"], status))
        assert promised.get("headers", {}).keys() - answer.headers.keys() <= {
            "Link",
            "Idempotency-Replayed",
            "X-Request-Id",
        }
        if answer.data:
            content = promised["content"][answer.content_type.partition(";")[0]]
            if answer.is_json:
                assert list(misfits(answer.json, content["schema"], self.said)) == []
            if answer.content_type == PROBLEM_JSON:
                assert answer.json["code"] in promised["description"]


@pytest.mark.parametrize("game", GAMES)
def test_real_answers_of_a_match_are_what_was_promised(today, game):
    witness = Witness(today, api.client(address_limit=100_000))
    table = api.running(witness, game, seats=3, bots=[])
    for seed in range(40):
        table.play(1, seed)
        for part in ("", "/table", "/score"):
            table.get(part)
    for part in ("/entries?limit=200", "/entries/3", "/table?version=2", "/commands?lang=de"):
        assert table.get(part).status_code == 200
    refused(table)
    for path in ("/v1/games", f"/v1/games/{game}", f"/v1/games/{game}/words", "/v1/matches", "/health/ready"):
        assert witness.get(path).status_code == 200
    assert table.post("/resign", token=table.seats[0]).status_code == 201


def refused(table):
    offered = table.offered()
    command, seat = offered["commands"][0]["command"], offered["turn"]
    tag = table.get().headers["ETag"]
    refusals = [
        table.get(if_none_match=tag),
        table.get("/entries/9999"),
        table.get("/table?version=x"),
        table.get("/score", "nobody's token"),
        table.post("/commands", command),
        table.post("/commands", command, table.seats[(seat + 1) % 3]),
        table.post("/commands", command, table.seats[seat], if_match='"1-00000000"'),
        table.post("/start", token=table.host),
        table.delete("/seats/0", table.seats[1]),
        table.delete("/seats/8", table.host),
    ]
    assert [answer.status_code for answer in refusals] == [304, 404, 400, 401, 401, 409, 412, 409, 403, 404]


@pytest.mark.parametrize("operation", list_operations(), ids=lambda operation: operation.name)
def test_examples_are_what_they_are_examples_of(today, operation):
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", operation.path)
    shown = described(today)[operation.method, path]
    answers = shown["responses"][str(operation.status)]["content"]
    for content in [*answers.values(), *shown.get("requestBody", {}).get("content", {}).values()]:
        if "example" in content:
            assert list(misfits(content["example"], content["schema"], today)) == []


def test_the_examples_of_calls_are_what_a_short_match_is_answered_today():
    kept = {name: (example.body, example.answer) for name, example in read_examples_of_calls().items()}

    assert len(kept) > 20
    assert play_short_match() == {name: {"body": body, "answer": told} for name, (body, told) in kept.items()}


def test_what_games_say_is_shown_as_recorded_matches_have_it(today):
    schemas = today["components"]["schemas"]
    found = {name: schema["examples"] for name, schema in schemas.items() if "examples" in schema}

    assert len(found) > 200
    assert collect_examples_of_types() == read_examples_of_types()
    for name, examples in found.items():
        for example in examples:
            assert list(misfits(example, schemas[name], today)) == []


def test_real_answers_about_webhooks_are_what_was_promised(today):
    witness = Witness(today, api.client(address_limit=100_000))
    table = api.running(witness)
    body = {"match": table.match, "url": "https://93.184.215.14/", "kinds": ["entry"]}
    host = api.bearer(table.host)
    made = witness.post("/v1/webhooks", json=body, headers=host).json["webhook"]
    for path in (f"/{made}", f"/{made}/deliveries", f"?match={table.match}"):
        assert witness.get(f"/v1/webhooks{path}", headers=host).status_code == 200
    assert witness.delete(f"/v1/webhooks/{made}", headers=host).status_code == 200
    assert witness.post(f"/v1/webhooks/{made}/deliveries/{0:012x}", headers=host).status_code == 404

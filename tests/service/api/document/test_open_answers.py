"""Answers have room for what later versions add, requests have none, and readers of YAML can read it all."""

import re
from pathlib import Path

import pytest
import yaml

from service.api.app import describe_api, list_operations
from service.api.document.open_answers import (
    KNOWN_VALUES,
    UNKNOWN,
    find_answers,
    find_requests,
    names_below,
    references,
)
from service.api.document.openapi import make_closed_document
from service.api.problems import STATUS
from service.config import HOME
from support.api import api
from support.api.schema_check import misfits

LATER = {"type": "comes_later", "comes_later": [1]}


@pytest.fixture(scope="module")
def said():
    return describe_api()


@pytest.fixture(scope="module")
def schemas(said):
    return said["components"]["schemas"]


def parts(part):
    if isinstance(part, dict):
        yield part
        part = [inner for key, inner in part.items() if key not in {"example", "examples"}]
    if isinstance(part, list):
        for inner in part:
            yield from parts(inner)


@pytest.mark.parametrize("path", [HOME / "openapi.yaml", *HOME.glob("games/*/openapi.yaml")], ids=str)
def test_a_file_has_no_aliases_because_readers_refuse_many(path):
    marks = list(yaml.parse(path.read_text(), yaml.CLoader))

    assert [
        mark for mark in marks if isinstance(mark, yaml.AliasEvent) or getattr(mark, "anchor", None)
    ] == []


def test_what_only_answers_say_lists_no_values_that_it_calls_complete_and_allows_more_members(said, schemas):
    told = names_below(said, find_answers(said)) - names_below(said, find_requests(said))
    found = [part for name in told for part in parts(schemas[name])]

    assert len(told) > 500
    assert sum(KNOWN_VALUES in part for part in found) > 100
    assert [part for part in found if len(part.get("enum", ())) > 1] == []
    assert [part for part in found if part.get("additionalProperties") is False] == []
    assert schemas["Problem"]["properties"]["code"][KNOWN_VALUES] == sorted(kind.code for kind in STATUS)


@pytest.mark.parametrize("union", [*UNKNOWN, "RecordedEvent", "RecordedCommand"])
def test_the_last_member_of_a_union_takes_what_the_document_does_not_know(said, schemas, union):
    unknown = UNKNOWN[union.removeprefix("Recorded")]

    assert list(references(schemas[union]))[-1] == unknown
    assert {"anyOf": [{"$ref": f"#/components/schemas/{union}"}, {"type": "null"}]} not in list(
        parts(schemas)
    )
    assert [name for name in references(schemas[union]) if name.startswith("Unknown")] == [unknown]
    assert list(misfits(LATER, schemas[union], said)) == []


@pytest.mark.parametrize("union", ["MatchAnswer", "Listed", "GameAnswer", "TableAnswer"])
def test_a_game_that_others_bring_has_a_place_in_every_answer_that_names_its_game(said, schemas, union):
    client = api.client()
    table = api.running(client)
    answer, own = {
        "MatchAnswer": (table.get().json, {"options": LATER}),
        "Listed": (client.get("/v1/matches").json["matches"][0], {"options": LATER}),
        "GameAnswer": (client.get("/v1/games/schiefer").json, {"boards": {"x": LATER}, "layout": LATER}),
        "TableAnswer": (table.get("/table").json, {"table": LATER, "view": LATER}),
    }[union]

    for one in (answer, answer | own | {"game": "chess"}):
        assert list(misfits(one, schemas[union], said)) == []


def test_real_answers_with_what_comes_later_are_still_those_of_the_document(said, schemas):
    table = api.running(api.client())
    entry = table.get("/entries/1").json
    problem = table.get("/entries/9999").json

    entry["events"].append(LATER)
    assert list(misfits(entry | {"later": 1, "command": LATER}, schemas["Entry"], said)) == []
    assert list(misfits(problem | {"later": 1, "code": "comes_later"}, schemas["Problem"], said)) == []


def test_a_body_may_say_no_more_than_before(said):
    """Types that answers use as well are open in themselves, and closed where they are sent."""
    post = said["paths"]["/v1/matches/{match}/commands"]["post"]["requestBody"]["content"]["application/json"]
    line = said["components"]["schemas"]["CommandLine"]
    reroll = {"type": "reroll", "die": 1}

    for schema, wrap in ((post["schema"], list), (line["properties"]["command"], dict)):
        for command, fits in (
            (reroll, True),
            (reroll | {"face": 2}, False),
            (reroll | {"die": "one"}, False),
            ({"type": "reroll"}, False),
            ({"die": 1}, False),
            (LATER, True),  # whatever was offered can be sent
        ):
            bodies = [command] if wrap is dict else [command, [command]]
            assert [not list(misfits(body, schema, said)) for body in bodies] == [fits] * len(bodies), command


@pytest.mark.parametrize("options", [{"stall_rounds": 1, "later": 1}, {"stall_rounds": "many"}])
def test_options_are_sent_as_the_game_knows_them_and_not_otherwise(said, options):
    new = said["components"]["schemas"]["NewMatch"]

    assert list(misfits({"game": "schiefer", "seats": 2, "options": {"stall_rounds": 1}}, new, said)) == []
    assert list(misfits({"game": "schiefer", "seats": 2, "options": options}, new, said))
    assert list(misfits({"game": "schiefer", "seats": 2, "undo": "comes_later"}, new, said))


def test_requests_are_those_of_the_closed_document(said):
    """But for the keyword that closes what answers have opened."""
    closed = make_closed_document(list_operations())

    def plain(part):
        if isinstance(part, dict):
            return {key: plain(inner) for key, inner in part.items() if key != "unevaluatedProperties"}
        return [plain(inner) for inner in part] if isinstance(part, list) else part

    assert [plain(part) for part in find_requests(said)] == find_requests(closed)
    sent = names_below(closed, find_requests(closed)) - names_below(closed, find_answers(closed))
    for name in sent:
        assert plain(said["components"]["schemas"][name]) == closed["components"]["schemas"][name]


def test_no_tag_stands_over_calls_of_both_sides(said):
    """A generator makes a class of each tag, and of two with one name it keeps one."""
    ours = {tag for calls in said["paths"].values() for call in calls.values() for tag in call["tags"]}
    theirs = {tag for calls in said["webhooks"].values() for call in calls.values() for tag in call["tags"]}

    assert theirs
    assert ours & theirs == set()
    assert theirs < {tag["name"] for tag in said["tags"]}


def test_every_etag_of_a_match_may_come_back_in_if_match(said):
    client = api.client()
    table = api.running(client, visibility="private")
    pattern = said["components"]["parameters"]["IfMatch"]["schema"]["pattern"]
    paths = [
        path.replace("{match}", table.match).replace("{version}", "1").replace("{seat}", "0")
        for path, calls in said["paths"].items()
        if path.startswith("/v1/matches/{match}") and "get" in calls
    ]
    tags = set()
    for path in paths:
        for token in (table.host, table.watch, *table.seats.values()):
            for more in ({}, {"Accept-Encoding": "gzip"}, {"Accept": "application/x-ndjson"}):
                for lang in ("en", "de"):
                    headers = {"Authorization": f"Bearer {token}", "Accept-Language": lang} | more
                    answer = client.get(path, headers=headers)
                    tags |= {answer.headers["ETag"]} if "ETag" in answer.headers else set()

    assert len(tags) > 10
    assert [tag for tag in tags if not re.search(pattern, tag)] == []
    for tag in [*tags, "*"]:
        answer = table.post("/undo", {"to": 1}, table.host, if_match=tag)
        assert answer.status_code != 400, (tag, answer.json)


def test_every_call_that_refuses_a_client_key_says_so_and_how_it_is_sent(said):
    scheme = said["components"]["securitySchemes"]["client"]
    assert (scheme["type"], scheme["in"], scheme["name"]) == ("apiKey", "header", "X-Client-Key")
    client = api.client()
    table = api.running(client)
    calls = {
        (method.upper(), path): call
        for path, calls in said["paths"].items()
        for method, call in calls.items()
    }
    for (method, path), call in calls.items():
        taken = any(one.get("$ref", "").endswith("/ClientKey") for one in call["parameters"])
        for key in ("x", f"gbk_{0:064x}"):
            filled = re.sub(
                r"{(\w+)}", lambda part: {"match": table.match, "seat": "0"}.get(part[1], "guest"), path
            )
            if "stream" in filled:
                continue
            answer = client.open(filled, method=method, headers={"X-Client-Key": key}, json={"player": "ada"})
            if answer.is_json and answer.json.get("code") == "client_unknown":
                assert taken, (method, path)
                assert "client_unknown" in said_of(said, call, "401")
        if taken:
            assert "client_unknown" in said_of(said, call, "401")


def said_of(said, call, status):
    return said["components"]["responses"][Path(call["responses"][status]["$ref"]).name]["description"]

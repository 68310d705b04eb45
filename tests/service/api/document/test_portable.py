"""What generators and linters stumble over does not stand in the document."""

import re

import pytest

from games.catalogue import GAMES
from service.api.app import describe_api
from service.api.document.openapi import anchor_pattern, make_portable
from service.api.document.schemas import find_taken


@pytest.fixture(scope="module")
def said():
    return describe_api()


def parts(part):
    if isinstance(part, dict):
        yield part
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from parts(inner)


def test_patterns_are_those_of_ecmascript_and_anchored(said):
    patterns = {part["pattern"] for part in parts(said) if isinstance(part.get("pattern"), str)}

    assert patterns
    assert [pattern for pattern in patterns if not re.fullmatch(r"\^.*\$", pattern) or r"\Z" in pattern] == []


def test_a_reader_who_takes_the_first_type_that_fits_misses_nothing(said):
    """Of two games that call an event alike, the one that says more of it comes first."""
    schemas = said["components"]["schemas"]
    named = [part["$ref"].rpartition("/")[2] for part in schemas["Event"]["anyOf"]]
    games = [*(f"{game.title()}Event" for game in GAMES), "UnknownEvent"]

    assert named[-len(games) :] == games
    assert set(named) - set(games) == set(find_taken(schemas, games))
    assert {"RuhrschifffahrtRoundBegan", "SchichtwechselRoundBegan"} <= set(named)


def test_a_tuple_is_closed_by_its_length_and_has_no_boolean_that_generators_stumble_over(said):
    tuples = [part for part in parts(said) if "prefixItems" in part]

    assert tuples
    assert all(part["maxItems"] == len(part["prefixItems"]) for part in tuples)
    assert all(part["items"] == part["prefixItems"][-1] for part in tuples)


def test_no_two_schemas_of_games_have_one_title(said):
    titles = [schema["title"] for schema in said["components"]["schemas"].values() if "title" in schema]

    assert sorted(titles) == sorted(set(titles))


def test_a_single_type_of_a_game_is_called_by_what_it_is(said):
    assert {"SchieferTable", "RuhrschifffahrtOptions"} <= said["components"]["schemas"].keys()


@pytest.mark.parametrize(
    ("pattern", "ecma"), [(r"[a-z]\Z", "^[a-z]$"), ("^x$", "^x$"), (r"(?!guest\Z)a\Z", "^(?!guest$)a$")]
)
def test_patterns_of_python_become_patterns_of_json_schema(pattern, ecma):
    assert anchor_pattern(pattern) == ecma


def test_a_property_may_be_called_pattern():
    schema = {"properties": {"pattern": {"type": "string"}}}

    assert make_portable(schema) == schema


def test_whatever_may_be_a_time_is_told_to_be_large(said):
    """Clients in Java, C# or Go take a plain integer for one of 32 bits and fail at the first time."""
    schemas = said["components"]["schemas"]

    assert schemas["Entry"]["properties"]["at"]["format"] == "int64"
    assert schemas["SeatedBotBody"]["properties"]["seat"].get("format") is None
    assert make_portable({"type": ["integer", "null"]})["format"] == "int64"
    assert make_portable({"type": "integer", "maximum": 2**31 - 1}) == {
        "type": "integer",
        "maximum": 2**31 - 1,
    }

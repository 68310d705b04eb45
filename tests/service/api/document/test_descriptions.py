"""Whoever reads the document is told what everything in it means."""

import pytest

from games.catalogue import GAMES
from service.api.app import describe_api, list_operations
from service.api.document.openapi import make_closed_document


@pytest.fixture(scope="module")
def said():
    return describe_api()


def undescribed(place, schema):
    """Properties without a sentence, however deep they lie in the schema."""
    for name, inner in schema.get("properties", {}).items():
        if not inner.get("description"):
            yield f"{place}.{name}"
        yield from undescribed(f"{place}.{name}", inner)
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from undescribed(place, schema[keyword])
    for keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for inner in schema.get(keyword, ()):
            yield from undescribed(place, inner)


def test_every_property_says_what_it_means(said):
    schemas = said["components"]["schemas"]

    assert [gap for name, schema in schemas.items() for gap in undescribed(name, schema)] == []


def test_every_schema_says_what_it_is(said):
    assert [
        name for name, schema in said["components"]["schemas"].items() if not schema.get("description")
    ] == []


def test_every_parameter_says_what_it_is_for(said):
    calls = [(path, call) for path, calls in said["paths"].items() for call in calls.values()]

    assert [
        (path, each["name"])
        for path, call in calls
        for each in call["parameters"]
        if "$ref" not in each and not each.get("description")
    ] == []


def test_a_property_without_a_sentence_is_found_wherever_it_lies():
    inner = {"properties": {"seat": {"type": "integer"}}}
    schema = {"properties": {"all": {"description": "All.", "type": "array", "items": {"anyOf": [inner]}}}}

    assert list(undescribed("Table", schema)) == ["Table.all.seat"]


def test_every_tag_of_a_call_is_declared(said):
    declared = {tag["name"] for tag in said["tags"]}

    assert {
        tag for calls in said["paths"].values() for call in calls.values() for tag in call["tags"]
    } <= declared


PER_GAME = [
    (name, game)
    for name in ("MatchAnswer", "Listed", "GameAnswer", "MatchOpened", "TableAnswer")
    for game in GAMES
]


@pytest.mark.parametrize(("name", "game"), PER_GAME)
def test_whatever_names_its_game_is_told_apart_by_it(name, game):
    """Options have no field of their own by which a reader could see whose they are."""
    schemas = make_closed_document(list_operations())["components"]["schemas"]
    own = schemas[f"{game.title()}{name}"]
    others = {other.title() for other in GAMES} - {game.title()}

    assert schemas[name]["discriminator"]["propertyName"] == "game"
    assert schemas[name]["discriminator"]["mapping"][game].endswith(f"/{game.title()}{name}")
    assert own["properties"]["game"]["enum"] == [game]
    assert {"Options", "Board", "Layout", "Table", "Question"}.isdisjoint(names_below(own))
    assert not any(below.startswith(tuple(others)) for below in names_below(own))
    assert any(below.startswith(game.title()) for below in names_below(own))


EACH_ONCE = {  # whatever refuses doubles: a body at the door, laws of a table or of the match in an import
    "NewMatch": {"bots", "reserved"},
    "Fork": {"bots"},
    "NewWebhook": {"kinds"},
    "WaitsFor": {"seats"},
    "UndoRequest": {"agreed"},
    "PauseRequest": {"agreed", "seats"},
    "Consequence": {"undoes", "voters"},
    **{f"{game.title()}MatchOpened": {"reserved"} for game in GAMES},
    **{f"{game.title()}MatchOpenMatch": {"bots", "reserved"} for game in GAMES},
    "RuhrschifffahrtPlayer": {"above", "tiles", "used", "turned", "blanks"},
    "RuhrschifffahrtTable": {"order"},
    "SchieferPlayer": {"used_boxes"},
    "SchichtwechselPlayer": {"bar"},
    "SchichtwechselTable": {"round_cards"},
}


@pytest.mark.parametrize("name", EACH_ONCE)
def test_a_list_whose_doubles_are_refused_says_so(said, name):
    lists = said["components"]["schemas"][name]["properties"]

    assert all(lists[field]["uniqueItems"] for field in EACH_ONCE[name])


def test_a_list_within_a_mapping_says_so_too(said):
    schemas = said["components"]["schemas"]

    for name, field in (("SchieferTable", "boxes"), ("SchichtwechselTable", "arrivals")):
        assert schemas[name]["properties"][field]["additionalProperties"]["uniqueItems"]


def test_no_value_on_a_board_or_among_options_is_left_open(said):
    """A generator would call it unknown or Any."""
    schemas = said["components"]["schemas"]
    left, seen = ["Options", *(f"{game.title()}Board" for game in GAMES)], set()
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += list(names_below(schemas[name]))

    assert len(seen) > 50  # the boards of three games and all that is printed on them
    assert [name for name in seen if list(open_values(schemas[name]))] == []


def names_below(schema):
    for part in parts(schema):
        if "$ref" in part:
            yield part["$ref"].rpartition("/")[2]


def open_values(schema):
    """What may be anything, or an object of which nothing is known."""
    for part in parts(schema):
        told = part.keys() & {"type", "$ref", "anyOf", "oneOf", "enum", "const"}
        bare = part.get("type") == "object" and not part.keys() & {"properties", "additionalProperties"}
        if bare or not told:
            yield part


def parts(schema):
    yield schema
    inner = [*schema.get("properties", {}).values()]
    inner += [
        schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)
    ]
    for name in ("anyOf", "oneOf", "allOf", "prefixItems"):
        inner += schema.get(name, ())
    for part in inner:
        yield from parts(part)

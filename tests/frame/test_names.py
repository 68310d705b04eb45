"""One name, one thing: a public name is defined once in its package, and names something."""

import ast
import re
from collections import defaultdict

import pytest

from service.config import HOME

PACKAGES = sorted(
    {
        str(path.parent.relative_to(HOME))
        for top in ("games", "events", "service", "workers", "environments")
        for path in (HOME / top).rglob("*.py")
    }
)
DEFINED_MORE_THAN_ONCE = {
    "command": "each command of the operator is a module, and this is its entry",
    "api": "each view module has one blueprint, which the app registers",
    "log": "each module has a logger of its own",
    "estimate_values": "each game has its own heuristic, which all bots call alike",
    "VALUES": "the commands of a game and how its heuristic values each",
    "left": "each game has its own features, which all bots read alike",
    "extract": "each game has its own features, which all bots read alike",
    "Choose": "an effect of schichtwechsel and the command that answers it: the API shows both names",
    "Load": "an effect of schichtwechsel and what lies on a wagon: the API shows both names",
    "LowerWater": "an effect of schichtwechsel and the command that answers it: the API shows both names",
    "MoveMiner": "an effect of schichtwechsel and the command that answers it: the API shows both names",
}
IRREGULAR_PARTICIPLES = re.compile(
    "begun|bound|bought|brought|built|caught|chosen|done|drawn|fallen|forgotten|found|given|gone|grown|heard|held|"
    "hidden|kept|known|laid|led|lent|lost|made|meant|met|paid|risen|said|seen|sent|shown|sold|spoken|stood|"
    "struck|taken|thought|told|torn|understood|won|written"
)
NO_PARTICIPLES = frozenset({"embed", "feed", "need", "seed", "speed"})


def definitions(package):
    for path in sorted((HOME / package).glob("*.py")):
        for statement in ast.parse(path.read_text()).body:
            for name, kind in names_bound_by(statement):
                if not name.startswith("_"):
                    yield name, kind, f"{path.relative_to(HOME)}:{statement.lineno}"


def names_bound_by(statement):
    match statement:
        case ast.FunctionDef(name=name, decorator_list=marks) if "overload" not in map(ast.unparse, marks):
            yield name, "function"
        case ast.ClassDef(name=name):
            yield name, "type"
        case ast.Assign(targets=targets) if not is_type_variable(statement.value):
            for target in targets:
                yield from ((node.id, "value") for node in ast.walk(target) if isinstance(node, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name, "value"


def is_type_variable(value):
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "TypeVar"


def is_participle(name):
    word = name.lower()
    regular = re.fullmatch(r"[a-z]+ed", word) and word not in NO_PARTICIPLES
    return bool(regular or IRREGULAR_PARTICIPLES.fullmatch(word))


def places_of_repeated_names(package):
    places = defaultdict(list)
    for name, _, place in definitions(package):
        places[name].append(place)
    return {name: found for name, found in places.items() if len(found) > 1}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_public_name_is_defined_once_in_its_package(package):
    repeated = places_of_repeated_names(package)
    assert not {name: found for name, found in repeated.items() if name not in DEFINED_MORE_THAN_ONCE}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_function_and_no_value_is_called_by_a_participle_alone(package):
    """Types may be: an event is named in the past tense."""
    assert not [
        f"{place} {name}"
        for name, kind, place in definitions(package)
        if kind != "type" and is_participle(name)
    ]


def test_every_exception_is_still_needed():
    repeated = set().union(*map(places_of_repeated_names, PACKAGES))
    assert DEFINED_MORE_THAN_ONCE.keys() <= repeated


def test_the_participles_are_recognized():
    assert all(map(is_participle, ("kept", "SHOWN", "encoded", "Counted")))
    assert not any(map(is_participle, ("seed", "feed", "is_kept", "read_caller", "entry")))


REPLACED = re.compile(
    r"[\w-]*(?:courier|desk|drawer|homecoming|pigeonhole|upkeep|whereabouts)[\w-]*", re.IGNORECASE
)
STORED = {"REPLACED", "courier|desk|", 'name="drawers"', "`drawers`"}  # in files of the archive
READ_BY_PEOPLE = ("*.py", "*.js", "*.html", "*.css", "*.lua", "*.md", "*.yaml")


@pytest.mark.parametrize("folder", ["service", "events", "workers", "web", "docs", "tests"])
def test_no_word_comes_back_that_has_a_name_in_the_trade(folder):
    texts = {path: path.read_text("utf-8") for form in READ_BY_PEOPLE for path in (HOME / folder).rglob(form)}
    found = {
        f"{path.relative_to(HOME)}: {line.strip()}"
        for path, text in texts.items()
        for line in text.splitlines()
        if REPLACED.search(line) and not any(stored in line for stored in STORED)
    }

    assert sorted(found) == []

"""What is stored beside the book is declared once: nothing but its declaration knows name, keys and form."""

import ast
from collections import Counter

import pytest

from service.config import HOME

PACKAGES = ("service", "workers", "bench", "examples")
STORE = "service/documents.py"  # the only module that reads and writes documents of a store
DECLARED = {  # where documents are declared, and their names; those of a game's ratings are made of its name
    "service/editions/stored.py": ["boards", "brought", "told", "turn", "worths"],
    "service/matches/records/analysis.py": ["advice", "requests", "reviews"],
    "service/matches/records/descriptions.py": ["notices"],
    "service/matches/records/people.py": ["matches", "people", "reservations", "seed", "tokens"],
    "service/matches/records/sheets.py": ["scores"],
    "service/monitoring/dispatcher_records.py": ["checkpoints", "checks", "leases", "parked"],
    "service/players/clients.py": ["asked", "keys", "names", "turn"],
    "service/ratings/records.py": ["counted", "ratings"],
    "service/webhooks/records.py": [
        *("asked", "deliveries", "pending", "places", "webhooks", "webhooks_edition"),
    ],
}
OF_SERVER = {"service/editions/stored.py", "service/players/clients.py"}  # all lie in a scope of their own
REACHES = {"document", "field", "fields", "chosen", "put", "swap"}  # into a document of a store


def offences(source):
    """Where a text reads or writes a document of a store, or names one."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=receiver, attr=attr)) if attr in REACHES:
                if name_of(receiver).lstrip("_").endswith("store"):
                    yield f"line {node.lineno} asks the store for {attr}"
            case ast.Call(func=ast.Name(id="Guard")):
                yield f"line {node.lineno} guards a document"
            case ast.keyword(arg="documents", value=ast.Dict(keys=[ast.Constant(), *_])):
                yield f"line {node.value.lineno} names the documents that are written"


def declarations(source):
    """The documents that a text declares; None for a name made at run time, or for a scope of the server."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Subscript(value=ast.Name(id="Documents")), args=[name, *_]):
                yield name.value if isinstance(name, ast.Constant) else None
            case ast.Call(func=ast.Name(id="Documents" | "ServerScope")):
                yield None


def name_of(receiver):
    match receiver:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case ast.Call(func=called):
            return name_of(called)
    return ""


def sources():
    for package in PACKAGES:
        for path in sorted((HOME / package).rglob("*.py")):
            yield str(path.relative_to(HOME)), path.read_text()


@pytest.mark.parametrize("package", PACKAGES)
def test_only_declarations_reach_into_a_document(package):
    found = {
        name: list(offences(text))
        for name, text in sources()
        if name.startswith(f"{package}/") and name != STORE
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_documents_and_scopes_of_the_server_are_declared_where_it_is_listed():
    found = {name: sorted(filter(None, declarations(text))) for name, text in sources()}
    assert {name: names for name, names in found.items() if names} == DECLARED
    scopes = {name for name, text in sources() if None in declarations(text)}
    assert scopes <= DECLARED.keys() | {"service/documents.py", "service/matches/records/__init__.py"}


def test_no_document_is_declared_twice():
    times = Counter(name for module, names in DECLARED.items() if module not in OF_SERVER for name in names)
    assert [name for name, number in times.items() if number > 1] == []


@pytest.mark.parametrize(
    "line",
    [
        'store.document(match, "people")',
        "self._store.field(match, DOCUMENT, seat)",
        "call.matches.store.chosen(place, name, fields)",
        "open_store(config).fields(match, name)",
        'server.store.put(match, "snap", {})',
        'Guard("people", "0", None)',
        'Append(match=match, documents={"people": {}})',
    ],
)
def test_what_is_forbidden_is_seen(line):
    assert list(offences(line))


@pytest.mark.parametrize(
    "line", ["queues.put(work)", "field(default_factory=dict)", "msgspec.structs.fields(kind)", '"people"']
)
def test_what_is_none_of_its_business_is_left_alone(line):
    assert not list(offences(line))

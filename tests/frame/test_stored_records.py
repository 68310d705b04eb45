"""A stored record is described once: its repository alone knows the document and reaches into it."""

import ast

import pytest

from service.config import HOME

ROOMS = ("service", "workers", "bench", "examples")
REPOSITORIES = {  # and what lies in a document of each name
    "service/matches/records/advice.py": {"advice"},
    "service/editions/records.py": {"boards", "told", "worths"},
    "service/matches/records/notices.py": {"notices"},
    "service/matches/records/people.py": {"people"},
    "service/matches/records/reservations.py": {"reservations"},
    "service/matches/records/reviews.py": {"reviews", "requests"},
    "service/matches/records/seeds.py": {"seed"},
    "service/matches/records/sheets.py": {"scores"},
    "service/matches/records/tokens.py": {"tokens"},
    "service/matches/records/whereabouts.py": {"player-", "matches"},
    "service/monitoring/dispatcher_records.py": {"shift", "checkpoints", "leases", "parked", "checks"},
    "service/players/clients.py": {"clients", "names", "keys", "asked", "turn"},
    "service/ratings/change_log.py": {"_changes"},
    "service/ratings/records.py": {"ratings", "counted"},
    "service/webhooks/records.py": {"webhooks", "places", "pending", "deliveries"},
    "service/webhooks/idempotency.py": {"asked"},
}
REACHES = {
    "document",
    "field",
    "fields",
    "chosen",
    "put",
    "swap",
}  # into a document of a store


def offences(source):
    """Where a text reaches into a document, or names a place that holds some."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=receiver, attr=attr)) if attr in REACHES:
                if name_of(receiver).lstrip("_").endswith("store"):
                    yield f"line {node.lineno} asks the store for {attr}"
            case ast.Name(id="Guard"):
                yield f"line {node.lineno} guards a document"
            case ast.keyword(arg="documents", value=ast.Dict(keys=[ast.Constant(), *_])):
                yield f"line {node.value.lineno} names the documents that are written"
            case ast.Call(func=ast.Name(id="ServerScope")):
                yield f"line {node.lineno} names a place of the house"
            case ast.Constant(value=str(text)) if text.startswith("_changes"):
                yield f"line {node.lineno} names the document {text}"


def name_of(receiver):
    match receiver:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case ast.Call(func=called):
            return name_of(called)
    return ""


def sources():
    for room in ROOMS:
        for path in sorted((HOME / room).rglob("*.py")):
            yield str(path.relative_to(HOME)), path.read_text()


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_but_a_repository_reaches_into_a_document(room):
    found = {
        name: list(offences(text))
        for name, text in sources()
        if name.startswith(f"{room}/") and name not in REPOSITORIES
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize("repository", REPOSITORIES)
def test_a_repository_names_its_documents(repository):
    tree = ast.parse((HOME / repository).read_text())
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert REPOSITORIES[repository] <= texts


def test_no_two_repositories_share_a_document_of_a_match():
    """Clients lie in a place of their own, so that their documents bear what names they like."""
    of_matches = [names for name, names in REPOSITORIES.items() if name != "service/players/clients.py"]
    assert sum(map(len, of_matches)) == len(set().union(*of_matches))


@pytest.mark.parametrize(
    "line",
    [
        'store.document(match, "people")',
        "self._store.field(match, DOCUMENT, seat)",
        "call.matches.store.chosen(place, name, fields)",
        "open_store(config).fields(match, name)",
        'house.store.put(match, "snap", {})',
        'Guard("people", "0", None)',
        'Append(match=match, documents={"people": {}})',
        'Work("check", str(ServerScope("shift")), 7)',
        'f"{game}_changes"',
    ],
)
def test_what_is_forbidden_is_seen(line):
    assert list(offences(line))


@pytest.mark.parametrize(
    "line", ["queues.put(work)", "field(default_factory=dict)", "msgspec.structs.fields(kind)", '"people"']
)
def test_what_is_none_of_its_business_is_left_alone(line):
    assert not list(offences(line))

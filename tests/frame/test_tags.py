"""What an event is called is said by its type alone: nobody else repeats the name."""

import ast

from games.catalogue import GAMES
from games.kernel import tag_of
from games.match.events import EVENTS
from service.config import HOME

TAGS = {tag_of(kind) for kind in (*EVENTS, *(kind for game in GAMES.values() for kind in game.events))}
OTHER_MEANINGS = {  # of the same word, by the place where it is said
    "service/api/document/openapi.py: undo_requested": "a kind of news",
    "service/webhooks/records.py: undo_requested": "a kind of news",
    "workers/jobs/webhooks.py: undo_requested": "a kind of news",
    "service/players/clients.py: asked": "a document of requests that were answered",
    "service/webhooks/records.py: asked": "a document of requests that were answered",
}


def names_in(source):
    """Of events, in strings and in bytes of JSON."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            yield from {text, *text.split('"')} & TAGS


def test_no_event_is_called_by_a_string():
    found = {
        f"{path.relative_to(HOME)}: {name}"
        for room in ("events", "service", "workers")
        for path in (HOME / room).rglob("*.py")
        for name in names_in(path.read_text("utf-8"))
    }
    assert found == OTHER_MEANINGS.keys()


def test_a_name_in_a_string_is_found():
    assert list(names_in("last = 'match_ended' in types")) == ["match_ended"]
    assert list(names_in("""back = b'"type":"rewound"' in raw""")) == ["rewound"]
    assert list(names_in("'your_turn'")) == []

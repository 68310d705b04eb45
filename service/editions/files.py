"""The file of an edition, as somebody writes it: complete, or as a difference to an edition that there is.

How such a file begins, how it is read and checked, and its JSON Schema for editors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
import yaml

from games.catalogue import GAMES
from games.kernel import Game
from games.kernel.editions.admission import imprint_of, misprints, read_board
from games.kernel.editions.changes import Unfitting, apply_changes
from games.kernel.editions.checks import Misprint
from games.kernel.editions.documents import Document, Unreadable, Written, read_written
from games.kernel.editions.marks import STATED_MARKS, marked_data
from games.kernel.editions.naming import OwnWords, find_nameless
from games.kernel.editions.paths import write_path
from games.kernel.editions.registry import HEAD, LONGEST_EDITION_NAME, WORDS, Imprint

BASED_ON = "based_on"  # an edition; only a difference to it follows

Bases = Callable[[str, str], Document | None]  # game and edition -> its board


class Draft(NamedTuple):
    """The board that a file describes."""

    game: str
    document: Document  # complete
    written: Written
    based_on: str | None

    @property
    def imprint(self) -> Imprint:
        """Return the imprint of a draft without misprints."""
        return imprint_of(self.document)


class Found(NamedTuple):
    """A misprint, and the line of the file that is to blame."""

    line: int
    misprint: Misprint


def built_in_base(game: str, edition: str) -> Document | None:
    editions = GAMES[game].editions
    return editions.document(edition) if edition in editions else None


def read_draft(text: str, bases: Bases = built_in_base) -> Draft:
    """Return the board of a file; raise Unreadable where it gives none at all."""
    written = read_written(text)
    game = written.document.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise Unreadable(written.line_of(("game",)), f"`game` names one of {', '.join(GAMES)}")
    said = {name: part for name, part in written.document.items() if name != BASED_ON}
    base = written.document.get(BASED_ON)
    if base is None:
        return Draft(game, said, written, None)
    known = bases(game, base) if isinstance(base, str) else None
    if known is None:
        raise Unreadable(written.line_of((BASED_ON,)), f"no edition of {game} is called {base!r}")
    groups = {name: group for name, group in known.items() if name not in HEAD}
    try:
        complete = apply_changes(groups, {n: part for n, part in said.items() if n not in HEAD})
        if complete.get(WORDS) == {}:
            del complete[WORDS]  # all were taken away
    except Unfitting as wrong:
        raise Unreadable(written.line_of(wrong.path), wrong.said) from wrong
    head: Document = {name: said[name] for name in HEAD if name in said}
    return Draft(game, {**head, **complete}, written, base)


def find_without_words(draft: Draft) -> Iterator[tuple[int, str, str]]:
    """Line and path of each new thing of a sound draft that its `words` do not name, and its name for now."""
    game = GAMES[draft.game]
    board = read_board(game, draft.document, draft.imprint.id)
    for path, name in find_nameless(draft.document, board, game.words.sections["components"]):
        yield draft.written.line_of(path), write_path(path), name


def look_over(draft: Draft) -> Iterator[Found]:
    """Everything that is wrong with it."""
    for misprint in misprints(GAMES[draft.game], draft.document):
        path = tuple(misprint.path.split("/")[1:])
        yield Found(draft.written.line_of(path), misprint)


HEADING = """# An edition of {game}: {what}.
# ./grubenbuch edition check FILE says what is wrong, docs/editions.md what matters most.
game: {game}
edition: {name}
"""


def begin_file(game: Game[Any], name: str, *, complete: bool) -> str:
    """Return a file to begin with; unless it is complete, what the rulebook leaves open is in comments."""
    board = game.editions.built_in
    if complete:
        heading = HEADING.format(game=game.name, name=name, what="the whole board")
        return heading + write_groups({group: board[group] for group in board if group not in HEAD})
    heading = HEADING.format(game=game.name, name=name, what="only what differs; take away a # and correct")
    guessed = write_groups({group: board[group] for group in guessed_groups(board)})
    comments = "".join(f"# {line}\n" if line else "#\n" for line in guessed.splitlines())
    return f"{heading}based_on: {game.editions.default}\n\n{comments}"


def guessed_groups(board: Document) -> list[str]:
    """Return the groups in which something does not come from the rulebook."""
    return list(dict.fromkeys(path[0] for path, _, mark in marked_data(board) if mark not in STATED_MARKS))


def write_groups(groups: Document) -> str:
    return yaml.safe_dump(groups, sort_keys=False, allow_unicode=True, width=110)


DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
REFERS: Final = "$ref"
OF_CHANGES: Final = "-changes"  # ends the name of a type where only what differs is written
NAME: Final = f"^[a-z0-9][a-z0-9._-]{{0,{LONGEST_EDITION_NAME - 1}}}$"

Schema = dict[str, Any]


def edition_schema(game: Game[Any]) -> Schema:
    """Complete, or with `based_on` only what differs."""
    (root, words), definitions = msgspec.json.schema_components(
        [game.editions.kind, OwnWords], ref_template="#/$defs/{name}"
    )
    board = definitions[root[REFERS].rpartition("/")[2]]
    groups = {name: group for name, group in board["properties"].items() if name != "edition"}
    head: Schema = {
        "game": {"const": game.name, "description": "The game."},
        "edition": {"type": "string", "pattern": NAME, "description": "What the edition is called."},
    }
    base: Schema = {BASED_ON: {"type": "string", "description": "The edition this is a difference to."}}
    more: Schema = {WORDS: words}
    loose = {f"{name}{OF_CHANGES}": as_change(schema) for name, schema in definitions.items()}
    return {
        "$schema": DIALECT,
        "title": f"An edition of {game.name}",
        "type": "object",
        "if": {"required": [BASED_ON]},
        "then": close_schema(
            head | base, {name: as_change(group) for name, group in (groups | more).items()}, ()
        ),
        "else": close_schema(head, groups | more, groups),
        "$defs": definitions | loose,
    }


def close_schema(head: Schema, groups: Schema, required: Iterable[str]) -> Schema:
    """Nothing else may stand there."""
    return {
        "properties": head | groups,
        "required": [*head, *required],
        "additionalProperties": False,
    }


def as_change(schema: Any) -> Any:
    """Nothing is required, null takes away, and of a list single things may be named."""
    if not isinstance(schema, Mapping):
        return schema
    if REFERS in schema:
        return {**schema, REFERS: f"{schema[REFERS]}{OF_CHANGES}"}
    loose = {name: loosen(name, part) for name, part in schema.items() if name != "required"}
    if schema.get("type") == "array" and "items" in schema:
        thing = as_change(schema["items"])
        by_name = {"type": "object", "additionalProperties": {"anyOf": [thing, {"type": "null"}]}}
        return {"anyOf": [dict(schema), by_name]}
    return loose


def loosen(name: str, part: Any) -> Any:
    if name == "properties":
        return {field: {"anyOf": [as_change(kind), {"type": "null"}]} for field, kind in part.items()}
    if name in {"anyOf", "oneOf"}:
        return [as_change(each) for each in part]
    return as_change(part) if name == "additionalProperties" else part

"""A file of an edition, as somebody writes it: complete, or as a difference to an edition that there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.catalogue import GAMES
from games.kernel.editions.admission import imprint_of, misprints, read_board
from games.kernel.editions.changes import Unfitting, apply_changes
from games.kernel.editions.checks import Misprint
from games.kernel.editions.documents import Document, Unreadable, Written, read_written
from games.kernel.editions.naming import find_nameless
from games.kernel.editions.paths import write_path
from games.kernel.editions.registry import HEAD, WORDS, Imprint

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
        """The imprint of a draft without misprints."""
        return imprint_of(self.document)


class Found(NamedTuple):
    """A misprint, and the line of the file that is to blame."""

    line: int
    misprint: Misprint


def built_in_base(game: str, edition: str) -> Document | None:
    editions = GAMES[game].editions
    return editions.document(edition) if edition in editions else None


def read_draft(text: str, bases: Bases = built_in_base) -> Draft:
    """Raises Unreadable where the file gives no board at all."""
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

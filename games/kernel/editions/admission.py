"""From bytes to a board that can be played on, or to everything that is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from games.kernel.editions.checks import Misprint, fault_of
from games.kernel.editions.documents import Document, canonical_form, digest_of, read_canonical
from games.kernel.editions.marks import contradictions
from games.kernel.editions.naming import check_words
from games.kernel.editions.paths import data_in, name_pointer, write_path
from games.kernel.editions.registry import HEAD, LONGEST_EDITION_NAME, WORDS, Imprint
from games.kernel.pointers import locate_misfit

if TYPE_CHECKING:
    from games.kernel.game import Game

_NAME: Final = re.compile(rf"[a-z0-9][a-z0-9._-]{{0,{LONGEST_EDITION_NAME - 1}}}", re.ASCII)


class Misprinted(ValueError):  # noqa: N818  it says what the edition is
    """The edition has misprints: nothing is played on it."""

    def __init__(self, misprints: list[Misprint]) -> None:
        first = misprints[0]
        super().__init__(f"{first.path or 'the whole'}: {first.detail}")
        self.misprints = misprints


def imprint_of(document: Document) -> Imprint:
    canonical = canonical_form(document)
    return Imprint(document["game"], document["edition"], canonical, digest_of(canonical))


def admit(game: Game[Any], canonical: bytes) -> Imprint:
    """Raises Unreadable or Misprinted; what was admitted before is not looked at again."""
    document = read_canonical(canonical)
    found = list(misprints_of_head(game, document))
    if found:
        raise Misprinted(found)
    imprint = Imprint(game.name, document["edition"], canonical, digest_of(canonical))
    if imprint.id not in game.editions:
        game.editions.add(imprint, admitted_board(game, document, imprint.id))
    return imprint


def admitted_board(game: Game[Any], document: Document, edition: str) -> Any:
    found = list(misprints(game, document))
    if found:
        raise Misprinted(found)
    return read_board(game, document, edition)


def read_board(game: Game[Any], document: Document, edition: str) -> Any:
    """Raises msgspec.ValidationError if the document is no board."""
    groups = {name: group for name, group in document.items() if name not in {*HEAD, WORDS}}
    return msgspec.convert({"edition": edition, **groups}, game.editions.kind, str_keys=True)


def misprints(game: Game[Any], document: Document) -> Iterator[Misprint]:
    """All of them, if types and words can be read; otherwise what cannot."""
    found = list(misprints_of_head(game, document))
    yield from found
    if found:
        return
    try:
        board = read_board(game, document, document["edition"])
    except msgspec.ValidationError as failure:
        pointer, said = locate_misfit(failure)
        yield Misprint(fault_of(said), write_path(name_pointer(document, pointer)), "", said)
        return
    strange = list(check_words(document, board))
    yield from strange
    if strange:
        return  # no type has said yet how deep they are
    yield from unprintable(document)
    yield from contradictions(game.editions, document)
    for check in game.checks:
        yield from check(board)


def unprintable(document: Document) -> Iterator[Misprint]:
    """Ids and names stand in pictures and in lines of text."""
    for path, value in data_in(document):
        if not all(said.isprintable() for said in (*path, value) if isinstance(said, str)):
            yield Misprint("impossible", write_path(path), "", "has characters that nobody can print")


def misprints_of_head(game: Game[Any], document: Document) -> Iterator[Misprint]:
    if document.get("game") != game.name:
        yield Misprint("impossible", "/game", "", f"is no edition of {game.name}")
    name = document.get("edition")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        letters = "small letters, digits, '.', '_' and '-'"
        yield Misprint("impossible", "/edition", "", f"a name has {letters}, {LONGEST_EDITION_NAME} at most")
    elif name == game.editions.default:
        yield Misprint("impossible", "/edition", "", "this one is built in: another board needs another name")

"""The editions of a game, as the catalogue tells them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from games.kernel import Game
from games.kernel.editions.changes import differences
from games.kernel.editions.documents import Document
from games.kernel.editions.marks import is_mark, marked_data
from games.kernel.editions.paths import write_path
from games.kernel.editions.registry import HEAD
from games.kernel.quantities import doc
from service.editions.stored import EditionRecord

MARK_SUPPLIED = (
    "supplied"  # the mark of a datum that is not as in the built-in edition, which has it from elsewhere
)


class DatumChanged(msgspec.Struct, frozen=True):
    """A datum in which an edition differs from the default."""

    path: Annotated[str, doc("The names on the way to the datum; in lists things go by their ids.")]
    default: Annotated[str | None, doc("As the default has it, in JSON; null: it has none.")]
    here: Annotated[str | None, doc("As this edition has it, in JSON; null: it has none.")]


class EditionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An edition that new matches may choose."""

    edition: Annotated[str, doc("What matches on it are opened with.")]
    name: Annotated[str, doc("What its file calls it; it may be chosen by this name as well.")]
    digest: Annotated[str, doc("SHA-256 of its canonical form, as the first entry of a match names it.")]
    supplied_by: Annotated[str | None, doc("Who supplied it; null: it is built in, or nobody says.")]
    based_on: Annotated[str | None, doc("The edition its file says the difference to; null: none.")]
    changed: Annotated[list[DatumChanged], doc("What differs from the default.")]
    sources: Annotated[
        dict[str, str],
        doc(
            "Where each datum comes from, by its path: `rulebook`, `derived`, `web`, `reconstructed`, or"
            " `supplied` where it is not as in the default."
        ),
    ]


def describe_editions(game: Game[Any], told: tuple[tuple[str, EditionRecord], ...]) -> list[EditionAnswer]:
    """Return the answers, the default first. Each edition must be known to this process."""
    editions = game.editions
    first = EditionAnswer(
        edition=editions.default,
        name=editions.default,
        digest=editions.imprint(editions.default).digest,
        supplied_by=None,
        based_on=None,
        changed=[],
        sources=sources_of(editions.built_in, set()),
    )
    return [first, *(describe_edition(game, edition, each) for edition, each in told)]


def describe_edition(game: Game[Any], edition: str, told: EditionRecord) -> EditionAnswer:
    document = game.editions.document(edition)
    changed = list(changes_in(game.editions.built_in, document))
    return EditionAnswer(
        edition=edition,
        name=told.name,
        digest=told.digest,
        supplied_by=told.supplied_by,
        based_on=told.based_on,
        changed=changed,
        sources=sources_of(document, {datum.path for datum in changed}),
    )


def changes_in(default: Document, document: Document) -> Iterator[DatumChanged]:
    for difference in differences(default, document):
        if difference.path[0] not in HEAD and not is_mark(difference.path):
            here, there = in_json(difference.here), in_json(difference.there)
            yield DatumChanged(write_path(difference.path), here, there)


def sources_of(document: Document, changed: set[str]) -> dict[str, str]:
    """Return sources by path: what somebody has corrected is from their copy, whatever the group says."""
    marks = {write_path(path): mark for path, _, mark in marked_data(document)}
    return {path: MARK_SUPPLIED if path in changed else mark for path, mark in marks.items()}


def in_json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()

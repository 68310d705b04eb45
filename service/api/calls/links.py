"""Where the parts of a match are: a client that has opened one or sits in it needs to know no path."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.kernel.quantities import doc
from service.api.urls import match_link


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """Where the parts of a match are."""

    match: Annotated[str, doc("The match itself.")]
    table: Annotated[str, doc("The table of the game.")]
    commands: Annotated[str, doc("The open question and its answers; answers go there too.")]
    entries: Annotated[str, doc("The book: all that happened.")]
    score: Annotated[str, doc("The score sheet.")]
    story: Annotated[str, doc("All that happened, in sentences.")]
    review: Annotated[str, doc("The review: what decisions cost and what luck did. Asked for after the end.")]
    seats: Annotated[str, doc("Where players sit down.")]
    forks: Annotated[str, doc("Matches that go on from a version of this one; new ones are opened there.")]


def links_of_match(match: str) -> Links:
    parts = {part: match_link(match, part) for part in Links.__struct_fields__ if part != "match"}
    return Links(match=match_link(match), **parts)

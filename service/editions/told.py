"""What a house tells of an edition besides its board."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.kernel.quantities import doc


class EditionTold(msgspec.Struct, frozen=True, kw_only=True):
    """It is no part of the edition, so a name in it can be forgotten."""

    name: Annotated[str, doc("What its file calls it.")]
    digest: Annotated[str, doc("SHA-256 of its canonical form.")]
    at: Annotated[int, doc("Since when it is here, UTC milliseconds.")]
    supplied_by: Annotated[str | None, doc("Who supplied it, as the operator says; null: nobody says.")] = (
        None
    )
    based_on: Annotated[str | None, doc("The edition its file says the difference to; null: none.")] = None
    came_with: Annotated[str | None, doc("The imported match that brought it; null: the operator did.")] = (
        None
    )
    offered: Annotated[bool, doc("Whether new matches may choose it.")] = True

"""Which edition of a game a query names."""

from __future__ import annotations

from typing import Any

from marshmallow import fields
from marshmallow.validate import Length

from games.kernel import Game
from games.kernel.quantities import LONGEST_ID
from service.api.body import describe_unfit_query
from service.api.call import Call
from service.api.schemas.kit import InLanguage
from service.editions.known import find_edition, offered_editions
from service.problem_detail import Detail


class OnEdition(InLanguage):
    """In which language to answer, and for which edition."""

    edition = fields.String(
        validate=Length(1, LONGEST_ID),
        metadata={
            "description": "The edition of the printed board, as a match names it, or by the name of one that"
            " is offered; left out: the default."
        },
    )


def read_edition(call: Call, game: Game[Any]) -> str:
    """As the query says, else the default; raises Malformed for one that this server does not have."""
    wanted = call.query.get("edition", game.editions.default)
    found = find_edition(call.matches.store, game, wanted)
    if found is None:
        offered = list(offered_editions(call.matches.store, game))
        known = Detail("editions_of_game", {"game": game.name, "editions": offered})
        raise describe_unfit_query({"edition": known})
    return found

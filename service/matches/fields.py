"""Types of fields that many answers share, each described once.

Those that only a game can fill in name the unions of all games in the OpenAPI document.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from games.kernel.quantities import doc
from games.match.state import Status

MatchId = Annotated[str, doc("The id of the match.")]
MatchVersion = Annotated[int, doc("The version of the match: how many entries of its book are meant.")]
VersionHash = Annotated[str, doc("The hash of the entry of that version, in hexadecimal.")]
MatchStatus = Annotated[Status, doc("How far the match is; `abandoned` if it ended without a result.")]
MatchRound = Annotated[int, doc("The round, counted from 1; 0 before the first.")]
SeatOnTurn = Annotated[int | None, doc("The seat that is asked, counted from 0; null while none is.")]
OpenedAt = Annotated[int, doc("When the match was opened, UTC milliseconds.")]
TouchedAt = Annotated[int, doc("When its newest entry was written, UTC milliseconds.")]
UnreadableMatches = Annotated[
    list[str] | msgspec.UnsetType,
    doc("The ids of matches that belong here and whose records cannot be read; absent where there are none."),
]
GameId = Annotated[str, doc("The game, by its name in paths and bodies.")]
EditionId = Annotated[str, doc("The edition of the printed board.")]
RulesName = Annotated[str, doc("The rules by which it is played, such as `schiefer/1`.")]
SeedCommitment = Annotated[
    str, doc("The promise of all luck, made before the match; docs/fairness.md checks it.")
]
ShownRating = Annotated[float, doc("What is almost certain of the strength: mu - 3 sigma.")]
RatingMean = Annotated[float, doc("The estimated strength.")]
RatingDeviation = Annotated[float, doc("How uncertain that estimate is.")]
RatedMatches = Annotated[int, doc("How many rated matches count.")]
MatchesWon = Annotated[int, doc("How many of them were won, shared first places included.")]


def _named(name: str, *, or_null: bool = False) -> msgspec.Meta:
    there: dict[str, Any] = {"$ref": f"#/components/schemas/{name}"}
    return msgspec.Meta(extra_json_schema={"anyOf": [there, {"type": "null"}]} if or_null else there)


AnyCommand = Annotated[Any, _named("Command")]
UnreadCommand = Annotated[msgspec.Raw, _named("Command"), doc("The command.")]
AnyEvent = Annotated[Any, _named("Event")]
QuestionOrNone = Annotated[Any, _named("Question", or_null=True)]
OpenQuestion = Annotated[QuestionOrNone, doc("The open question; null while none is.")]
AnyTable = Annotated[Any, _named("Table")]
ViewOrNone = Annotated[Any, _named("View", or_null=True)]
AnyLayout = Annotated[Any, _named("Layout")]
AnyOptions = Annotated[Any, _named("Options")]
AnyProblem = Annotated[dict[str, Any], _named("Problem")]
AnyBoard = Annotated[Any, _named("Board")]

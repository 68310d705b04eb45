"""What would follow from commands, until somebody else has to speak or luck is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NoReturn

import msgspec

from games.kernel import Chance, Command, Event, Play, Refused
from games.kernel.quantities import doc
from games.match.actor import Actor
from games.match.permits import is_permitted
from games.match.play import check_game, copy_match
from games.match.refusals import NotPermitted
from games.match.state import Match
from service.matches.fields import MatchId, MatchVersion, VersionHash
from service.matches.live import Live
from service.matches.refusals import problem_of
from service.queries.game_types import AnyEvent, QuestionOrNone
from service.queries.pictures.tables import draw_match
from service.queries.story import SILENT, Teller

Stop = Literal["question", "luck", "end"]
StoryText = Annotated[str, msgspec.Meta(max_length=2000)]


class PreviewAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing was written. The seed was never looked at, so what luck decides is not in it."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    commands: Annotated[
        int, doc("Of how many commands the consequences are shown, the last perhaps in part.")
    ]
    events: Annotated[list[AnyEvent], doc("What would happen, up to the next question or draw of luck.")]
    story: Annotated[list[StoryText], doc("The events in words, a line for each that tells something.")]
    stopped: Annotated[
        Stop, doc("Whether the next question, a draw of luck or the end of the game ends the preview.")
    ]
    question: Annotated[
        QuestionOrNone, doc("The question that would be asked next; null if luck or the end comes first.")
    ]
    picture: Annotated[
        str | msgspec.UnsetType,
        doc("With `with=picture`: the table as it would be, as plain SVG, up to where the preview stops."),
    ] = msgspec.UNSET


class _LuckWanted(Exception):  # noqa: N818  it is where a preview ends
    pass


class _NoLuck(Chance):
    def next_below(self, bound: int) -> NoReturn:
        raise _LuckWanted(bound)


def try_commands(
    live: Live,
    actor: Actor,
    commands: Iterable[Command],
    teller: Teller,
    *,
    drawn: bool,
) -> PreviewAnswer:
    """Refused as the commands themselves would be. The table as it would be is only `drawn` if wanted."""
    match, events, shown = copy_match(live.match), list[Event](), 0
    stopped: Stop = "question"
    for command in commands:
        shown += 1
        try:
            stopped = carry_out(match, actor, command, events)
        except Refused as refusal:
            raise problem_of(refusal, live) from refusal
        if stopped == "luck":
            break
    agenda = match.table.agenda if stopped == "question" else ()
    question = agenda[0] if agenda else None
    return PreviewAnswer(
        match=match.id,
        version=live.version,
        hash=live.hash,
        commands=shown,
        events=events,
        story=[teller.text(event) for event in events if not isinstance(event, SILENT)],
        stopped=stopped,
        question=question,
        picture=draw_match(match, question, teller.lang) if drawn else msgspec.UNSET,
    )


def carry_out(match: Match, actor: Actor, command: Command, events: list[Event]) -> Stop:
    """On a match that is ours to change."""
    if not is_permitted(match, actor, command):
        raise NotPermitted(None, command)
    check_game(match, actor, command)
    play = Play(match.rules.rules, match.table, _NoLuck())
    try:
        play.answer(command)
    except _LuckWanted:
        return "luck"
    finally:
        events += play.events
    return "question" if play.agenda else "end"

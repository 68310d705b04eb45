"""Describe the open question with every option in words, and preview what would follow from commands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NoReturn

import msgspec

from games.kernel import Barred, Chance, Command, Event, Play, Question, Refused
from games.kernel.quantities import doc
from games.match.actor import Actor
from games.match.permits import is_permitted
from games.match.play import check_game, copy_match
from games.match.refusals import NotPermitted
from games.match.state import Match
from service.matches.fields import (
    AnyCommand,
    AnyEvent,
    MatchId,
    MatchStatus,
    MatchVersion,
    OpenQuestion,
    QuestionOrNone,
    SeatOnTurn,
    VersionHash,
)
from service.matches.index import question_of
from service.matches.refusals import problem_of
from service.matches.repository import CurrentMatch
from service.queries.actions import (
    Action,
    Addressee,
    BarredAction,
    HttpCall,
    WaitsFor,
    describe_waiting,
    list_actions,
)
from service.queries.entries import SILENT, Teller
from service.queries.overview import seat_named
from service.queries.pictures import draw_match
from service.queries.positions import Position
from service.queries.rules import rule_url


class Offered(msgspec.Struct, frozen=True, kw_only=True):
    """A command that answers the open question."""

    command: Annotated[AnyCommand, doc("The command, to be sent back as it is.")]
    label: Annotated[str, doc("What the command does, for a button; in the language of the answer.")]


class BarredOffer(Offered, frozen=True, kw_only=True):
    """A command that is shown, but may not be given now."""

    reason: Annotated[str, doc("The code of the reason; a refusal has the same.")]
    rule: Annotated[str, doc("The id of the rule behind it.")]
    words: Annotated[str, doc("The reason in words, in the language of the answer.")]
    rule_url: Annotated[str, doc("Where people read that rule.")]


class CommandsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the match waits for, every command that answers its question, and what else may be done."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    status: MatchStatus
    turn: SeatOnTurn
    question: OpenQuestion
    prompt: Annotated[str | None, doc("The question in words; null while none is open.")]
    commands: Annotated[list[Offered], doc("Every legal answer; empty while no question is open.")]
    barred: Annotated[
        list[BarredOffer], doc("What the game shows besides, and why it may not be chosen now.")
    ]
    send: Annotated[HttpCall | None, doc("Where to send one of `commands`; null: nobody can answer.")]
    waits_for: Annotated[WaitsFor, doc("What the match waits for, and whom.")]
    actions: Annotated[list[Action], doc("What else the caller may do, ready to be sent.")]
    barred_actions: Annotated[list[BarredAction], doc("What is the caller's, but not open now.")]


def describe_offers(seen: Position, addressee: Addressee) -> CommandsAnswer:
    question = question_of(seen.match)
    names = addressee.name_seats(seen.match)
    wording = Wording(seen.match, names, addressee.lang)
    actions = list_actions(seen, addressee)
    game, table = seen.match.rules, seen.match.table
    shown = list(game.rules.offers(table, question)) if question else []
    return CommandsAnswer(
        match=seen.match.id,
        version=seen.version,
        hash=seen.hash,
        status=seen.match.status,
        turn=question.seat if question else None,
        question=question,
        prompt=wording.prompt(question) if question else None,
        commands=[wording.offered(offer) for offer in shown if not isinstance(offer, Barred)],
        barred=[wording.barred(offer) for offer in shown if isinstance(offer, Barred)],
        send=addressee.calls.answer(seen.match.id) if question and seen.playable else None,
        waits_for=describe_waiting(seen.match, addressee, imported=seen.imported),
        actions=actions.open,
        barred_actions=actions.barred,
    )


class Wording:
    """The words of one position in one language."""

    def __init__(self, match: Match, seats: list[str], lang: str) -> None:
        self.match = match
        self.words = match.rules.words_of(match.edition)
        self.seats = seats
        self.lang = lang

    def prompt(self, question: Question) -> str:
        facts = self.match.rules.wording(self.match.table, question)
        more = facts | seat_named(question, self.seats)
        return self.words.said("questions", question, self.lang, **more)

    def label(self, command: Command) -> str:
        more = self.match.rules.wording(self.match.table, command) | seat_named(command, self.seats)
        return self.words.said("commands", command, self.lang, **more)

    def offered(self, command: Command) -> Offered:
        return Offered(command=command, label=self.label(command))

    def barred(self, offer: Barred) -> BarredOffer:
        return BarredOffer(
            command=offer.command,
            label=self.label(offer.command),
            reason=offer.reason.code,
            rule=offer.reason.rule,
            rule_url=rule_url(offer.reason.rule),
            words=self.words.text("reasons", offer.reason.code, self.lang),
        )


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
    live: CurrentMatch,
    actor: Actor,
    commands: Iterable[Command],
    teller: Teller,
    *,
    drawn: bool,
) -> PreviewAnswer:
    """Preview commands, or raise what the commands themselves would raise.

    The table as it would be is only `drawn` if wanted.
    """
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
    """Apply a command to a match in place, up to the next question or draw of luck."""
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

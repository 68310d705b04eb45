"""The open question with every option, ready to be sent back, and in words."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.kernel import Barred, Command, Question
from games.kernel.quantities import doc
from games.match.state import Match
from service.matches.fields import MatchId, MatchStatus, MatchVersion, SeatOnTurn, VersionHash
from service.matches.summary import question_of
from service.queries.asking.actions import Action, BarredAction, list_actions
from service.queries.asking.addressee import Addressee, HttpCall
from service.queries.asking.waiting import WaitsFor, describe_waiting
from service.queries.game_types import AnyCommand, OpenQuestion
from service.queries.names import seat_named
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

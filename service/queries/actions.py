"""Describe what a match waits for and what a reader may do besides answering, ready to be sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple, Protocol

import msgspec

from events.store import Store
from games.kernel import Barred, Command, Game, tag_of
from games.kernel.quantities import EACH_ONCE, MOST_SEATS, Seat, doc
from games.match.actor import GUEST, HOST, Actor
from games.match.asking.awaited import find_awaited, find_pause_voters
from games.match.asking.choices import list_choices
from games.match.commands import AnswerPause, AnswerUndo, LeaveSeat, RenewToken, SeatBot, TakeSeat, Undo
from games.match.past import Past, WayBack
from games.match.quantities import Level
from games.match.rulebook import Offers
from games.match.state import Match, MindName
from games.match.undo import voters
from games.match.words import WORDS
from service.matches.opening import Rematch, may_rematch
from service.matches.records.analysis import AskReview
from service.matches.records.people import Person
from service.matches.repository import RecentAnswers
from service.players.names import SEAT_NAMES
from service.queries.entries import Teller
from service.queries.overview import name_seats
from service.queries.positions import Position
from service.queries.rules import rule_url

Method = Literal["POST", "PUT", "DELETE"]
Path = Annotated[str, msgspec.Meta(max_length=2000)]


class HttpCall(msgspec.Struct, frozen=True, kw_only=True):
    """A request that is ready to be sent, with the token of the request it was answered to."""

    method: Annotated[Method, doc("The method.")]
    path: Annotated[Path, doc("The path with its query, on the same host.")]


class Calls(Protocol):
    """How something is sent, which only the API knows."""

    def open(self) -> HttpCall:
        """Return the request that opens a match."""

    def act(self, match: str, command: Command) -> HttpCall:
        """Return the request that carries out a command of the match."""

    def answer(self, match: str) -> HttpCall:
        """Return the request that takes an answer to the game's question."""


@dataclass(frozen=True, slots=True)
class Addressee:
    store: Store
    people: dict[int, Person]
    lang: str
    calls: Calls

    def name_seats(self, match: Match) -> list[str]:
        return name_seats(match, self.people, self.lang)


LAST_MOMENT: Final = 10**15 - 1

Kind = Literal["players", "start", "answer", "bot", "vote", "pause", "over", "elsewhere"]
Seats = Annotated[list[Seat], EACH_ONCE, msgspec.Meta(max_length=MOST_SEATS)]
Version = Annotated[int, msgspec.Meta(ge=0, le=LAST_MOMENT, description="A version of the match.")]
Moment = Annotated[int, msgspec.Meta(ge=0, le=LAST_MOMENT, description="UTC, in milliseconds since 1970.")]


class UndoRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is voted on: the request of a seat to go back (GB-11)."""

    seat: Annotated[Seat, doc("The seat that asks.")]
    to: Annotated[Version, doc("The version after which things would stand as they stood.")]
    agreed: Annotated[Seats, doc("The seats that have agreed already.")]


class PauseRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A pause that a seat asks for (GB-18); the game goes on until every other person has agreed."""

    seat: Annotated[Seat, doc("The seat that asks.")]
    agreed: Annotated[Seats, doc("The seats that have agreed already.")]
    seats: Annotated[Seats, doc("The seats that still have to answer; no clock runs for it.")]
    words: Annotated[str, msgspec.Meta(max_length=2000), doc("The request in words.")]


class WaitsFor(msgspec.Struct, frozen=True, kw_only=True):
    """What the match waits for, and whom."""

    kind: Annotated[
        Kind,
        doc(
            "`players` for free seats, `start` for the host, `answer` for a person, `bot` for a bot, `vote` "
            "for answers to a request to go back, `pause` for the end of a pause, `over` for nothing any "
            "more, `elsewhere` for nothing here: the match was played on another server."
        ),
    ]
    seats: Annotated[
        Seats,
        doc("Who can end the waiting; of `players` the free seats, empty where it is nobody in a seat."),
    ]
    until: Annotated[Moment | None, doc("When the clock ends the waiting, UTC in milliseconds; null: never.")]
    words: Annotated[
        str, msgspec.Meta(max_length=2000), doc("In words; a pause that is asked for has its own.")
    ]
    request: Annotated[UndoRequest | None, doc("Of a `vote`: what is voted on.")]
    pause: Annotated[
        PauseRequest | None, doc("A pause that is asked for, whatever else the match waits for.")
    ]


def describe_waiting(match: Match, addressee: Addressee, *, imported: bool) -> WaitsFor:
    awaited, seats = find_awaited(match), addressee.name_seats(match)
    kind: Kind = "elsewhere" if imported and awaited.kind != "over" else awaited.kind
    named: dict[str, Any] = {"seats": [seats[seat] for seat in awaited.seats]}
    if match.vote is not None:
        named |= {"seat": seats[match.vote.seat], "to": match.vote.to}
    here = kind == awaited.kind
    return WaitsFor(
        kind=kind,
        seats=awaited.seats if here else [],
        until=match.deadline if here else None,
        words=WORDS.text("waits", kind, addressee.lang, **named),
        request=describe_request(match) if here else None,
        pause=describe_pause(match, seats, addressee.lang) if here else None,
    )


def describe_request(match: Match) -> UndoRequest | None:
    vote = match.vote
    if vote is None or match.status != "running":
        return None
    return UndoRequest(seat=vote.seat, to=vote.to, agreed=list(vote.agreed))


def describe_pause(match: Match, names: list[str], lang: str) -> PauseRequest | None:
    wish = match.pause
    if wish is None or match.status != "running":
        return None
    voters = find_pause_voters(match)
    return PauseRequest(
        seat=wish.seat,
        agreed=list(wish.agreed),
        seats=voters,
        words=WORDS.text(
            "waits", "pause_request", lang, seat=names[wish.seat], seats=[names[seat] for seat in voters]
        ),
    )


Label = Annotated[str, msgspec.Meta(max_length=2000)]
SeatCount = Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
Versions = Annotated[list[Version], EACH_ONCE, msgspec.Meta(max_length=10_000)]
OperationName = Literal[
    "open_match",
    "take_seat",
    "leave_seat",
    "seat_bot",
    "renew_token",
    "start_match",
    "cancel_match",
    "undo",
    "redo",
    "answer_undo",
    "pause",
    "answer_pause",
    "resume",
    "ask_advice",
    "resign",
    "rematch",
    "ask_review",
]


class ActionBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What to send; only what this action says stands in it."""

    game: Annotated[str | msgspec.UnsetType, doc("The game that is opened.")] = msgspec.UNSET
    seats: Annotated[SeatCount | msgspec.UnsetType, doc("For how many players.")] = msgspec.UNSET
    seat: Annotated[Seat | msgspec.UnsetType, doc("The seat it is about.")] = msgspec.UNSET
    mind: Annotated[MindName | msgspec.UnsetType, doc("How the bot chooses.")] = msgspec.UNSET
    level: Annotated[Level | msgspec.UnsetType, doc("How strong the bot is.")] = msgspec.UNSET
    to: Annotated[Version | msgspec.UnsetType, doc("The version to go back to.")] = msgspec.UNSET
    agree: Annotated[bool | msgspec.UnsetType, doc("Yes or no.")] = msgspec.UNSET


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """What going back to a version means."""

    to: Annotated[Version, doc("Things will stand as after this version.")]
    undoes: Annotated[Versions, doc("The answers that are taken back, oldest first, each by its version.")]
    voters: Annotated[Seats, doc("Who must agree first (GB-11); empty: it is done at once (GB-9).")]


class Action(HttpCall, frozen=True, kw_only=True):
    """Something that the caller may do besides answering the question."""

    operation: Annotated[OperationName, doc("The `operationId` of the call in this document.")]
    label: Annotated[Label, doc("What it does, in words.")]
    body: Annotated[ActionBody | None, doc("The JSON to send; null: none is needed.")]
    back: Annotated[Consequence | None, doc("Of `undo`: where it leads, and who must agree.")]


class BarredAction(Action, frozen=True, kw_only=True):
    """Something of the caller's that is not open now."""

    reason: Annotated[Label, doc("Why not, as a code.")]
    rule: Annotated[Label, doc("The rule that says so.")]
    rule_url: Annotated[Label, doc("Where people read that rule.")]
    words: Annotated[Label, doc("Why not, in words.")]


class Actions(NamedTuple):
    open: list[Action]
    barred: list[BarredAction]


def list_actions(seen: Position, addressee: Addressee) -> Actions:
    """Return the actions of the caller, open and barred; none at a past version.

    A match played elsewhere can at most be reviewed.
    """
    found = Actions([], [])
    if seen.over and not seen.settled:
        found.open.append(offer_afterwards(seen, AskReview(), addressee))
    if not seen.playable:
        return found
    # a seat is taken by a guest, whoever it is, or by somebody invited
    for actor in dict.fromkeys((seen.caller, seen.caller if seen.caller.is_invited else GUEST)):
        lister = ActionLister(seen, actor, addressee)
        for choice in lister.choices():
            if isinstance(choice, Barred):
                found.barred.append(lister.describe_barred(choice))
            else:
                found.open.append(Action(**lister.describe(choice)))
    if may_rematch(seen.match, seen.caller):
        found.open.append(offer_afterwards(seen, Rematch(), addressee))
    return found


def offer_afterwards(seen: Position, wish: Rematch | AskReview, addressee: Addressee) -> Action:
    """GB-33, GB-35: describe what no book holds, a rematch or a review."""
    call = addressee.calls.act(seen.match.id, wish)
    operation: OperationName = "rematch" if isinstance(wish, Rematch) else "ask_review"
    return Action(
        operation=operation,
        method=call.method,
        path=call.path,
        body=None,
        label=WORDS.text("actions", operation, addressee.lang),
        back=None,
    )


def list_openings(game: Game[Any], lang: str, calls: Calls) -> list[Action]:
    """Return how to open a match of the game, for each number of players."""
    call = calls.open()
    return [
        Action(
            operation="open_match",
            method=call.method,
            path=call.path,
            body=ActionBody(game=game.name, seats=seats),
            label=WORDS.text("actions", "open_match", lang, game=game.name, seats=seats),
            back=None,
        )
        for seats in game.seats
    ]


class ActionLister:
    """The actions of one actor."""

    def __init__(self, seen: Position, actor: Actor, addressee: Addressee) -> None:
        self.seen = seen
        self.match = seen.match
        self.actor = actor
        self.addressee = addressee
        self.lang = addressee.lang

    @cached_property
    def recent(self) -> RecentAnswers:
        """Read the last answers, only for somebody who may go back."""
        return RecentAnswers(self.addressee.store, self.match.id, self.seen.version)

    def choices(self) -> Offers:
        found = list_choices(self.match, self.actor, Past(way_back=self.way_back), self.ways())
        return (choice for choice in found if not self.is_for_client(choice))

    def is_for_client(self, choice: Command | Barred) -> bool:
        """GB-31: return whether only a client may renew the token.

        For whom a client vouches, no host renews a token; only the record of the person shows it.
        """
        command = choice.command if isinstance(choice, Barred) else choice
        if self.actor != HOST or not isinstance(command, RenewToken):
            return False
        person = self.addressee.people.get(command.seat)
        return person is not None and person.vouched_player is not None

    def ways(self) -> Iterator[int]:
        yield from self.recent.list_ways()

    def way_back(self, to: int) -> WayBack:
        return self.recent.way_back(to)

    def describe(self, command: Command) -> dict[str, Any]:
        call = self.addressee.calls.act(self.match.id, command)
        back = self.describe_way(command) if isinstance(command, Undo) and command.to else None
        return {
            "operation": tag_of(type(command)),
            "method": call.method,
            "path": call.path,
            "body": body_of(command),
            "label": self.word(command, back),
            "back": back,
        }

    def describe_barred(self, barred: Barred) -> BarredAction:
        return BarredAction(
            **self.describe(barred.command),
            reason=barred.reason.code,
            rule=barred.reason.rule,
            rule_url=rule_url(barred.reason.rule),
            words=WORDS.text("reasons", barred.reason.code, self.lang),
        )

    def describe_way(self, command: Undo) -> Consequence:
        way = self.way_back(command.to)
        seat = self.actor.seat
        return Consequence(
            to=command.to,
            undoes=[turn.version for turn in way.since],
            voters=sorted(voters(self.match, seat, way)) if seat is not None else [],
        )

    def word(self, command: Command, back: Consequence | None) -> str:
        code, more = tag_of(type(command)), dict[str, Any]()
        match command:
            case TakeSeat(seat=seat):
                more = {"place": SEAT_NAMES[self.lang].format(seat + 1)}
            case RenewToken(seat=seat):
                more = {"place": SEAT_NAMES[self.lang].format(seat + 1)}
            case LeaveSeat(seat=seat):
                code = "leave_seat" if seat == self.actor.seat else "clear_seat"
                more = {"place": SEAT_NAMES[self.lang].format(seat + 1)}
            case SeatBot(seat=seat, bot=bot):
                more = {"place": SEAT_NAMES[self.lang].format(seat + 1), "mind": bot.name}
            case AnswerUndo(agree=agree):
                code = self.code_of_vote("undo", self.match.open_vote.seat, agree=agree)
            case AnswerPause(agree=agree) if self.match.pause is not None:
                code = self.code_of_vote("pause", self.match.pause.seat, agree=agree)
            case AnswerPause(agree=agree):
                code = self.code_of_vote("pause", None, agree=agree)
            case Undo() if back is not None:
                code, more = self.word_way(back)
        return WORDS.text("actions", code, self.lang, **more)

    def code_of_vote(self, about: str, asker: int | None, *, agree: bool) -> str:
        if agree:
            return f"agree_to_{about}"
        return f"withdraw_{about}" if asker == self.actor.seat else f"refuse_{about}"

    def word_way(self, back: Consequence) -> tuple[str, dict[str, Any]]:
        asks = "ask_to_" if back.voters else ""
        text = self.tell(back.undoes[0]) if back.undoes else None
        return (f"{asks}undo_before", {"text": text}) if text else (f"{asks}undo_to", {"to": back.to})

    def tell(self, version: int) -> str | None:
        """Return what the answer of that version did, by the first of its events that has words."""
        seats = self.addressee.name_seats(self.match)
        teller = Teller(self.match.rules, self.match.edition, self.lang, seats)
        entries = [entry for entry in self.recent.entries if entry.version == version]
        return next((line.text for line in teller.lines(entries, lambda _: True)), None)


def body_of(command: Command) -> ActionBody | None:
    match command:
        case TakeSeat(seat=seat):
            return ActionBody(seat=seat)
        case SeatBot(bot=bot):
            return ActionBody(mind=bot.mind, level=msgspec.UNSET if bot.level is None else bot.level)
        case Undo(to=to):
            return ActionBody(to=to)
        case AnswerUndo(agree=agree) | AnswerPause(agree=agree):
            return ActionBody(agree=agree)
    return None

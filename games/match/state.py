"""Who sits where and how far the match is."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from games.catalogue import GAMES
from games.kernel import Game
from games.kernel.quantities import MOST_SEATS, Edition, doc
from games.match.agenda import MatchItem
from games.match.quantities import (
    ENTRIES_OF_UNDO,
    QUESTIONS_AT_ONCE,
    DrawNumber,
    Duration,
    GameName,
    Level,
    MatchId,
    Milliseconds,
    Moment,
    SeatNumber,
    Seconds,
    SecondsOfClock,
    Seed,
    Sha256,
    SomeSeats,
    Version,
    Versions,
    Words,
)

Status = Literal["open", "running", "finished", "abandoned"]
Visibility = Literal["public", "unlisted", "private"]
MindName = Literal["random", "greedy", "search", "level"]
PersonalityName = Literal["builder", "hoarder", "racer"]
Resigning = Literal["bot", "end"]
UndoPolicy = Literal["off", "own", "consent"]
Expiry = Literal["bot_answers", "bot_takes_over", "match_ends"]
Renewal = Literal["vouched", "host"]  # GB-31: who may renew a lost token, besides the person in the seat
Advising = Literal["off", "on"]  # GB-34: whether whoever is asked may ask the strongest mind
Laws = Literal[1, 2, 3]  # GB-29: which edition of the rules of a match

LAWS_TODAY: Final[Laws] = 3
DEFAULT_MILLISECONDS: Final = 500  # for an answer
LONGEST_WAIT: Final = 1.5  # times what a bot may think: then it answers, however busy the machine is
MILLISECONDS_OF_LEVEL: Final = (0, 0, 0, 20, 100, 1000)  # for an answer, from the lowest level on


class Bot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a seat is played without a person."""

    mind: Annotated[MindName, doc("How it chooses.")]
    milliseconds: Annotated[
        Milliseconds | None, doc("How long an answer may take; only `search` has such a time.")
    ] = None
    level: Annotated[Level | None, doc("How strong it is; only for the mind `level`.")] = None
    personality: Annotated[
        PersonalityName | None, doc("What it likes among options that are nearly as good; only for a level.")
    ] = None

    @property
    def thinks(self) -> int:
        """How long an answer may take, in milliseconds."""
        if self.level is not None:
            return MILLISECONDS_OF_LEVEL[self.level - 1]
        if self.mind != "search":
            return 0
        return DEFAULT_MILLISECONDS if self.milliseconds is None else self.milliseconds

    @property
    def name(self) -> str:
        """The name of its kind: bots of the same name share a rating."""
        if self.mind == "search" and self.thinks != DEFAULT_MILLISECONDS:
            return f"{self.mind}:{self.thinks}"
        level = "" if self.level is None else str(self.level)
        return f"{self.mind}{level}" if self.personality is None else f"{self.mind}{level}-{self.personality}"


STAND_IN: Final = Bot("greedy")  # unless another is named


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long people may think, and what becomes of a question when their time runs out."""

    kind: Annotated[
        Literal["per_answer", "bank"], doc("Whether each answer has its own time, or all share a bank.")
    ]
    seconds: Annotated[SecondsOfClock, doc("For each answer, or in the bank.")]
    increment: Annotated[Seconds, doc("What goes into the bank with each answer.")] = 0
    on_expiry: Annotated[Expiry, doc("What follows when the time runs out.")] = "bot_answers"


class Ticking(msgspec.Struct, frozen=True):
    """Whose time runs. UTC milliseconds."""

    seat: Annotated[SeatNumber, doc("Whose time runs.")]
    since: Annotated[Moment, doc("Since when, in UTC milliseconds.")]
    until: Annotated[Moment, doc("When it has run out, in UTC milliseconds.")]


class Seat(msgspec.Struct):
    """A place at the table, and who plays it."""

    taken: Annotated[bool, doc("Whether somebody sits there.")] = False
    bot: Annotated[Bot | None, doc("The bot that plays it.")] = None
    words: Annotated[Words, doc("The player's own words, for the luck.")] = ""
    left: Annotated[Duration, doc("Milliseconds to think, while its clock stands still.")] = 0


class Vote(msgspec.Struct, frozen=True):
    """A request to go back that the other people have to agree to."""

    seat: Annotated[SeatNumber, doc("Who asks.")]
    to: Annotated[Version, doc("The version to go back to.")]
    until: Annotated[Moment, doc("After that the request is void, in UTC milliseconds.")]
    agreed: Annotated[SomeSeats, doc("Who has agreed.")] = ()


class PauseWish(msgspec.Struct, frozen=True):
    """A request to stop the clock that the other people have to agree to; nothing waits for it."""

    seat: Annotated[SeatNumber, doc("Who asks.")]
    agreed: Annotated[SomeSeats, doc("Who has agreed.")] = ()


class Struck(msgspec.Struct, frozen=True):
    """Entries that an undo struck out, and who may bring them back."""

    seat: Annotated[SeatNumber, doc("Who went back, and may go forward again.")]
    versions: Annotated[Versions, doc("The entries that were struck out.")]
    asked: Annotated[SeatNumber | None, doc("The seat whose turn it was before the undo.")] = None


class Parent(msgspec.Struct, frozen=True):
    """Where a fork comes from: a match after one of its entries."""

    match: Annotated[MatchId, doc("The match it comes from.")]
    version: Annotated[Version, doc("After which of its entries.")]
    hash: Annotated[Sha256, doc("The hash of that entry.")]


class NothingOpen(ValueError):  # noqa: N818  what it says
    """The rules offer no answer to what nobody has asked, so only a made-up book leads here."""


class Match(msgspec.Struct, kw_only=True):
    """A match, with the table of its game in it."""

    id: Annotated[MatchId, doc("The id of the match.")]
    game: GameName
    edition: Edition
    visibility: Annotated[Visibility, doc("Who may see it.")]
    resigning: Annotated[Resigning, doc("Whether a resigned seat goes to a bot, or the match ends.")]
    undo: Annotated[UndoPolicy, doc("What may be undone.")]
    clock: Annotated[Clock | None, doc("How long people may think; null: as long as they like.")] = None
    parent: Annotated[Parent | None, doc("Where a fork comes from.")] = None
    laws: Annotated[Laws, doc("Which edition of the rules of a match it was opened under.")] = 1
    rated: Annotated[
        bool | None, doc("Whether it counts for ratings; null under the first laws, which did not ask.")
    ] = None
    gathers_until: Annotated[Moment | None, doc("When it ends unless it was started; null: never.")] = None
    renewal: Annotated[Renewal, doc("Who may renew a lost token, besides the person in the seat.")] = (
        "vouched"
    )
    reserved: Annotated[SomeSeats, doc("Seats kept for those who are invited.")] = ()
    rematch_of: Annotated[MatchId | None, doc("The match that was played before.")] = None
    advice: Annotated[Advising, doc("Whether whoever is asked may have advice.")] = "off"
    commitment: Annotated[Sha256, doc("SHA-256 of the secret seed.")]
    seats: Annotated[list[Seat], Meta(max_length=MOST_SEATS, description="The seats, in order.")]
    status: Annotated[Status, doc("How far it is.")] = "open"
    draws: Annotated[DrawNumber, doc("How many were made, and so the number of the next one.")] = 0
    seed: Annotated[Seed | None, doc("The seed, disclosed at the end.")] = None
    vote: Annotated[Vote | None, doc("The request to go back that is voted on.")] = None
    struck: Annotated[
        tuple[Struck, ...],
        Meta(max_length=ENTRIES_OF_UNDO, description="What can still be brought back, newest last."),
    ] = ()
    refused: Annotated[SomeSeats, doc("Whose request was refused since somebody last played.")] = ()
    ticking: Annotated[Ticking | None, doc("Whose time runs.")] = None
    stand_in: Annotated[SeatNumber | None, doc("The seat for which a bot answers the open question.")] = None
    pause: Annotated[PauseWish | None, doc("The request for a pause that is open.")] = None
    pause_refused: Annotated[SomeSeats, doc("Whose pause was refused since a clock was last started.")] = ()
    paused: Annotated[bool, doc("Whether the clock stands still for all.")] = False
    table: Annotated[Any, doc("The table, of the game's own type.")] = None
    agenda: Annotated[
        tuple[MatchItem, ...],
        Meta(max_length=QUESTIONS_AT_ONCE, description="What it waits for, next item first."),
    ] = ()

    @property
    def rules(self) -> Game[Any]:
        return GAMES[self.game]

    def words(self) -> list[str]:
        return [seat.words for seat in self.seats]

    def free_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if not seat.taken]

    def open_seats(self) -> list[int]:
        """GB-32: free, and kept for nobody."""
        return [seat for seat in self.free_seats() if seat not in self.reserved]

    @property
    def deadline(self) -> int | None:
        """When the clock must look at the match again, UTC milliseconds."""
        if self.status == "open":
            return self.gathers_until
        if self.status != "running" or self.paused:
            return None
        if self.vote is not None:
            return self.vote_expires_at
        return self.ticking.until if self.ticking else None

    @property
    def vote_expires_at(self) -> int:
        """GB-12, GB-26: when its own time is over, or before that the asker's."""
        until = self.open_vote.until
        return min(until, self.ticking.until) if self.ticking else until

    @property
    def is_too_long(self) -> bool:
        """GB-30: not under the first two laws."""
        most = None if self.laws in {1, 2} else self.rules.most_turns
        return most is not None and self.table.round * len(self.seats) > most

    @property
    def is_rated(self) -> bool:
        """GB-25"""
        return self.visibility == "public" if self.rated is None else self.rated

    @property
    def open_vote(self) -> Vote:
        if self.vote is None:
            raise NothingOpen("nobody has asked for an undo")
        return self.vote

    @property
    def open_pause_wish(self) -> PauseWish:
        if self.pause is None:
            raise NothingOpen("nobody has asked for a pause")
        return self.pause

    @property
    def running_clock(self) -> tuple[Ticking, Clock]:
        if self.ticking is None or self.clock is None:
            raise NothingOpen("no clock runs")
        return self.ticking, self.clock

    def bot_for(self, seat: int) -> Bot | None:
        """Who answers in place of a person: the bot in the seat, or the one that stands in."""
        return STAND_IN if self.stand_in == seat else self.seats[seat].bot

    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.taken and seat.bot is None]

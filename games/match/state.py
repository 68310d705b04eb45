"""Who sits where and how far the match is."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from games.catalogue import GAMES
from games.kernel import Game
from games.match.agenda import MatchItem

Status = Literal["open", "running", "finished", "abandoned"]
Visibility = Literal["public", "unlisted", "private"]
MindName = Literal["random", "greedy", "search"]
Resigning = Literal["bot", "end"]
UndoPolicy = Literal["off", "own", "consent"]
Expiry = Literal["bot_answers", "bot_takes_over", "match_ends"]
Renewal = Literal["vouched", "host"]  # GB-31: who may renew a lost token, besides the person in the seat
Laws = Literal[1, 2, 3]  # GB-29: which edition of the rules of a match

LAWS_TODAY: Final[Laws] = 3
LONGEST_WORDS: Final = 200  # characters of a player's words for the luck
LONGEST_CLOCK: Final = 366 * 24 * 3600  # seconds
DEFAULT_MILLISECONDS: Final = 500  # for an answer
LEAST_MILLISECONDS: Final = 10
MOST_MILLISECONDS: Final = 10_000

Seconds = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_CLOCK)]
Milliseconds = Annotated[int, msgspec.Meta(ge=LEAST_MILLISECONDS, le=MOST_MILLISECONDS)]


class Bot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a seat is played without a person."""

    mind: MindName
    milliseconds: Milliseconds | None = None  # for an answer at most; only `search` takes its time

    @property
    def thinks(self) -> int:
        """How long an answer may take, in milliseconds."""
        if self.mind != "search":
            return 0
        return DEFAULT_MILLISECONDS if self.milliseconds is None else self.milliseconds


STAND_IN: Final = Bot("greedy")  # unless another is named


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long people may think, and what becomes of a question when their time runs out."""

    kind: Literal["per_answer", "bank"]
    seconds: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_CLOCK)]  # for each answer, or in the bank
    increment: Seconds = 0  # goes into the bank with each answer
    on_expiry: Expiry = "bot_answers"


class Ticking(msgspec.Struct, frozen=True):
    """Whose time runs. UTC milliseconds."""

    seat: int
    since: int
    until: int


class Seat(msgspec.Struct):
    taken: bool = False
    bot: Bot | None = None
    words: str = ""  # the player's own, for the luck
    left: int = 0  # milliseconds to think, while its clock stands still


class Vote(msgspec.Struct, frozen=True):
    """A request to go back that the other people have to agree to."""

    seat: int  # who asks
    to: int  # the version to go back to
    until: int  # UTC milliseconds; after that the request is void
    agreed: tuple[int, ...] = ()


class PauseWish(msgspec.Struct, frozen=True):
    """A request to stop the clock that the other people have to agree to; nothing waits for it."""

    seat: int  # who asks
    agreed: tuple[int, ...] = ()


class Struck(msgspec.Struct, frozen=True):
    """Entries that an undo struck out, and who may bring them back."""

    seat: int
    versions: tuple[int, ...]
    asked: int | None = None  # the seat whose turn it was before the undo


class Parent(msgspec.Struct, frozen=True):
    """Where a fork comes from: a match after one of its entries."""

    match: str
    version: int
    hash: str


class NothingOpen(ValueError):  # noqa: N818  what it says
    """The rules offer no answer to what nobody has asked, so only a made-up book leads here."""


class Match(msgspec.Struct, kw_only=True):
    id: str
    game: str
    edition: str
    visibility: Visibility
    resigning: Resigning  # a resigned seat goes to a bot, or the match ends
    undo: UndoPolicy
    clock: Clock | None = None
    parent: Parent | None = None  # of a fork
    laws: Laws = 1
    rated: bool | None = None  # None: opened under the first laws, which did not ask
    gathers_until: int | None = None  # UTC milliseconds; None: for ever
    renewal: Renewal = "vouched"
    reserved: tuple[int, ...] = ()  # seats kept for those invited
    rematch_of: str | None = None
    commitment: str  # SHA-256 of the secret seed
    seats: list[Seat]
    status: Status = "open"
    draws: int = 0  # made so far, and so the number of the next one
    seed: str | None = None  # disclosed at the end
    vote: Vote | None = None
    struck: tuple[Struck, ...] = ()  # what can still be brought back, newest last
    refused: tuple[int, ...] = ()  # seats whose request was refused since somebody last played
    ticking: Ticking | None = None
    stand_in: int | None = None  # the seat for which a bot answers the open question
    pause: PauseWish | None = None
    pause_refused: tuple[int, ...] = ()  # seats, since a clock was last started
    paused: bool = False
    table: Any = None  # of the game's own type
    agenda: tuple[MatchItem, ...] = ()

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

"""What is thought about a match: advice to those who are asked, and reviews of finished matches.

A review is made in parts: one that is cut short goes on behind its last part. The same judge, book and budget
give the same decisions, however they are parted, so a part that is there stays. After an upgrade there may be
another judge, who begins anew: no review mixes what two of them think. A whole review stays as it is.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import msgspec

from events.store import ServerScope, Store
from games.kernel import Command
from games.kernel.quantities import doc
from service.documents import Documents

LEAST_PLAYOUTS: Final = 10  # for each decision
MOST_PLAYOUTS: Final = 2_000
USUAL_PLAYOUTS: Final = 120

BUDGETS: Final = (30, USUAL_PLAYOUTS, 480)  # that the API takes: each is kept for ever


class AdvisedSign(msgspec.Struct, frozen=True):
    """A sign of the table that tells an option from the one it is compared with."""

    sign: str
    more: float  # of it, in the mean
    points: float  # of expected lead that it makes


class AdvisedOption(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the bot thinks of an option."""

    command: dict[str, Any]
    lead: float | None = None  # expected; None: not tried
    error: float | None = None  # its standard error
    playouts: int = 0
    signs: list[AdvisedSign] = []


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """All options of the question that was open, the best first."""

    version: int
    seat: int
    options: list[AdvisedOption]


# By the version at which it was asked for: the book has only who asked.
ADVICE: Final = Documents[str, int, Advice]("advice", int, Advice)


def keep_advice(store: Store, match: str, advice: Advice) -> bool:
    """Return False if there is one already: it has the same content."""
    return ADVICE.add(store, match, advice.version, advice)


class AskReview(Command, frozen=True, gc=False):
    """A command to have a finished match judged; no book holds it."""


class JudgedDecision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a decision was worth. Leads and costs are in points at the end of the match."""

    version: Annotated[int, doc("The version that the decision made.")]
    round: Annotated[int, doc("The round in which it was made.")]
    seat: Annotated[int, doc("The seat that decided.")]
    options: Annotated[int, doc("Among how many options it chose.")]
    best: Annotated[dict[str, Any], doc("The best option, as a command; the chosen one if none is better.")]
    lead: Annotated[float, doc("How far ahead the seat was expected to be at the end, after its choice.")]
    cost: Annotated[float, doc("How many points of expected lead the best option would have brought more.")]
    error: Annotated[float, doc("The standard error of the cost.")]
    outlook: Annotated[list[float], doc("The expected lead of each seat after the entry, its luck included.")]
    luck: Annotated[
        list[float] | None, doc("What the draws changed in it for each seat; null if nothing was drawn.")
    ] = None


class ReviewPart(msgspec.Struct, frozen=True, kw_only=True):
    """Some decisions in a row."""

    until: int  # the version up to which all are judged
    total: int  # decisions of the match
    decisions: list[JudgedDecision]


class PartKey(NamedTuple):
    """What a part belongs to."""

    playouts: int
    after: int  # the version behind which it begins
    judge: str

    def __str__(self) -> str:
        return f"{self.playouts}:{self.after}:{self.judge}"

    @classmethod
    def parse(cls, text: str) -> PartKey:
        playouts, after, judge = text.split(":", 2)
        return cls(int(playouts), int(after), judge)


REVIEW_PARTS: Final = Documents[str, PartKey, ReviewPart]("reviews", PartKey.parse, ReviewPart)

Chain = dict[int, ReviewPart]  # by the version behind which a part begins


def review_parts(store: Store, match: str, playouts: int) -> list[ReviewPart]:
    """Return the parts of whichever judge has come furthest."""
    return GrowingReview(store, match, playouts).look()


def keep_part(  # noqa: PLR0913, PLR0917  a part and its key
    store: Store, match: str, playouts: int, judge: str, after: int, part: ReviewPart
) -> bool:
    """Return False if somebody else was first."""
    return REVIEW_PARTS.add(store, match, PartKey(playouts, after, judge), part)


class GrowingReview:
    """One review that is looked at again and again: a part never changes, so each is read once."""

    def __init__(self, store: Store, match: str, playouts: int) -> None:
        self._store = store
        self._match = match
        self._playouts = playouts
        self._known: set[PartKey] = set()
        self._chains: dict[str, Chain] = {}  # by judge

    def list_keys(self) -> list[PartKey]:
        """Return the keys of the parts of all judges."""
        return [key for key in REVIEW_PARTS.keys(self._store, self._match) if key.playouts == self._playouts]

    def look(self) -> list[ReviewPart]:
        """Read what is new, and return the parts of whichever judge has come furthest."""
        new = [key for key in self.list_keys() if key not in self._known]
        for key, part in REVIEW_PARTS.some(self._store, self._match, new).items() if new else ():
            self._chains.setdefault(key.judge, {})[key.after] = part
            self._known.add(key)
        return max(map(join_parts, self._chains.values()), key=end_of_parts, default=[])

    def of_judge(self, judge: str) -> list[ReviewPart]:
        """Return the parts of one judge, as of the last look."""
        return join_parts(self._chains.get(judge, {}))


def join_parts(chain: Chain) -> list[ReviewPart]:
    """Return the parts that follow each other without a gap, from the beginning."""
    joined, after = list[ReviewPart](), 0
    while (part := chain.get(after)) is not None:
        joined.append(part)
        after = part.until
    return joined


def end_of_parts(parts: list[ReviewPart]) -> int:
    """Return the version up to which they judge."""
    return parts[-1].until if parts else 0


class ReviewRequest(msgspec.Struct, frozen=True):
    """A review that somebody wants and that is not there yet."""

    opener: str | None  # to whose account the bot thinks
    moved_at: int = 0  # when it last went on, UTC milliseconds; 0: nobody has begun


class RequestKey(NamedTuple):
    """Which review is wanted."""

    match: str
    playouts: int

    def __str__(self) -> str:
        return f"{self.match}:{self.playouts}"

    @classmethod
    def parse(cls, text: str) -> RequestKey:
        match, _, playouts = text.rpartition(":")
        return cls(match, int(playouts))


# The open requests of the whole server; each is deleted once its review is there.
REVIEW_REQUESTS: Final = Documents[ServerScope, RequestKey, ReviewRequest](
    "requests", RequestKey.parse, ReviewRequest
)
REVIEWS_SCOPE: Final = ServerScope("reviews")


def review_request(store: Store, match: str, playouts: int) -> ReviewRequest | None:
    return REVIEW_REQUESTS.get(store, REVIEWS_SCOPE, RequestKey(match, playouts))


def ask_for_review(store: Store, match: str, playouts: int, opener: str | None) -> None:
    """Note the request; one who asks for the same later changes nothing."""
    REVIEW_REQUESTS.add(store, REVIEWS_SCOPE, RequestKey(match, playouts), ReviewRequest(opener))


def note_progress(store: Store, match: str, playouts: int, request: ReviewRequest, now: int) -> None:
    moved = msgspec.structs.replace(request, moved_at=now)
    REVIEW_REQUESTS.put(store, REVIEWS_SCOPE, {RequestKey(match, playouts): moved})


def forget_request(store: Store, match: str, playouts: int) -> None:
    REVIEW_REQUESTS.delete(store, REVIEWS_SCOPE, [RequestKey(match, playouts)])

"""Reviews of finished matches, judged in parts: one that is cut short goes on behind its last part.

The same judge, book and budget give the same decisions, however they are parted, so a part that is there
stays. After an upgrade there may be another judge, who begins anew: no review mixes what two of them think.
Whatever is whole by then stays as it is.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, ServerScope, Store
from games.kernel import Command
from games.kernel.quantities import doc

LEAST_PLAYOUTS: Final = 10  # for each decision
MOST_PLAYOUTS: Final = 2_000
USUAL_PLAYOUTS: Final = 120

BUDGETS: Final = (30, USUAL_PLAYOUTS, 480)  # that the desk takes: each is kept for ever

_SCOPE: Final = ServerScope("reviews")
_REQUESTS: Final = "requests"  # the match and the budget -> the request
_DOCUMENT: Final = "reviews"  # the budget, the version behind which a part begins, and the judge -> the part


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


Chain = dict[int, ReviewPart]  # by the version behind which a part begins


class Reviews:
    """The reviews of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str, playouts: int) -> list[ReviewPart]:
        """The parts of whichever judge has come furthest."""
        return GrowingReview(self._store, match, playouts).look()

    def keep(self, match: str, playouts: int, judge: str, after: int, part: ReviewPart) -> bool:
        """False if somebody else was first."""
        field = f"{playouts}:{after}:{judge}"
        return self._store.swap(match, Guard(_DOCUMENT, field, None), {_DOCUMENT: {field: encode(part)}})


class GrowingReview:
    """One review that is looked at again and again: a part never changes, so each is read once."""

    def __init__(self, store: Store, match: str, playouts: int) -> None:
        self._store = store
        self._match = match
        self._of_budget = f"{playouts}:"
        self._known: set[str] = set()
        self._chains: dict[str, Chain] = {}  # by judge; before judges had names, parts named none

    def list_fields(self) -> list[str]:
        """The names of the parts of all judges."""
        fields = self._store.fields(self._match, _DOCUMENT)
        return [field for field in fields if field.startswith(self._of_budget)]

    def look(self) -> list[ReviewPart]:
        """Read what is new, and return the parts of whichever judge has come furthest."""
        new = [field for field in self.list_fields() if field not in self._known]
        for field, stored in self._store.chosen(self._match, _DOCUMENT, new).items() if new else ():
            _, after, *judge = field.split(":")
            self._chains.setdefault("".join(judge), {})[int(after)] = decode(stored, ReviewPart)
            self._known.add(field)
        return max(map(join_parts, self._chains.values()), key=end_of_parts, default=[])

    def of_judge(self, judge: str) -> list[ReviewPart]:
        """Return the parts of one judge, as of the last look."""
        return join_parts(self._chains.get(judge, {}))


def join_parts(chain: Chain) -> list[ReviewPart]:
    """Those that follow each other without a gap, from the beginning."""
    joined, after = list[ReviewPart](), 0
    while (part := chain.get(after)) is not None:
        joined.append(part)
        after = part.until
    return joined


def end_of_parts(parts: list[ReviewPart]) -> int:
    """The version up to which they judge."""
    return parts[-1].until if parts else 0


class ReviewRequest(msgspec.Struct, frozen=True):
    """A review that somebody wants and that is not there yet."""

    opener: str | None  # to whose account the mind thinks
    moved_at: int = 0  # when it last went on, UTC milliseconds; 0: nobody has begun


class ReviewRequests:
    """The open requests of the whole house; each is forgotten once its review is there."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def list_all(self) -> dict[tuple[str, int], ReviewRequest]:
        """By match and budget."""
        found = {}
        for name, lying in self._store.document(_SCOPE, _REQUESTS).items():
            match, _, playouts = name.rpartition(":")
            found[match, int(playouts)] = decode(lying, ReviewRequest)
        return found

    def of_match(self, match: str, playouts: int) -> ReviewRequest | None:
        lying = self._store.field(_SCOPE, _REQUESTS, _field_of_request(match, playouts))
        return decode(lying, ReviewRequest) if lying else None

    def ask(self, match: str, playouts: int, opener: str | None) -> None:
        """One who asks for the same later changes nothing."""
        field = _field_of_request(match, playouts)
        wanted = encode(ReviewRequest(opener))
        self._store.swap(_SCOPE, Guard(_REQUESTS, field, None), {_REQUESTS: {field: wanted}})

    def note_progress(self, match: str, playouts: int, request: ReviewRequest, now: int) -> None:
        moved = msgspec.structs.replace(request, moved_at=now)
        self._store.put(_SCOPE, _REQUESTS, {_field_of_request(match, playouts): encode(moved)})

    def forget(self, match: str, playouts: int) -> None:
        self._store.put(_SCOPE, _REQUESTS, {_field_of_request(match, playouts): None})


def _field_of_request(match: str, playouts: int) -> str:
    return f"{match}:{playouts}"

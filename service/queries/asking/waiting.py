"""What a match waits for, in words: whoever reads it need not know how a match works."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from games.kernel.quantities import EACH_ONCE, MOST_SEATS, Seat, doc
from games.match.asking.awaited import find_awaited, find_pause_voters
from games.match.state import Match
from games.match.words import WORDS
from service.queries.asking.addressee import Addressee

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
            "more, `elsewhere` for nothing here: the match was played in another house."
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

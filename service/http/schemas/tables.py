"""What is said of a match and its seats: bodies of what opens, fills and steers one."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Regexp

from games.match.quantities import LEAST_MILLISECONDS, LONGEST_CLOCK, LONGEST_WORDS, MOST_MILLISECONDS
from games.match.state import (
    DEFAULT_MILLISECONDS,
    Expiry,
    MindName,
    Renewal,
    Resigning,
    Visibility,
)
from service.http.schemas.kit import (
    LAST_VERSION,
    MOST_SEATS,
    PRINTABLE,
    check_printable,
    player_field,
    undo_policy_field,
    whole_number,
)
from service.matches.records.notices import LONGEST_NOTE, LONGEST_TITLE
from service.matches.records.people import LONGEST_NAME


class ClockBody(Schema):
    kind = fields.String(
        required=True,
        validate=OneOf(("per_answer", "bank")),
        metadata={"description": "So many seconds for each answer, or for all of them together."},
    )
    seconds = whole_number(1, LONGEST_CLOCK, required=True)
    increment = whole_number(
        0, LONGEST_CLOCK, metadata={"description": "Seconds that each answer puts into the bank."}
    )
    on_expiry = fields.String(
        validate=OneOf(get_args(Expiry)),
        metadata={
            "description": "A bot answers the one question, takes the seat for good, or the match ends."
        },
    )


class BotBody(Schema):
    mind = fields.String(required=True, validate=OneOf(get_args(MindName)))
    milliseconds = whole_number(
        LEAST_MILLISECONDS,
        MOST_MILLISECONDS,
        metadata={
            "description": "For an answer at most; only for the mind `search`, "
            f"which takes {DEFAULT_MILLISECONDS} if nothing is said."
        },
    )

    @validates_schema
    def only_search_takes_its_time(self, data: dict[str, Any], **_: Any) -> None:
        if "milliseconds" in data and data.get("mind") != "search":
            raise ValidationError("Only the mind search takes its time.", "milliseconds")


class SeatedBotBody(BotBody):
    seat = whole_number(0, MOST_SEATS - 1, required=True)


class NoticeBody(Schema):
    title = fields.String(
        validate=[Length(1, LONGEST_TITLE), check_printable],
        metadata={"description": "What the match is called in listings; kept beside the book."},
    )
    note = fields.String(
        validate=[Length(1, LONGEST_NOTE), check_printable],
        metadata={"description": "A few words of the host to those who look for a match; in one line."},
    )


class HostBody(Schema):
    name = fields.String(
        validate=[Length(1, LONGEST_NAME), check_printable],
        metadata={"description": "What the host is called, by the same rules as the name of a player."},
    )
    player = fields.String(
        validate=Regexp(r"[A-Za-z0-9_.-]{1,64}\Z"),
        metadata={"description": "The host as a player of the client whose key comes with the call."},
    )


class ReservedSeatBody(Schema):
    seat = whole_number(
        0, MOST_SEATS - 1, required=True, metadata={"description": "Which seat is kept, from 0."}
    )
    player = fields.String(
        validate=Regexp(r"[A-Za-z0-9_.-]{1,64}\Z"),
        metadata={
            "description": "For which player of the client whose key comes with the call; left out: for "
            "whoever shows the invitation code that the answer gives out."
        },
    )


class NewMatch(NoticeBody):
    game = fields.String(required=True, validate=Length(1, 60))
    seats = whole_number(1, MOST_SEATS, required=True)
    edition = fields.String(validate=Length(1, 60))
    options = fields.Dict(keys=fields.String())
    visibility = fields.String(validate=OneOf(get_args(Visibility)))
    resigning = fields.String(
        validate=OneOf(get_args(Resigning)),
        metadata={"description": "When somebody resigns, a bot plays on or the match ends."},
    )
    undo = undo_policy_field()
    clock = fields.Nested(ClockBody, allow_none=True, metadata={"description": "Null or left out: without."})
    rated = fields.Boolean(
        truthy={True},
        falsy={False},
        metadata={"description": "Whether the result counts; left out: if the match is public."},
    )
    bots = fields.List(fields.Nested(SeatedBotBody), validate=Length(max=MOST_SEATS))
    renewal = fields.String(
        validate=OneOf(get_args(Renewal)),
        metadata={
            "description": "Who renews a lost token besides the person in the seat: the client that vouches "
            "for the person, or for a guest's seat also the host; then the match is not rated (GB-31)."
        },
    )
    host = fields.Nested(HostBody, metadata={"description": "Who opens the match, as listings show it."})
    reserved = fields.List(
        fields.Nested(ReservedSeatBody),
        validate=Length(max=MOST_SEATS),
        metadata={"description": "Seats that are kept for those invited (GB-32)."},
    )


class Fork(Schema):
    version = whole_number(1, LAST_VERSION, required=True)
    visibility = fields.String(validate=OneOf(get_args(Visibility)))
    resigning = fields.String(validate=OneOf(get_args(Resigning)))
    undo = undo_policy_field()
    clock = fields.Nested(
        ClockBody, allow_none=True, metadata={"description": "Null: without; left out: as in the parent."}
    )
    bots = fields.List(fields.Nested(SeatedBotBody), validate=Length(max=MOST_SEATS))


class UndoBody(Schema):
    to = whole_number(
        0,
        LAST_VERSION,
        required=True,
        metadata={"description": "Things shall stand as after this version."},
    )


class ConsentAnswer(Schema):
    agree = fields.Boolean(required=True, truthy={True}, falsy={False})


class NewSeat(Schema):
    seat = whole_number(0, MOST_SEATS - 1)
    name = fields.String(validate=[Length(1, LONGEST_NAME), check_printable])
    player = player_field()
    words = fields.String(
        validate=[Length(0, LONGEST_WORDS), check_printable],
        metadata={
            "pattern": PRINTABLE,
            "description": "The player's own words for the luck: whatever they are, no draw can be foreseen. "
            "Printable characters and the plain space, no control or format characters, no other spaces; "
            "kept as they were sent.",
        },
    )


class Resignation(Schema):
    seat = whole_number(0, MOST_SEATS - 1)

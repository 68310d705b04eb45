"""What is said of a match and its seats: bodies of what opens, fills and steers one."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf, Regexp

from games.match.quantities import (
    LONGEST_CLOCK,
    LONGEST_WORDS,
)
from games.match.state import (
    Advising,
    Expiry,
    Renewal,
    Resigning,
    Visibility,
)
from service.api.schemas.bots import SeatedBotBody
from service.api.schemas.kit import (
    LAST_VERSION,
    MOST_SEATS,
    PRINTABLE,
    REFERENCE,
    BoundedList,
    check_printable,
    player_field,
    undo_policy_field,
    whole_number,
)
from service.matches.records.descriptions import LONGEST_NOTE, LONGEST_TITLE
from service.matches.records.people import LONGEST_NAME


class ClockBody(Schema):
    """How long people may think, and what happens when their time runs out."""

    kind = fields.String(
        required=True,
        validate=OneOf(("per_answer", "bank")),
        metadata={"description": "So many seconds for each answer, or for all of them together."},
    )
    seconds = whole_number(
        1, LONGEST_CLOCK, required=True, metadata={"description": "Seconds for each answer, or in the bank."}
    )
    increment = whole_number(
        0, LONGEST_CLOCK, metadata={"description": "Seconds that each answer puts into the bank."}
    )
    on_expiry = fields.String(
        validate=OneOf(get_args(Expiry)),
        metadata={
            "description": "A bot answers the one question, takes the seat for good, or the match ends."
        },
    )


class NoticeBody(Schema):
    """What the host tells those who look for a match."""

    title = fields.String(
        validate=[Length(1, LONGEST_TITLE), check_printable],
        metadata={"description": "What the match is called in listings; kept beside the book."},
    )
    note = fields.String(
        validate=[Length(1, LONGEST_NOTE), check_printable],
        metadata={"description": "A few words of the host to those who look for a match; in one line."},
    )


class HostBody(Schema):
    """Who opens the match."""

    name = fields.String(
        validate=[Length(1, LONGEST_NAME), check_printable],
        metadata={"description": "What the host is called, by the same rules as the name of a player."},
    )
    player = fields.String(
        validate=Regexp(r"[A-Za-z0-9_.-]{1,64}\Z"),
        metadata={"description": "The host as a player of the client whose key comes with the call."},
    )


class ReservedSeatBody(Schema):
    """A seat that is kept for somebody."""

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
    """What a match is to be."""

    game = fields.String(
        required=True,
        validate=Length(1, 60),
        metadata={"description": "The game, by its name in the catalogue."},
    )
    seats = whole_number(
        1,
        MOST_SEATS,
        required=True,
        metadata={"description": "How many players; the catalogue says which numbers the game allows."},
    )
    edition = fields.String(
        validate=Length(1, 60),
        metadata={
            "description": "The edition of the printed board, by its id or its name; left out: the first in"
            " the catalogue."
        },
    )
    options = fields.Dict(
        keys=fields.String(),
        metadata={
            REFERENCE: "Options",
            "description": "What the game lets one choose; left out: as the rulebook has it.",
        },
    )
    visibility = fields.String(
        validate=OneOf(get_args(Visibility)),
        metadata={
            "description": "Whether it is listed (the default), found by its id alone, or shown to bearers "
            "of a token only."
        },
    )
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
    bots = BoundedList(
        fields.Nested(SeatedBotBody),
        validate=Length(max=MOST_SEATS),
        metadata={
            "uniqueItems": True,
            "description": "Bots that sit down at once, each in a seat of its own.",
        },
    )
    renewal = fields.String(
        validate=OneOf(get_args(Renewal)),
        metadata={
            "description": "Who renews a lost token besides the person in the seat: the client that vouches "
            "for the person, or for a guest's seat also the host; then the match is not rated (GB-31)."
        },
    )
    advice = fields.String(
        validate=OneOf(get_args(Advising)),
        metadata={
            "description": "Whether whoever is asked may have advice from the strongest mind; left out: "
            "`off`. With `on` the match is not rated (GB-34)."
        },
    )
    host = fields.Nested(HostBody, metadata={"description": "Who opens the match, as listings show it."})
    reserved = BoundedList(
        fields.Nested(ReservedSeatBody),
        validate=Length(max=MOST_SEATS),
        metadata={
            "uniqueItems": True,
            "description": "Seats that are kept for those invited, each once (GB-32).",
        },
    )


class Fork(Schema):
    """From which version another match goes on, and what differs there."""

    version = whole_number(
        1, LAST_VERSION, required=True, metadata={"description": "The version after which it goes on."}
    )
    visibility = fields.String(
        validate=OneOf(get_args(Visibility)),
        metadata={"description": "Who may look on; left out: as in the parent."},
    )
    resigning = fields.String(
        validate=OneOf(get_args(Resigning)),
        metadata={
            "description": "When somebody resigns, a bot plays on or the match ends; left out: as in "
            "the parent."
        },
    )
    undo = undo_policy_field()
    clock = fields.Nested(
        ClockBody, allow_none=True, metadata={"description": "Null: without; left out: as in the parent."}
    )
    advice = fields.String(
        validate=OneOf(get_args(Advising)),
        metadata={"description": "Whether advice may be asked for (GB-34); left out: as in the parent."},
    )
    bots = BoundedList(
        fields.Nested(SeatedBotBody),
        validate=Length(max=MOST_SEATS),
        metadata={
            "uniqueItems": True,
            "description": "Bots that sit down at once, each in a seat of its own.",
        },
    )


class UndoBody(Schema):
    """How far to go back."""

    to = whole_number(
        0,
        LAST_VERSION,
        required=True,
        metadata={"description": "The version to go back to: the table stands again as it did after it."},
    )


class ConsentAnswer(Schema):
    """An answer to another's request."""

    agree = fields.Boolean(
        required=True,
        truthy={True},
        falsy={False},
        metadata={"description": "Whether one agrees; whoever asked takes the request back with false."},
    )


class NewSeat(Schema):
    """Who sits down, and where."""

    seat = whole_number(
        0, MOST_SEATS - 1, metadata={"description": "The seat, counted from 0; left out: the first free one."}
    )
    name = fields.String(
        validate=[Length(1, LONGEST_NAME), check_printable],
        metadata={"description": "What the player is called; left out: by the number of the seat."},
    )
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
    """Which seat is given up."""

    seat = whole_number(
        0, MOST_SEATS - 1, metadata={"description": "The seat, counted from 0; left out: the caller's own."}
    )

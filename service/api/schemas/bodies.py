"""Bodies of requests."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validates_schema
from marshmallow.validate import Length, Regexp

from games.match.quantities import (
    HIGHEST_LEVEL,
    LEAST_MILLISECONDS,
    LONGEST_CLOCK,
    LONGEST_WORDS,
    LOWEST_LEVEL,
    MOST_MILLISECONDS,
)
from games.match.state import (
    DEFAULT_MILLISECONDS,
    Advising,
    Expiry,
    MindName,
    PersonalityName,
    Renewal,
    Resigning,
    Visibility,
)
from service.api.schemas.kit import (
    LAST_VERSION,
    MOST_SEATS,
    PRINTABLE,
    REFERENCE,
    BoundedList,
    check_printable,
    choice,
    flag,
    player_field,
    text,
    undo_policy_field,
    whole_number,
)
from service.matches.records.descriptions import LONGEST_NOTE, LONGEST_TITLE
from service.matches.records.people import LONGEST_NAME
from service.problem_detail import Detail


class BotBody(Schema):
    """A bot."""

    mind = choice(
        get_args(MindName),
        about="How the bot chooses: at random, by the next best, by search, or by its level.",
        required=True,
    )
    milliseconds = whole_number(
        LEAST_MILLISECONDS,
        MOST_MILLISECONDS,
        about=(
            "For an answer at most; only for the mind `search`, "
            f"which takes {DEFAULT_MILLISECONDS} if nothing is said."
        ),
    )
    level = whole_number(
        LOWEST_LEVEL,
        HIGHEST_LEVEL,
        about=(
            "How strong the bot is: 1 makes mistakes, 6 thinks longest; "
            "only for the mind `level`, which needs it."
        ),
    )

    personality = choice(
        get_args(PersonalityName),
        about=(
            "What the bot likes among options that are nearly as good: to build, to hoard, "
            "or to be first; only for the mind `level`."
        ),
    )

    @validates_schema
    def only_levels_have_a_personality(self, data: dict[str, Any], **_: Any) -> None:
        if "personality" in data and data.get("mind") != "level":
            raise ValidationError([Detail("personality_of_level")], "personality")

    @validates_schema
    def only_levels_have_one(self, data: dict[str, Any], **_: Any) -> None:
        if ("level" in data) != (data.get("mind") == "level"):
            raise ValidationError([Detail("level_of_level")], "level")

    @validates_schema
    def only_search_takes_its_time(self, data: dict[str, Any], **_: Any) -> None:
        if "milliseconds" in data and data.get("mind") != "search":
            raise ValidationError([Detail("search_takes_time")], "milliseconds")


class SeatedBotBody(BotBody):
    """A bot in a seat."""

    seat = whole_number(0, MOST_SEATS - 1, about="Which seat it takes, counted from 0.", required=True)


class ClockBody(Schema):
    """How long people may think, and what happens when their time runs out."""

    kind = choice(
        ("per_answer", "bank"),
        about="So many seconds for each answer, or for all of them together.",
        required=True,
    )
    seconds = whole_number(1, LONGEST_CLOCK, about="Seconds for each answer, or in the bank.", required=True)
    increment = whole_number(0, LONGEST_CLOCK, about="Seconds that each answer puts into the bank.")
    on_expiry = choice(
        get_args(Expiry), about="A bot answers the one question, takes the seat for good, or the match ends."
    )


class NoticeBody(Schema):
    """What the host tells those who look for a match."""

    title = text(
        Length(1, LONGEST_TITLE),
        check_printable,
        about="What the match is called in listings; kept beside the book.",
    )
    note = text(
        Length(1, LONGEST_NOTE),
        check_printable,
        about="A few words of the host to those who look for a match; in one line.",
    )


class HostBody(Schema):
    """Who opens the match."""

    name = text(
        Length(1, LONGEST_NAME),
        check_printable,
        about="What the host is called, by the same rules as the name of a player.",
    )
    player = text(
        Regexp(r"[A-Za-z0-9_.-]{1,64}\Z"),
        about="The host as a player of the client whose key comes with the call.",
    )


class ReservedSeatBody(Schema):
    """A seat that is kept for somebody."""

    seat = whole_number(0, MOST_SEATS - 1, about="Which seat is kept, from 0.", required=True)
    player = text(
        Regexp(r"[A-Za-z0-9_.-]{1,64}\Z"),
        about=(
            "For which player of the client whose key comes with the call; left out: for "
            "whoever shows the invitation code that the answer gives out."
        ),
    )


class NewMatch(NoticeBody):
    """What a match is to be."""

    game = text(Length(1, 60), about="The game, by its name in the catalogue.", required=True)
    seats = whole_number(
        1,
        MOST_SEATS,
        about="How many players; the catalogue says which numbers the game allows.",
        required=True,
    )
    edition = text(
        Length(1, 60),
        about=(
            "The edition of the printed board, by its id or its name; left out: the first in the catalogue."
        ),
    )
    options = fields.Dict(
        keys=fields.String(),
        metadata={
            REFERENCE: "Options",
            "description": "What the game lets one choose; left out: as the rulebook has it.",
        },
    )
    visibility = choice(
        get_args(Visibility),
        about=(
            "Whether it is listed (the default), found by its id alone, or shown to bearers of a token only."
        ),
    )
    resigning = choice(get_args(Resigning), about="When somebody resigns, a bot plays on or the match ends.")
    undo = undo_policy_field()
    clock = fields.Nested(ClockBody, allow_none=True, metadata={"description": "Null or left out: without."})
    rated = flag(about="Whether the result counts; left out: if the match is public.")
    bots = BoundedList(
        fields.Nested(SeatedBotBody),
        validate=Length(max=MOST_SEATS),
        metadata={
            "uniqueItems": True,
            "description": "Bots that sit down at once, each in a seat of its own.",
        },
    )
    renewal = choice(
        get_args(Renewal),
        about=(
            "Who renews a lost token besides the person in the seat: the client that vouches "
            "for the person, or for a guest's seat also the host; then the match is not rated (GB-31)."
        ),
    )
    advice = choice(
        get_args(Advising),
        about=(
            "Whether whoever is asked may have advice from the strongest mind; left out: "
            "`off`. With `on` the match is not rated (GB-34)."
        ),
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

    version = whole_number(1, LAST_VERSION, about="The version after which it goes on.", required=True)
    visibility = choice(get_args(Visibility), about="Who may look on; left out: as in the parent.")
    resigning = choice(
        get_args(Resigning),
        about=("When somebody resigns, a bot plays on or the match ends; left out: as in the parent."),
    )
    undo = undo_policy_field()
    clock = fields.Nested(
        ClockBody, allow_none=True, metadata={"description": "Null: without; left out: as in the parent."}
    )
    advice = choice(
        get_args(Advising), about="Whether advice may be asked for (GB-34); left out: as in the parent."
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
        about="The version to go back to: the table stands again as it did after it.",
        required=True,
    )


class ConsentAnswer(Schema):
    """An answer to another's request."""

    agree = flag(about="Whether one agrees; whoever asked takes the request back with false.", required=True)


class NewSeat(Schema):
    """Who sits down, and where."""

    seat = whole_number(0, MOST_SEATS - 1, about="The seat, counted from 0; left out: the first free one.")
    name = text(
        Length(1, LONGEST_NAME),
        check_printable,
        about="What the player is called; left out: by the number of the seat.",
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

    seat = whole_number(0, MOST_SEATS - 1, about="The seat, counted from 0; left out: the caller's own.")

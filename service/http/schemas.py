"""What requests may say. Unknown fields and parameters are refused: a typo must not pass unnoticed."""

from __future__ import annotations

from typing import Any, Final, get_args

from marshmallow import Schema, ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range, Regexp

from games.kernel.words import LANGUAGES
from games.match.state import (
    DEFAULT_MILLISECONDS,
    LEAST_MILLISECONDS,
    LONGEST_CLOCK,
    LONGEST_WORDS,
    MOST_MILLISECONDS,
    Expiry,
    MindName,
    Resigning,
    Status,
    UndoPolicy,
    Visibility,
)
from service.matches.records.people import LONGEST_NAME
from service.players.clients import PATTERN
from service.ratings.leaderboard import PlayerKind
from service.webhooks.records import KINDS, Scope

LARGEST_PAGE: Final = 200
MOST_SEATS: Final = 8  # more than any game has; each game says how many it takes
LAST_VERSION: Final = 10**15 - 1
MOST_COMMANDS: Final = 50  # in one batch
LONGEST_WAIT: Final = 25  # seconds: proxies give up after 30 or 60
MOST_STREAMED: Final = 50  # matches in one stream: all their positions travel in each id

# As much of `check_printable` as a pattern can say in every language.
PRINTABLE: Final = (
    r"^[^\u0000-\u001f\u007f-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]*$"
)


def check_printable(text: str) -> None:
    if any(not letter.isprintable() for letter in text):
        raise ValidationError("Only printable characters.")


def whole_number(least: int, most: int, **more: Any) -> fields.Integer:
    """Of a body: a JSON number."""
    return fields.Integer(strict=True, validate=Range(least, most), **more)


class Digits(fields.Integer):
    """Of a query: a number in its plainest form."""

    def __init__(self, least: int, most: int, **more: Any) -> None:
        super().__init__(validate=Range(least, most), **more)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit()) or len(text) > len(str(LAST_VERSION)):
            raise self.make_error("invalid", input=value)
        return int(text)


def language_field() -> fields.String:
    return fields.String(
        validate=OneOf(LANGUAGES),
        metadata={"description": "The language of labels; stronger than the Accept-Language header."},
    )


def undo_policy_field() -> fields.String:
    return fields.String(
        validate=OneOf(get_args(UndoPolicy)),
        metadata={"description": "Not at all, one's own answers, or whatever the others agree to."},
    )


def match_id_field() -> fields.String:
    return fields.String(required=True, validate=Regexp(r"[A-Za-z0-9_-]{1,64}\Z"))


def check_no_doubles(words: list[str]) -> None:
    if len(set(words)) < len(words):
        raise ValidationError("Each only once.")


class Nothing(Schema):
    pass


class InLanguage(Schema):
    lang = language_field()


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


class NewMatch(Schema):
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


class MatchesQuery(Schema):
    game = fields.String(validate=Regexp(r"[a-z]{1,60}\Z"))
    status = fields.String(validate=OneOf(get_args(Status)))
    player = fields.String(
        validate=Regexp(r"[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}\Z"),
        metadata={"description": "`client/player`, as in the seats of a match."},
    )
    cursor = fields.String(validate=Length(1, 200))
    limit = Digits(1, LARGEST_PAGE, load_default=50)


class NewClient(Schema):
    name = fields.String(
        required=True,
        validate=Regexp(rf"(?!guest\Z){PATTERN}\Z"),
        metadata={"description": "Its players are called `name/player`."},
    )


class NewSeat(Schema):
    seat = whole_number(0, MOST_SEATS - 1)
    name = fields.String(validate=[Length(1, LONGEST_NAME), check_printable])
    player = fields.String(
        validate=Regexp(r"[A-Za-z0-9_.-]{1,64}\Z"),
        metadata={
            "description": "The same in every match, where results are to be counted together. With the key "
            "of a client it becomes `client/player`; without one `guest/player`, which anybody may say."
        },
    )
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


class NewWebhook(Schema):
    match = match_id_field()
    scope = fields.String(
        validate=OneOf(get_args(Scope)),
        load_default="match",
        metadata={
            "description": "The match, or all public matches of the player who sits in the token's seat."
        },
    )
    url = fields.String(  # service/webhooks/address.py says which ones may be called
        required=True,
        metadata={
            "format": "uri",
            "description": "Where to call; up to 2000 characters, on the public internet.",
        },
    )
    kinds = fields.List(
        fields.String(validate=OneOf(KINDS)),
        required=True,
        validate=[Length(1, len(KINDS)), check_no_doubles],
    )


class LeaderboardQuery(Schema):
    kind = fields.String(validate=OneOf(get_args(PlayerKind)), load_default="people")
    limit = Digits(1, LARGEST_PAGE, load_default=50)


class WebhooksQuery(Schema):
    match = match_id_field()


class TableQuery(Schema):
    version = Digits(1, LAST_VERSION)
    at = Digits(0, LAST_VERSION, metadata={"description": "UTC, milliseconds since 1970."})


class CommandsQuery(TableQuery):
    lang = language_field()


class EntriesQuery(Schema):
    after = Digits(0, LAST_VERSION, load_default=0)
    limit = Digits(1, LARGEST_PAGE)
    type = fields.String(
        validate=Length(1, 60), metadata={"description": "Of the command or of one of its events."}
    )
    seat = Digits(0, MOST_SEATS - 1, metadata={"description": "Who gave the command."})
    wait = Digits(
        0,
        LONGEST_WAIT,
        load_default=0,
        metadata={"description": "Seconds to wait for an entry while there is none."},
    )


class StreamQuery(Schema):
    matches = fields.String(
        required=True,
        validate=[Length(1, 4000), Regexp(r"[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*\Z")],
        metadata={"description": f"Ids with commas between them, up to {MOST_STREAMED}."},
    )
    after = fields.String(
        validate=Length(1, 4000), metadata={"description": "The id of an event; Last-Event-ID is stronger."}
    )


class PlayQuery(Schema):
    preview = fields.String(
        validate=OneOf(("0", "1")),
        metadata={"description": "1: show what would follow, up to the next draw of luck; write nothing."},
    )


class ScoreQuery(TableQuery):
    lang = language_field()

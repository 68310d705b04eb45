"""All other bodies, and the queries."""

from __future__ import annotations

from typing import Final, get_args

from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf, Regexp

from games.match.state import (
    Status,
)
from service.api.schemas.kit import (
    LARGEST_PAGE,
    LAST_VERSION,
    MOST_SEATS,
    REFERENCE,
    BoundedList,
    Digits,
    check_no_doubles,
    language_field,
    match_id_field,
    undo_policy_field,
)
from service.matches.records.analysis import BUDGETS, USUAL_PLAYOUTS
from service.players.clients import PATTERN
from service.ratings.leaderboard import PlayerKind
from service.webhooks.records import KINDS, WebhookScope

MOST_COMMANDS: Final = 50  # in one batch
LONGEST_WAIT: Final = 25  # seconds: proxies give up after 30 or 60
MOST_STREAMED: Final = 50  # matches in one stream: all their positions travel in each id


class PageQuery(Schema):
    """Which page of matches to list."""

    cursor = fields.String(
        validate=Length(1, 200),
        metadata={"description": "The `next` of the page before; left out: the newest matches."},
    )
    limit = Digits(
        1, LARGEST_PAGE, load_default=50, metadata={"description": "How many matches a page may have."}
    )


class MatchesQuery(PageQuery):
    """Which matches to list."""

    game = fields.String(
        validate=Regexp(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}\Z"),
        metadata={"description": "Matches of this game alone; of one that nobody plays here there are none."},
    )
    status = fields.String(
        validate=OneOf(get_args(Status)), metadata={"description": "Matches that are so far alone."}
    )
    player = fields.String(
        validate=Regexp(r"[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}\Z"),
        metadata={"description": "`client/player`, as in the seats of a match."},
    )
    host = fields.String(
        validate=Regexp(r"[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}\Z"),
        metadata={"description": "`client/player`, who opened the match."},
    )
    rated = fields.String(
        validate=OneOf(("true", "false")), metadata={"description": "Whether the result counts."}
    )
    undo = undo_policy_field()
    clock = fields.String(
        validate=OneOf(("none", "per_answer", "bank")),
        metadata={"description": "The kind of its clock; `none`: without."},
    )
    free = fields.String(
        validate=OneOf(("true", "false")), metadata={"description": "Whether anyone finds a seat there."}
    )
    options = fields.String(
        validate=[Length(1, 400), Regexp(r"[a-z_]{1,60}:[a-z0-9_]{1,30}(,[a-z_]{1,60}:[a-z0-9_]{1,30})*\Z")],
        metadata={"description": "Options of its game, as `name:value` with commas between them."},
    )


class NewClient(Schema):
    """An application that vouches for its players."""

    name = fields.String(
        required=True,
        validate=Regexp(rf"(?!guest\Z){PATTERN}\Z"),
        metadata={"description": "Its players are called `name/player`."},
    )


class NewWebhook(Schema):
    """Who is to be called, and about what."""

    match = match_id_field()
    scope = fields.String(
        validate=OneOf(get_args(WebhookScope)),
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
    kinds = BoundedList(
        fields.String(validate=OneOf(KINDS), metadata={REFERENCE: "WebhookKind"}),
        required=True,
        validate=[Length(1, len(KINDS)), check_no_doubles],
        metadata={"uniqueItems": True, "description": "What to tell of, each kind once."},
    )


class LeaderboardQuery(Schema):
    """Which part of the leaderboard to list."""

    kind = fields.String(
        validate=OneOf(get_args(PlayerKind)),
        load_default="people",
        metadata={"description": "People, bots or both."},
    )
    cursor = fields.String(
        validate=Length(1, 200),
        metadata={"description": "The `next` of the page before; left out: the best."},
    )
    limit = Digits(
        1, LARGEST_PAGE, load_default=50, metadata={"description": "How many rows a page may have."}
    )


class WebhooksQuery(Schema):
    """Of which match to list the webhooks."""

    match = match_id_field()


class TableQuery(Schema):
    """Which position to look at; without either the newest."""

    version = Digits(1, LAST_VERSION, metadata={"description": "The position after this version."})
    at = Digits(
        0, LAST_VERSION, metadata={"description": "The position at this time, UTC milliseconds since 1970."}
    )


class CommandsQuery(TableQuery):
    """Which position to look at, and in which language."""

    lang = language_field()


class EntriesQuery(Schema):
    """Which part of the book to read."""

    after = Digits(0, LAST_VERSION, load_default=0, metadata={"description": "Begin after this version."})
    limit = Digits(
        1,
        LARGEST_PAGE,
        metadata={"description": "How many entries a page may have; left out: 50, as NDJSON all."},
    )
    type = fields.String(
        validate=Length(1, 60), metadata={"description": "Entries with this type of command or event alone."}
    )
    seat = Digits(
        0,
        MOST_SEATS - 1,
        metadata={"description": "Entries whose command this seat gave alone, counted from 0."},
    )
    wait = Digits(
        0,
        LONGEST_WAIT,
        load_default=0,
        metadata={"description": "Seconds to wait for an entry while there is none."},
    )


class StreamQuery(Schema):
    """Which matches to follow."""

    matches = fields.String(
        required=True,
        validate=[Length(1, 4000), Regexp(r"[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*\Z")],
        metadata={"description": f"Ids with commas between them, up to {MOST_STREAMED}."},
    )
    after = fields.String(
        validate=Length(1, 4000), metadata={"description": "The id of an event; Last-Event-ID is stronger."}
    )


class ScoreQuery(TableQuery):
    """Which position to look at, and in which language."""

    lang = language_field()


class ReviewQuery(Schema):
    """The review of which budget, and in which language."""

    playouts = Digits(
        min(BUDGETS),
        max(BUDGETS),
        OneOf(BUDGETS),
        load_default=USUAL_PLAYOUTS,
        metadata={"description": "Play-outs for each decision: as many as were asked for."},
    )
    lang = language_field()


class ReviewBody(Schema):
    """How thorough a review should be."""

    playouts = fields.Integer(
        strict=True,
        validate=OneOf(BUDGETS),
        load_default=USUAL_PLAYOUTS,
        metadata={"description": "Play-outs for each decision: with more, verdicts are surer and slower."},
    )

"""Queries of requests."""

from __future__ import annotations

from typing import Final, get_args

from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf, Regexp

from games.match.state import Status
from service.api.schemas.kit import (
    LARGEST_PAGE,
    LAST_VERSION,
    MOST_SEATS,
    REFERENCE,
    BoundedList,
    Digits,
    check_no_doubles,
    choice,
    language_field,
    match_id_field,
    text,
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

    cursor = text(Length(1, 200), about="The `next` of the page before; left out: the newest matches.")
    limit = Digits(1, LARGEST_PAGE, about="How many matches a page may have.", load_default=50)


class MatchesQuery(PageQuery):
    """Which matches to list."""

    game = text(
        Regexp(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}\Z"),
        about="Matches of this game alone; of one that nobody plays here there are none.",
    )
    status = choice(get_args(Status), about="Matches that are so far alone.")
    player = text(
        Regexp(r"[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}\Z"),
        about="`client/player`, as in the seats of a match.",
    )
    host = text(
        Regexp(r"[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}\Z"), about="`client/player`, who opened the match."
    )
    rated = choice(("true", "false"), about="Whether the result counts.")
    undo = undo_policy_field()
    clock = choice(("none", "per_answer", "bank"), about="The kind of its clock; `none`: without.")
    free = choice(("true", "false"), about="Whether anyone finds a seat there.")
    options = text(
        Length(1, 400),
        Regexp(r"[a-z_]{1,60}:[a-z0-9_]{1,30}(,[a-z_]{1,60}:[a-z0-9_]{1,30})*\Z"),
        about="Options of its game, as `name:value` with commas between them.",
    )


class NewClient(Schema):
    """An application that vouches for its players."""

    name = text(
        Regexp(rf"(?!guest\Z){PATTERN}\Z"), about="Its players are called `name/player`.", required=True
    )


class NewWebhook(Schema):
    """Who is to be called, and about what."""

    match = match_id_field()
    scope = choice(
        get_args(WebhookScope),
        about="The match, or all public matches of the player who sits in the token's seat.",
        load_default="match",
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

    kind = choice(get_args(PlayerKind), about="People, bots or both.", load_default="people")
    cursor = text(Length(1, 200), about="The `next` of the page before; left out: the best.")
    limit = Digits(1, LARGEST_PAGE, about="How many rows a page may have.", load_default=50)


class WebhooksQuery(Schema):
    """Of which match to list the webhooks."""

    match = match_id_field()


class TableQuery(Schema):
    """Which position to look at; without either the newest."""

    version = Digits(1, LAST_VERSION, about="The position after this version.")
    at = Digits(0, LAST_VERSION, about="The position at this time, UTC milliseconds since 1970.")


class CommandsQuery(TableQuery):
    """Which position to look at, and in which language."""

    lang = language_field()


class EntriesQuery(Schema):
    """Which part of the book to read."""

    after = Digits(0, LAST_VERSION, about="Begin after this version.", load_default=0)
    limit = Digits(1, LARGEST_PAGE, about="How many entries a page may have; left out: 50, as NDJSON all.")
    type = text(Length(1, 60), about="Entries with this type of command or event alone.")
    seat = Digits(0, MOST_SEATS - 1, about="Entries whose command this seat gave alone, counted from 0.")
    wait = Digits(0, LONGEST_WAIT, about="Seconds to wait for an entry while there is none.", load_default=0)


class StreamQuery(Schema):
    """Which matches to follow."""

    matches = text(
        Length(1, 4000),
        Regexp(r"[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*\Z"),
        about=f"Ids with commas between them, up to {MOST_STREAMED}.",
        required=True,
    )
    after = text(Length(1, 4000), about="The id of an event; Last-Event-ID is stronger.")


class ScoreQuery(TableQuery):
    """Which position to look at, and in which language."""

    lang = language_field()


class ReviewQuery(Schema):
    """The review of which budget, and in which language."""

    playouts = Digits(
        min(BUDGETS),
        max(BUDGETS),
        OneOf(BUDGETS),
        about="Play-outs for each decision: as many as were asked for.",
        load_default=USUAL_PLAYOUTS,
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


class NextQuery(Schema):
    """What the answer should bring along, and in which language."""

    lang = language_field()
    beside = choice(
        ("commands", "table", "picture"),
        about="What the answer brings along, as the caller would be given it next.",
        data_key="with",
    )


class PlayQuery(NextQuery):
    """Whether to try the command first, and what else the answer should bring along."""

    preview = choice(
        ("0", "1"), about="1: show what would follow, up to the next draw of luck; write nothing."
    )

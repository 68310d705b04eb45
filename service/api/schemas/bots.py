"""What is said of a bot: how it chooses, and how strong it is."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validates_schema
from marshmallow.validate import OneOf

from games.match.quantities import (
    HIGHEST_LEVEL,
    LEAST_MILLISECONDS,
    LOWEST_LEVEL,
    MOST_MILLISECONDS,
)
from games.match.state import DEFAULT_MILLISECONDS, MindName, PersonalityName
from service.api.schemas.kit import MOST_SEATS, whole_number
from service.problem_detail import Detail


class BotBody(Schema):
    """A bot."""

    mind = fields.String(
        required=True,
        validate=OneOf(get_args(MindName)),
        metadata={
            "description": "How the bot chooses: at random, by the next best, by search, or by its level."
        },
    )
    milliseconds = whole_number(
        LEAST_MILLISECONDS,
        MOST_MILLISECONDS,
        metadata={
            "description": "For an answer at most; only for the mind `search`, "
            f"which takes {DEFAULT_MILLISECONDS} if nothing is said."
        },
    )
    level = whole_number(
        LOWEST_LEVEL,
        HIGHEST_LEVEL,
        metadata={
            "description": "How strong the bot is: 1 makes mistakes, 6 thinks longest; "
            "only for the mind `level`, which needs it."
        },
    )

    personality = fields.String(
        validate=OneOf(get_args(PersonalityName)),
        metadata={
            "description": "What the bot likes among options that are nearly as good: to build, to hoard, "
            "or to be first; only for the mind `level`."
        },
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

    seat = whole_number(
        0, MOST_SEATS - 1, required=True, metadata={"description": "Which seat it takes, counted from 0."}
    )

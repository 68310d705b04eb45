"""What may be asked of an answer to whoever has written something."""

from __future__ import annotations

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from service.api.schemas.kit import language_field


class NextQuery(Schema):
    """What the answer should bring along, and in which language."""

    lang = language_field()
    beside = fields.String(
        data_key="with",
        validate=OneOf(("commands", "table", "picture")),
        metadata={"description": "What the answer brings along, as the caller would be given it next."},
    )


class PlayQuery(NextQuery):
    """Whether to try the command first, and what else the answer should bring along."""

    preview = fields.String(
        validate=OneOf(("0", "1")),
        metadata={"description": "1: show what would follow, up to the next draw of luck; write nothing."},
    )

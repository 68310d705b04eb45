"""Fields that several requests share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, get_args

from marshmallow import Schema, ValidationError, fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from games.kernel.words import LANGUAGES
from games.match.state import UndoPolicy
from service.problem_detail import Detail

Validate = Callable[[Any], Any]

LARGEST_PAGE: Final = 200
MOST_SEATS: Final = 8  # more than any game has; each game says how many it takes
LAST_VERSION: Final = 10**15 - 1

REFERENCE: Final = "x-schema"  # of a field: the schema of the document that says more than we can here

# As much of `check_printable` as a pattern can say in every language.
PRINTABLE: Final = (
    r"^[^\u0000-\u001f\u007f-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]*$"
)


def check_printable(text: str) -> None:
    if any(not letter.isprintable() for letter in text):
        raise ValidationError([Detail("printable_only")])


def text(*rules: Validate, about: str, **more: Any) -> fields.String:
    """Return a field with a text that follows these rules."""
    return fields.String(validate=list(rules), metadata={"description": about}, **more)


def choice(values: Iterable[str], *, about: str, **more: Any) -> fields.String:
    """Return a field with one of these values."""
    return fields.String(validate=OneOf(values), metadata={"description": about}, **more)


def flag(*, about: str, **more: Any) -> fields.Boolean:
    """Return a field of a body: true or false, and nothing that may stand for them."""
    return fields.Boolean(truthy={True}, falsy={False}, metadata={"description": about}, **more)


def whole_number(least: int, most: int, *, about: str, **more: Any) -> fields.Integer:
    """Return a field of a body: a JSON number."""
    metadata = {"description": about}
    return fields.Integer(strict=True, validate=Range(least, most), metadata=metadata, **more)


class BoundedList(fields.List[Any]):
    """A list none of whose elements is looked at if there are too many."""

    def _deserialize(self, value: Any, *about: Any, **more: Any) -> list[Any]:
        for rule in self.validators:
            if isinstance(rule, Length) and isinstance(value, list):
                rule(value)
        return super()._deserialize(value, *about, **more)


class Digits(fields.Integer):
    """A field of a query: a number in its plainest form."""

    def __init__(self, least: int, most: int, *rules: Validate, about: str, **more: Any) -> None:
        super().__init__(validate=[Range(least, most), *rules], metadata={"description": about}, **more)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit()) or len(text) > len(str(LAST_VERSION)):
            raise self.make_error("invalid", input=value)
        return int(text)


def language_field() -> fields.String:
    return choice(LANGUAGES, about="The language of labels; stronger than the Accept-Language header.")


def undo_policy_field() -> fields.String:
    return choice(
        get_args(UndoPolicy), about="Not at all, one's own answers, or whatever the others agree to."
    )


def match_id_field() -> fields.String:
    return text(Regexp(r"[A-Za-z0-9_-]{1,64}\Z"), about="The id of the match.", required=True)


def check_no_doubles(words: list[str]) -> None:
    if len(set(words)) < len(words):
        raise ValidationError([Detail("each_once")])


def player_field() -> fields.String:
    return text(
        Regexp(r"[A-Za-z0-9_.-]{1,64}\Z"),
        about=(
            "The same in every match, where results are to be counted together. With the key "
            "of a client it becomes `client/player`; without one `guest/player`, which anybody may say."
        ),
    )


class Nothing(Schema):
    """Nothing needs to be said."""


class InLanguage(Schema):
    """In which language to answer."""

    lang = language_field()

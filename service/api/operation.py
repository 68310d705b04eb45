"""The declaration of an operation: requests are guarded by it, and the OpenAPI document is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from marshmallow import Schema

from service import problems
from service.api import problems as api_problems
from service.api.answers import HTML
from service.problems import Problem

PROBLEMS_ANYWHERE: Final = (
    api_problems.NotAcceptable,
    api_problems.TooManyRequests,
    api_problems.InternalError,
    problems.RulesAtFault,
    problems.EntryUnreadable,
)
PROBLEMS_IN_MATCH: Final = (
    problems.UnknownMatch,
    problems.TokenMissing,
    problems.TokenUnknown,
    problems.BookUnavailable,
)
PROBLEMS_WRITING: Final = (
    api_problems.TooManyEntries,
    api_problems.TooMuchWritten,
    api_problems.TooManyBodies,
    problems.Malformed,
    problems.TokenUnknown,
    api_problems.BodyTooLarge,
    api_problems.BodyTooSlow,
    api_problems.UnsupportedMediaType,
    problems.IdempotencyKeyReused,
    problems.BookUnavailable,
    problems.TooBusy,
)
PROBLEMS_WRITING_IN_MATCH: Final = (
    problems.VersionConflict,
    problems.GameIsOver,
    problems.Imported,
    problems.NotPermitted,
)
PROBLEMS_TAKING_BOOK: Final = (
    api_problems.BodyTooLarge,
    api_problems.BodyTooSlow,
    api_problems.TooManyBodies,
    api_problems.UnsupportedMediaType,
    api_problems.TooMuchImported,
    api_problems.TooMuchAudited,
)
PROBLEMS_TAKING_LINES: Final = (
    api_problems.BodyTooLarge,
    api_problems.BodyTooSlow,
    api_problems.TooManyBodies,
    api_problems.UnsupportedMediaType,
    api_problems.TooMuchImported,
)


# Who may call: `public`: credentials play no part; `optional`: a token opens more than anonymous callers see;
# `token`: nobody gets in without one, so it is asked for before anything is looked up; `token_or_client`: or
# without the key of a client.
Access = Literal["public", "optional", "token", "token_or_client"]
# What it writes: an entry of the match in the path, an entry of another match, or a record beside the book.
Writes = Literal["nothing", "entry", "new_match", "beside"]


@dataclass(frozen=True, kw_only=True)
class Operation:
    """What requests of an operation are guarded by, and what the document says of it."""

    name: str
    tag: str
    method: str
    path: str  # as Flask writes it
    summary: str
    description: str
    access: Access = "public"
    writes: Writes = "nothing"
    query: type[Schema] | None = None
    body: type[Schema] | None = None
    plays: bool = False  # the body is a command of a game
    takes_book: bool = False  # the body is the file of a match; what it does, it does once by nature
    takes_line: Any = None  # the type of a line, where the body is many of them: each is a call of its own
    body_required: bool = True
    answer: Any = None  # the type of the answer
    answer_to_many: Any = None  # where the body may also be an array of commands
    preview: Any = None  # where nothing was written, with 200
    answers_line: Any = None  # the type of a line of the answer
    streamed: Any = None  # the type of the data of each event, where it answers as an event stream
    status: int = 200
    done_before: str = ""  # when it answers the same with 200 instead
    media_types: tuple[str, ...] = ("application/json",)
    paged: bool = False
    tagged: bool = False  # answers with an ETag, and with 304 to a client that has it
    live: bool = False  # answers as a stream, with 204 when there is nothing left to come
    hands_out_token: bool = False
    keyed: bool = False  # honours an Idempotency-Key, although it writes no entry and hands out no token
    then: tuple[str, ...] = ()  # names of operations that its answer leads to
    problems: tuple[type[Problem], ...] = ()  # besides those that follow from the above

    @property
    def answers(self) -> list[Any]:
        return [
            kind
            for kind in (
                self.answer,
                self.answer_to_many,
                self.preview,
                self.streamed,
                self.takes_line,
                self.answers_line,
            )
            if kind is not None
        ]

    @cached_property
    def is_page(self) -> bool:
        """Return whether it is for people.

        Whatever a messenger appends to its address is no reason to refuse it.
        """
        return self.media_types == (HTML,)

    @property
    def speaks(self) -> bool:
        """Return whether its answer has words in it."""
        return self.query is not None and "lang" in self.query().fields

    @cached_property
    def brings(self) -> bool:
        """Return whether its answer brings along what the caller would ask next, if `with` says so."""
        return self.query is not None and any(
            field.data_key == "with" for field in self.query().fields.values()
        )

    @property
    def in_match(self) -> bool:
        return "<match>" in self.path

    @property
    def writes_in_match(self) -> bool:
        return self.in_match and self.writes in ("entry", "beside")

    @property
    def answers_entry(self) -> bool:
        return self.writes in ("entry", "new_match")

    @property
    def all_problems(self) -> list[type[Problem]]:
        return list(dict.fromkeys(self._problems()))

    def _problems(self) -> Iterator[type[Problem]]:
        if not self.is_page:
            yield problems.Malformed  # an unknown parameter, if nothing else
        yield from PROBLEMS_ANYWHERE
        if self.in_match:
            yield from PROBLEMS_IN_MATCH
        if self.takes_book:
            yield from PROBLEMS_TAKING_BOOK
        if self.takes_line is not None:
            yield from PROBLEMS_TAKING_LINES
        if self.writes != "nothing":
            yield from PROBLEMS_WRITING
        if self.writes_in_match:
            yield from PROBLEMS_WRITING_IN_MATCH
        if self.live:
            yield api_problems.TooManyStreams
        yield from self.problems

"""What an operation takes and gives: it guards its requests, and the OpenAPI document is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from marshmallow import Schema

from service import problems
from service.api import budgets, faults
from service.api.answer_building import HTML
from service.problems import Problem

PROBLEMS_ANYWHERE: Final = (
    faults.NotAcceptable,
    faults.TooManyRequests,
    faults.InternalError,
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
    budgets.TooManyEntries,
    budgets.TooMuchWritten,
    faults.TooManyBodies,
    problems.Malformed,
    problems.TokenUnknown,
    faults.BodyTooLarge,
    faults.BodyTooSlow,
    faults.UnsupportedMediaType,
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
    faults.BodyTooLarge,
    faults.BodyTooSlow,
    faults.TooManyBodies,
    faults.UnsupportedMediaType,
    budgets.TooMuchImported,
    budgets.TooMuchAudited,
)
PROBLEMS_TAKING_LINES: Final = (
    faults.BodyTooLarge,
    faults.BodyTooSlow,
    faults.TooManyBodies,
    faults.UnsupportedMediaType,
    budgets.TooMuchImported,
)


@dataclass(frozen=True, kw_only=True)
class Operation:
    name: str
    tag: str
    method: str
    path: str  # as Flask writes it
    summary: str
    description: str
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
    also_without_token: bool = False  # what a token opens, some may open without
    also_by_client: bool = False  # the key of a client opens it as well as a token
    apart: bool = (
        False  # needs a token and writes, if at all, beside the book: there is no entry to answer with
    )
    begins_another: bool = False  # the match of the path is read, and another one written
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
    def writes(self) -> bool:
        return self.method != "GET" and not self.takes_book and self.takes_line is None

    @cached_property
    def is_page(self) -> bool:
        """For people: whatever a messenger or a mail appends to its address is no reason to refuse it."""
        return self.media_types == (HTML,)

    @property
    def speaks(self) -> bool:
        """Its answer has words in it."""
        return self.query is not None and "lang" in self.query().fields

    @cached_property
    def brings(self) -> bool:
        """Its answer brings along what the caller would ask next, if `with` says so."""
        return self.query is not None and any(
            field.data_key == "with" for field in self.query().fields.values()
        )

    @property
    def in_match(self) -> bool:
        return "<match>" in self.path

    @property
    def writes_in_match(self) -> bool:
        return self.writes and self.in_match and not self.begins_another

    @cached_property
    def needs_token(self) -> bool:
        """Nobody gets in without one, so it is asked for before anything is looked up."""
        return (self.apart or (self.writes and self.in_match)) and not self.also_without_token

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
        if self.writes:
            yield from PROBLEMS_WRITING
        if self.writes_in_match:
            yield from PROBLEMS_WRITING_IN_MATCH
        if self.live:
            yield budgets.TooManyStreams
        yield from self.problems

"""The answer to whoever wrote an entry: for a repetition the same, except for one header."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, cast

import msgspec

from events.entry import Entry
from games.kernel import Asked, Command, tag_of
from games.kernel.quantities import doc
from service.api.answers import REPLAYED_HEADER, encode_reply, etag, language_headers, reply
from service.api.blueprint import OPERATIONS
from service.api.budgets import CALLER, Caller
from service.api.context import RequestContext
from service.api.fast_flask import Answer, current_request
from service.api.links import add_query, entry_link
from service.api.operation import Operation
from service.api.problems import TooManyEntries, TooMuchWritten
from service.matches.fields import MatchId, QuestionOrNone
from service.matches.handler import Written
from service.matches.records.people import PEOPLE, Person
from service.queries.actions import Addressee, HttpCall, Method
from service.queries.offers import CommandsAnswer, describe_offers
from service.queries.overview import TableAnswer, describe_table
from service.queries.pictures import draw_position
from service.queries.positions import load_for_caller, position_now

ANSWERING: Final = "submit_command"
OPENING: Final = "open_match"


class ApiCalls:
    """Where an answer can bring the next question along, the call asks for it, in the same language."""

    def __init__(self, query: Mapping[str, Any]) -> None:
        self._lang = query.get("lang")

    def open(self) -> HttpCall:
        return self._call(OPERATIONS[OPENING])

    def act(self, match: str, command: Command) -> HttpCall:
        """Return the call of a command, which is named like the operation that carries it out."""
        return self._call(OPERATIONS[tag_of(type(command))], match, getattr(command, "seat", None))

    def answer(self, match: str) -> HttpCall:
        return self._call(OPERATIONS[ANSWERING], match)

    def _call(self, operation: Operation, match: str = "", seat: int | None = None) -> HttpCall:
        path = operation.path.replace("<match>", match).replace("<number:seat>", str(seat))
        if operation.brings:
            path = add_query(path, **{"with": "commands", "lang": self._lang})
        return HttpCall(method=cast("Method", operation.method), path=path)


def make_addressee(context: RequestContext, people: dict[int, Person]) -> Addressee:
    return Addressee(context.matches.store, people, context.lang, ApiCalls(context.query))


ASKED_TAG: Final = tag_of(Asked)  # in every game


class WriteAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to whatever was written: a function of its entry, so that it stays the same for ever."""

    match: MatchId
    version: Annotated[int, doc("The version of the match after the entry.")]
    entry: Annotated[Entry, doc("The entry that was written.")]
    question: Annotated[
        QuestionOrNone | msgspec.UnsetType,
        doc("What the game asks after the entry; null: nothing. Absent if the entry asks nothing new."),
    ] = msgspec.UNSET


class PlayAnswer(WriteAnswer, frozen=True, kw_only=True):
    """The same, and if `with` asks for it, how the match stands now."""

    next: Annotated[
        CommandsAnswer | msgspec.UnsetType,
        doc("With `with=commands`: what `list_commands` answers now."),
    ] = msgspec.UNSET
    table: Annotated[
        TableAnswer | msgspec.UnsetType, doc("With `with=table`: what `get_table` answers now.")
    ] = msgspec.UNSET
    picture: Annotated[
        str | msgspec.UnsetType, doc("With `with=picture`: what `get_table_picture` answers now.")
    ] = msgspec.UNSET


class BatchAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to several commands: an entry each."""

    match: MatchId
    version: Annotated[int, doc("The version of the match after the last of the entries.")]
    entries: Annotated[list[Entry], doc("The entries that were written, one for each command.")]
    question: Annotated[
        QuestionOrNone | msgspec.UnsetType,
        doc("What the game asks after the last entry; null: nothing. Absent if it asks nothing new."),
    ] = msgspec.UNSET
    next: Annotated[
        CommandsAnswer | msgspec.UnsetType,
        doc("With `with=commands`: what `list_commands` answers now."),
    ] = msgspec.UNSET
    table: Annotated[
        TableAnswer | msgspec.UnsetType, doc("With `with=table`: what `get_table` answers now.")
    ] = msgspec.UNSET
    picture: Annotated[
        str | msgspec.UnsetType, doc("With `with=picture`: what `get_table_picture` answers now.")
    ] = msgspec.UNSET


class _Fact(msgspec.Struct):
    """An event of any game, as far as its question goes: what is asked is handed on unread."""

    type: str
    agenda: tuple[msgspec.Raw, ...] = ()


_facts: Final = msgspec.json.Decoder(list[_Fact])


def question_after(entry: Entry) -> Any:
    """Return what the game asks after an entry, from the entry alone; UNSET if the entry asks nothing new."""
    for fact in reversed(_facts.decode(entry.events)):
        if fact.type == ASKED_TAG:
            return fact.agenda[0] if fact.agenda else None
    return msgspec.UNSET


def make_write_answer(match: str, written: Written) -> PlayAnswer:
    entry = written.entry
    return PlayAnswer(match=match, version=entry.version, entry=entry, question=question_after(entry))


def make_batch_answer(match: str, written: list[Written]) -> BatchAnswer:
    entries = [each.entry for each in written]
    last = entries[-1]
    return BatchAnswer(match=match, version=last.version, entries=entries, question=question_after(last))


def carry_out(context: RequestContext, match: str, command: Command) -> Answer:
    """Carry out a command of the match, and answer its writer with what the query asks for besides."""
    done = context.matches.handle(match, command, context.request())
    return reply_to_player(context, make_write_answer(match, done), done)


def reply_to_player(context: RequestContext, answer: PlayAnswer | BatchAnswer, written: Written) -> Answer:
    """Answer with what the caller would ask next, if the query says so: as of now, even in a repetition."""
    wanted = context.query.get("beside")
    if wanted is None:
        return reply_to_writer(answer, written)
    live, caller = load_for_caller(context.matches, answer.match, context.token)
    seen = position_now(live, caller)
    if wanted == "table":
        brought = {"table": msgspec.Raw(encode_reply(describe_table(seen)))}
    elif wanted == "picture":
        brought = {"picture": msgspec.Raw(encode_reply(draw_position(seen, context.lang)))}
    else:
        addressee = make_addressee(context, PEOPLE.all(context.matches.store, answer.match))
        brought = {"next": msgspec.Raw(encode_reply(describe_offers(seen, addressee)))}
    return reply_to_writer(answer, written, brought=brought, lang=context.lang)


def reply_to_writer(  # noqa: PLR0913  what an answer to a writer may say besides
    answer: WriteAnswer | BatchAnswer,
    written: Written,
    *,
    status: int = 201,
    location: str | None = None,
    brought: Mapping[str, msgspec.Raw] = MappingProxyType({}),
    lang: str | None = None,
) -> Answer:
    """Answer a writer; `written` is the entry that brought the match to where it is."""
    entry = written.entry
    answer = msgspec.structs.replace(answer, **brought) if brought else answer
    headers = {"ETag": etag(entry.version, entry.hash), "Cache-Control": "no-store"}
    headers["Location"] = location or entry_link(answer.match, entry.version)
    headers |= language_headers(lang) if lang else {}
    if written.replayed:
        headers |= REPLAYED_HEADER
        return reply(answer, status, headers)
    response = reply(answer, status, headers)
    caller: Caller = current_request().environ[CALLER]
    caller.charge(TooManyEntries, len(answer.entries) if isinstance(answer, BatchAnswer) else 1)
    read = sum(len(part) for part in brought.values())
    caller.charge(TooMuchWritten, (response.length or 0) - read)
    return response

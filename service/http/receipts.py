"""What the writer of an entry gets back: for a repetition the same, except for one header."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from flask import Response, request

from events.entry import Entry
from games.kernel import Asked, tag_of
from games.kernel.quantities import doc
from service.http.budgets import Caller, TooManyEntries, TooMuchWritten
from service.http.reply import REPLAYED_HEADER, etag, reply
from service.http.urls import entry_link
from service.http.wsgi import CALLER
from service.matches.fields import MatchId
from service.matches.writing import Written
from service.reading.game_types import QuestionOrNone

ASKED_TAG: Final = tag_of(Asked)  # in every game


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to whatever was written: a function of its entry, so that it stays the same for ever."""

    match: MatchId
    version: Annotated[int, doc("The version of the match after the entry.")]
    entry: Annotated[Entry, doc("The entry that was written.")]
    question: Annotated[
        QuestionOrNone | msgspec.UnsetType,
        doc("What the game asks after the entry; null: nothing. Absent if the entry asks nothing new."),
    ] = msgspec.UNSET


class BatchReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to several commands: an entry each."""

    match: MatchId
    version: Annotated[int, doc("The version of the match after the last of the entries.")]
    entries: Annotated[list[Entry], doc("The entries that were written, one for each command.")]
    question: Annotated[
        QuestionOrNone | msgspec.UnsetType,
        doc("What the game asks after the last entry; null: nothing. Absent if it asks nothing new."),
    ] = msgspec.UNSET


class _Fact(msgspec.Struct):
    """An event of any game, as far as its question goes: what is asked is handed on unread."""

    type: str
    agenda: tuple[msgspec.Raw, ...] = ()


_facts: Final = msgspec.json.Decoder(list[_Fact])


def question_after(entry: Entry) -> Any:
    """What the game asks after an entry, from the entry alone; UNSET if the entry asks nothing new."""
    for fact in reversed(_facts.decode(entry.events)):
        if fact.type == ASKED_TAG:
            return fact.agenda[0] if fact.agenda else None
    return msgspec.UNSET


def make_receipt(match: str, written: Written) -> Receipt:
    entry = written.entry
    return Receipt(match=match, version=entry.version, entry=entry, question=question_after(entry))


def make_batch_receipt(match: str, written: list[Written]) -> BatchReceipt:
    entries = [each.entry for each in written]
    last = entries[-1]
    return BatchReceipt(match=match, version=last.version, entries=entries, question=question_after(last))


def reply_with_receipt(
    answer: Receipt | BatchReceipt, written: Written, *, status: int = 201, location: str | None = None
) -> Response:
    """`written` is the entry that brought the match to where it is."""
    entry = written.entry
    headers = {"ETag": etag(entry.version, entry.hash), "Cache-Control": "no-store"}
    headers["Location"] = location or entry_link(answer.match, entry.version)
    if written.replayed:
        headers |= REPLAYED_HEADER
        return reply(answer, status, headers)
    response = reply(answer, status, headers)
    caller: Caller = request.environ[CALLER]
    caller.charge(TooManyEntries, len(answer.entries) if isinstance(answer, BatchReceipt) else 1)
    caller.charge(TooMuchWritten, response.content_length or 0)
    return response

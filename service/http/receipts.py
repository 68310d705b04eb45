"""What the writer of an entry gets back: for a repetition the same, except for one header."""

from __future__ import annotations

from flask import Response

from service.http.reply import REPLAYED_HEADER, etag, reply
from service.http.urls import entry_link
from service.matches.writing import Written
from service.reading.entries import BatchReceipt, Receipt, question_after


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

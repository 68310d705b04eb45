"""Answers a whole match as a file, its audit and its story; takes files to be checked or imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Final

import msgspec

from events.export import MEDIA_TYPE, encode_lines, header_of
from events.snapshots import read_entries
from games.kernel.quantities import doc
from service import problems
from service.api.answers import ASK_AGAIN, PLAIN_TEXT, answer_if_changed, caching_headers, etag, reply
from service.api.blueprint import ApiBlueprint
from service.api.body import read_body
from service.api.budgets import MIB
from service.api.context import RequestContext
from service.api.fast_flask import Answer, current_request
from service.api.greenlets import notice_hang_up
from service.api.links import BASE, match_link
from service.api.problems import TooMuchAudited, TooMuchImported, UnsupportedMediaType
from service.api.schemas.kit import LAST_VERSION, Digits, InLanguage
from service.api.views.matches import opener_of
from service.clock import now_ms
from service.editions.stored import travelling_board
from service.matches.fields import MatchVersion, VersionHash
from service.matches.records.people import PEOPLE, Person
from service.matches.repository import CurrentMatch, course_at
from service.problem_detail import Detail
from service.queries.entries import StoryLine, Teller, format_line
from service.queries.overview import count_forgotten, name_seats
from service.queries.positions import load_doubted, load_newest
from service.verification.audit import Checked, Unproven, Verdict
from service.verification.verifier_messages import AuditMatch
from service.verification.verifier_pool import Caller

VERIFYING: Final = (problems.TooCostly, problems.VerifiersBusy, problems.VerifierFailed)

api = ApiBlueprint("books", BASE)


class StoryQuery(InLanguage):
    after = Digits(0, LAST_VERSION, about="Only what happened after this version.", load_default=0)


class ImportedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an imported file."""

    match: Annotated[str, doc("The id of the match here.")]
    id_in_book: Annotated[str, doc("The id that the book gives the match, which its export keeps.")]
    version: MatchVersion
    hash: VersionHash
    new: Annotated[bool, doc("Whether anything was imported; false if all of it was here already.")]
    on_trust: Annotated[list[Checked], doc("Checks that could not be carried out, or not to the end.")]
    unproven: Annotated[list[Unproven], doc("What the file could say otherwise and still pass every check.")]


@api.get("/matches/<match>/export", access="optional", answer=str, tagged=True, media_types=(MEDIA_TYPE,))
def export_match(context: RequestContext, match: str) -> Answer:
    """The match as a file that can be verified offline and imported elsewhere.

    A header, then one entry a line, canonical JSON; see docs/book.md. It holds no names and no tokens, and no
    seed before the match has ended.
    """
    live = load_newest(context.matches, match, context.token)
    headers = caching_headers(etag(live.version, live.hash), ASK_AGAIN)
    name = {"Content-Disposition": f'attachment; filename="{live.match.id}-{live.version}.ndjson"'}
    return answer_if_changed(
        headers,
        lambda: Answer(export_lines(context, live), headers=headers | name, content_type=MEDIA_TYPE),
    )


def export_lines(context: RequestContext, live: CurrentMatch) -> Iterator[bytes]:
    first = context.matches.store.entries(live.match.id, limit=1)[0]
    board = travelling_board(live.match.game, live.match.edition)
    header = header_of(first, live.version, live.hash, board)
    return encode_lines(header, read_entries(context.matches.store, live.match.id, 0, live.version))


@api.get("/matches/<match>/audit", access="optional", answer=Verdict, problems=(TooMuchAudited, *VERIFYING))
def audit_match(context: RequestContext, match: str) -> Answer:
    """Was it played by the rules, with the luck that was promised?

    The same as `POST /v1/verify` says of its export: chain, fold, commitment, every draw, every decision, and
    of a fork whether it begins as its parent stood.
    """
    context.caller.require(TooMuchAudited)
    live = load_doubted(context.matches, match, context.token)
    with wait_as_caller(context) as caller:
        verdict = context.services.verifiers.audit(
            AuditMatch(match, live.version, live.hash),
            context.matches.store,
            partial(charge_audit, context),
            caller,
        )
    return reply(verdict, headers={"Cache-Control": ASK_AGAIN})


@api.post("/verify", takes_book=True, answer=Verdict, problems=(problems.BookUnavailable, *VERIFYING))
def verify_book(context: RequestContext) -> Answer:
    """Check the file of a match, wherever it was played. Nothing is kept.

    For a fork whose parent is not here, `parent` is `skipped`: then its first table is not proven.
    """
    raw = read_upload(context)
    with wait_as_caller(context) as caller:
        verdict = context.services.verifiers.verify(
            raw, context.matches.store, partial(charge_audit, context), caller
        )
    return reply(verdict, headers={"Cache-Control": "no-store"})


@api.post(
    "/matches/import",
    takes_book=True,
    answer=ImportedAnswer,
    status=201,
    done_before="Every entry was here already.",
    problems=(problems.BadBook, problems.TooBusy, problems.BookUnavailable, *VERIFYING),
)
def import_match(context: RequestContext) -> Answer:
    """Bring in a match that was played elsewhere, to be read, checked and continued in forks.

    The entries and their hashes stay the same; nobody plays on in the match itself. Importing the same file
    again answers 200 and changes nothing but what an import that was cut short has left out,
    so it heeds no `Idempotency-Key`. A file that goes on from what is here continues it. `match` is the id
    here, which nobody can take in advance; `on_trust` lists what could not be checked.
    """
    raw = read_upload(context)
    with wait_as_caller(context) as caller:
        charge = partial(charge_audit, context)
        done = context.services.verifiers.bring_in(raw, now_ms(), context.matches.store, charge, caller)
    header = done.header
    answer = ImportedAnswer(
        match=done.place,
        id_in_book=header.match,
        version=header.entries,
        hash=header.head,
        new=done.new,
        on_trust=done.on_trust,
        unproven=done.unproven,
    )
    headers = {"Location": match_link(done.place), "ETag": etag(header.entries, header.head)}
    return reply(answer, 201 if done.new else 200, headers | {"Cache-Control": "no-store"})


def read_upload(context: RequestContext) -> bytes:
    """Return the one body that may be large."""
    if current_request().mimetype != MEDIA_TYPE:
        raise UnsupportedMediaType(Detail("file_type_wanted", {"type": MEDIA_TYPE}))
    context.caller.require(TooMuchAudited)
    context.caller.require(TooMuchImported)
    most = context.services.config.largest_import * MIB
    return read_body(
        context.reserve_memory(file=True), most, lambda size: context.caller.spend(TooMuchImported, size)
    )


@contextmanager
def wait_as_caller(context: RequestContext) -> Iterator[Caller]:
    """Queue as the caller; whoever hangs up leaves the queue at once."""
    caller = Caller(opener_of(context))
    with notice_hang_up(context.connection, caller.leave):
        yield caller


def charge_audit(context: RequestContext, seconds: float) -> None:
    """Charge the processor time that a verifier has taken, however it ended."""
    context.caller.charge(TooMuchAudited, int(seconds * 1000))


@api.get(
    "/matches/<match>/story",
    access="optional",
    query=StoryQuery,
    answer=str,
    tagged=True,
    media_types=(PLAIN_TEXT, MEDIA_TYPE),
)
def tell_match(context: RequestContext, match: str) -> Answer:
    """The match in readable lines, one for each event.

    What an undo took back is marked, rounds are headings. As NDJSON each line is an object with `version`,
    `text`, and `heading` or `struck` where they hold.
    """
    live = load_newest(context.matches, match, context.token)
    people = PEOPLE.all(context.matches.store, match)
    as_lines = context.wants(MEDIA_TYPE)
    tag = etag(live.version, live.hash, count_forgotten(people), lang=context.lang, as_lines=as_lines)
    headers = caching_headers(tag, ASK_AGAIN, context.lang) | {"Vary": "Accept, Accept-Language"}

    def answer_story() -> Answer:
        lang = context.lang  # read while the request is current: the lines are made later
        lines = story_lines(context, live, people, lang)
        if as_lines:
            encoded = (msgspec.json.encode(line) + b"\n" for line in lines)
            return Answer(encoded, headers=headers, content_type=MEDIA_TYPE)
        text = (format_line(line, lang).encode() for line in lines)
        return Answer(text, headers=headers, content_type=f"{PLAIN_TEXT}; charset=utf-8")

    return answer_if_changed(headers, answer_story)


def story_lines(
    context: RequestContext, live: CurrentMatch, people: dict[int, Person], lang: str
) -> Iterator[StoryLine]:
    store, match = context.matches.store, live.match
    teller = Teller(match.rules, match.edition, lang, name_seats(match, people, lang))
    entries = read_entries(store, match.id, context.query["after"], live.version)
    return teller.lines(entries, course_at(store, match.id, live.version).counts)

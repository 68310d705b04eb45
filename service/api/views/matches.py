"""Opening, forking, listing and describing matches; notices of the host, and the rematch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from events.entry import Entry
from games.kernel.quantities import doc
from games.match.actor import ADMIN, HOST, Actor
from games.match.commands import CancelMatch, SeatedBot
from games.match.state import Advising, Bot, Clock, Renewal
from service import problems
from service.api.answers import (
    ASK_AGAIN,
    JSON,
    VARY_BY_READER,
    answer_if_changed,
    caching_headers,
    etag,
    reply,
)
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE, Links, link_next_page, links_of_match, match_link
from service.api.problems import (
    TooManyEntries,
    TooManyMatches,
    TooManyOpenings,
    TooManyStreams,
    TooMuchThinking,
)
from service.api.schemas.bodies import Fork, NewMatch, NoticeBody
from service.api.schemas.kit import MOST_SEATS, InLanguage, Nothing
from service.api.schemas.queries import MatchesQuery, PageQuery
from service.api.streams import EVENT_STREAM, stream_listing
from service.api.write_answers import WriteAnswer, make_addressee, make_write_answer, reply_to_writer
from service.matches.authorization import require_token
from service.matches.fields import SeedCommitment
from service.matches.folding import read_opening
from service.matches.handler import Request, Written
from service.matches.index import opener_label
from service.matches.opening import (
    Beside,
    Forking,
    Opened,
    Opening,
    find_rematch,
    has_opened,
    invalid,
    open_fork,
    open_new,
    open_rematch,
    rematch_seat,
    require_rematch,
)
from service.matches.records.descriptions import (
    LONGEST_NOTE,
    LONGEST_TITLE,
    Host,
    MatchDescription,
    change_description,
    description_of,
)
from service.matches.records.people import PEOPLE, Person
from service.matches.repository import CurrentMatch
from service.players.names import clean_line, clean_name
from service.problem_detail import Detail
from service.problems import NotPermitted
from service.queries.actions import Action, BarredAction, WaitsFor, describe_waiting, list_actions
from service.queries.listing import (
    BesideBook,
    Listing,
    MatchFilter,
    NoticeAnswer,
    describe_notice,
    page_of_forks,
    page_of_matches,
)
from service.queries.overview import Overview, count_forgotten, make_overview
from service.queries.positions import load_for_caller, load_newest, position_now
from service.tokens import opener_id


def opener_of(context: RequestContext) -> str:
    return opener_id(context.matches.secret, context.caller.address)


def require_thinking(context: RequestContext) -> None:
    """Raise when the bots of one opener have thought for longer than they may."""
    context.caller.require_of(TooMuchThinking, opener_of(context))


@contextmanager
def count_opening(context: RequestContext) -> Iterator[Request]:
    """Charge the request to its opener. A repeated one opens nothing more and is always answered.

    Matches that are open count for the address they were opened from. However soon each of them ends, so many
    may be opened in an hour, by token and by address: a match that has ended stays in the event log for ever.
    """
    request = context.request()
    if has_opened(context.matches, request):
        yield request
        return
    context.caller.require(TooManyOpenings)
    opener, store = opener_of(context), context.matches.store
    give_back = context.caller.hold(
        TooManyMatches, opener, besides=lambda: store.count_listed(opener_label(opener))
    )
    try:
        yield replace(request, opener=opener)
        context.caller.charge(TooManyOpenings, 1)
    finally:
        give_back()


def read_beside(context: RequestContext, body: dict[str, Any]) -> Beside:
    """Return what a body says of a new match that its event log does not hold."""
    title, note = read_words(body)
    reserved = body.get("reserved", ())
    return Beside(
        description=MatchDescription(title=title, note=note, host=read_host(context, body.get("host", {}))),
        codes=tuple(sorted(kept["seat"] for kept in reserved if "player" not in kept)),
        players={
            kept["seat"]: require_vouched(context, kept["player"], f"/reserved/{place}/player")
            for place, kept in enumerate(reserved)
            if "player" in kept
        },
    )


def read_words(body: dict[str, Any]) -> tuple[str | None, str | None]:
    """Return title and note, as they are stored and shown."""
    title, note = body.get("title"), body.get("note")
    return (
        None if title is None else clean_line(title, "title", LONGEST_TITLE),
        None if note is None else clean_line(note, "note", LONGEST_NOTE),
    )


def read_host(context: RequestContext, body: dict[str, Any]) -> Host | None:
    name, player = body.get("name"), body.get("player")
    if name is None and player is None:
        return None
    return Host(
        name=None if name is None else clean_name(name),
        player=None if player is None else require_vouched(context, player, "/host/player"),
    )


def require_vouched(context: RequestContext, player: str, pointer: str) -> str:
    """Return `client/player`; raise without a client's key.

    Nobody can be held to an id that anyone may claim.
    """
    if context.client_key is None:
        raise invalid(pointer, Detail("key_that_vouches"))
    return context.services.clients.player(context.client_key, player)


api = ApiBlueprint("matches", BASE)


class MatchAnswer(Overview, frozen=True, kw_only=True):
    """A match without its table, and where the rest is."""

    waits_for: Annotated[WaitsFor, doc("What the match waits for, and whom.")]
    actions: Annotated[list[Action], doc("What the caller may do, ready to be sent.")]
    barred_actions: Annotated[list[BarredAction], doc("What is the caller's, but not open now.")]
    links: Annotated[Links, doc("Where the parts of the match are.")]
    notice: Annotated[NoticeAnswer, doc("What the host says of the match.")]
    renewal: Annotated[Renewal, doc("Who renews a lost token besides the person in the seat (GB-31).")]
    advice: Annotated[Advising, doc("Whether whoever is asked may have advice (GB-34).")]
    rematch: Annotated[str | None, doc("The rematch of this match, once somebody has opened it; else null.")]
    rematch_of: Annotated[str | None, doc("The match of which this one is the rematch (GB-33); else null.")]


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that is reserved for whoever shows its code; shown here and never again."""

    seat: Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS, description="Which seat, from 0.")]
    code: Annotated[str, doc("Goes into `Authorization` as a token does, when the seat is taken.")]


class OpenedAnswer(WriteAnswer, frozen=True, kw_only=True):
    """The host token is shown here and never again, but for a repetition with the same Idempotency-Key."""

    host_token: Annotated[str, doc("The token of the host, which permits what a host may do.")]
    watch_token: Annotated[
        str | None, doc("The token that lets others look on in a private match; null for other matches.")
    ]
    commitment: SeedCommitment
    links: Annotated[Links, doc("Where the parts of the match are.")]
    invitations: Annotated[list[Invitation], doc("The codes of seats reserved for whoever shows one.")]


@api.post(
    "/matches",
    writes="new_match",
    body=NewMatch,
    answer=OpenedAnswer,
    status=201,
    hands_out_token=True,
    then=("take_seat", "seat_bot", "start_match", "get_match"),
    problems=(
        problems.UnknownGame,
        problems.Invalid,
        problems.ClientUnknown,
        problems.NameUnreadable,
        problems.NameMistakable,
        TooManyMatches,
        TooManyOpenings,
        TooMuchThinking,
    ),
)
def open_match(context: RequestContext) -> Answer:
    """Open a match."""
    body = context.body
    wanted = Opening(**read_terms(body, "title", "note", "host"))
    beside = read_beside(context, body)
    if wanted.bots:
        require_thinking(context)
    with count_opening(context) as request:
        return answer_opened(open_new(context.matches, wanted, request, beside))


@api.post(
    "/matches/<match>/forks",
    access="optional",
    writes="new_match",
    body=Fork,
    answer=OpenedAnswer,
    status=201,
    hands_out_token=True,
    then=("take_seat", "start_match", "get_match"),
    problems=(
        problems.UnknownEntry,
        problems.NotNow,
        problems.NotPermitted,
        problems.Invalid,
        TooManyMatches,
        TooManyOpenings,
        TooMuchThinking,
    ),
)
def fork_match(context: RequestContext, match: str) -> Answer:
    """Go on from a version in a new match.

    With luck of its own and seats to be taken anew; the match itself is not touched. A fork is never rated,
    and more open than the match only with the token of its host or of the admin.
    """
    body = context.body
    wanted = Forking(**read_terms(body, "version"))
    if wanted.bots:
        require_thinking(context)
    with count_opening(context) as request:
        return answer_opened(open_fork(context.matches, match, body["version"], wanted, request))


@api.get(
    "/matches/<match>/forks",
    access="optional",
    query=PageQuery,
    answer=Listing,
    paged=True,
    problems=(problems.BadCursor,),
)
def list_forks(context: RequestContext, match: str) -> Answer:
    """The public matches that go on from a version of this one, newest first.

    `parent` of each says from which. A page may be shorter than `limit` although more follow: go on while
    there is `next`. A fork is public only if it was opened as such by somebody who may.
    """
    answer = page_of_forks(
        context.matches, load_newest(context.matches, match, context.token), **context.query
    )
    return reply(answer, headers=link_next_page(match_link(match, "forks"), context.query, answer.next))


def answer_opened(opened: Opened) -> Answer:
    answer = OpenedAnswer(
        match=opened.match,
        version=opened.written.entry.version,
        entry=opened.written.entry,
        host_token=opened.host_token,
        watch_token=opened.watch_token,
        commitment=opened.commitment,
        links=links_of_match(opened.match),
        invitations=[Invitation(seat=seat, code=code) for seat, code in sorted(opened.codes.items())],
    )
    return reply_to_writer(answer, opened.written, location=match_link(opened.match))


def read_terms(body: dict[str, Any], *but: str) -> dict[str, Any]:
    """Return what a body says of a match, as the use cases call it."""
    plain = {key: value for key, value in body.items() if key not in {"bots", "clock", *but}}
    if "reserved" in body:
        plain["reserved"] = tuple(sorted(kept["seat"] for kept in body["reserved"]))
    if "clock" in body:
        plain["clock"] = msgspec.convert(body["clock"], Clock | None)
    bots = tuple(
        SeatedBot(bot["seat"], Bot(**{name: value for name, value in bot.items() if name != "seat"}))
        for bot in body.get("bots", ())
    )
    return plain | {"bots": bots}


@api.get(
    "/matches",
    query=MatchesQuery,
    answer=Listing,
    paged=True,
    media_types=(JSON, EVENT_STREAM),
    streamed=Listing,
    problems=(problems.BadCursor, problems.BookUnavailable, TooManyStreams),
)
def list_matches(context: RequestContext) -> Answer:
    """The public matches, newest first.

    With `player` (`client/player`), those in which the player sits or sat. Each of the other filters finds
    open matches by an index of its own; where several come together, or of matches in another state, a page
    may be shorter than `limit` although more follow: go on while there is `next`.

    As an event stream the page comes again, as the data of an event `listing`, whenever it changes,
    at most once a second; a comment comes every 15 seconds while nothing happens. What the page says replaces
    all that came before, so a client that was cut off just comes back.
    """
    asked = MatchFilter(**context.query)
    if context.wants(EVENT_STREAM):
        return stream_listing(context, asked)
    answer = page_of_matches(context.matches.store, asked)
    return reply(
        answer, headers={"Vary": "Accept"} | link_next_page(f"{BASE}/matches", context.query, answer.next)
    )


@api.delete(
    "/matches/<match>", access="token", writes="entry", answer=WriteAnswer, problems=(problems.NotNow,)
)
def cancel_match(context: RequestContext, match: str) -> Answer:
    """Cancel a match that has not started.

    For the host. The match ends as any other does: its seed is disclosed and nothing more is written.
    """
    done = context.matches.handle(match, CancelMatch(), context.request())
    return reply_to_writer(make_write_answer(match, done), done, status=200)


@api.get(
    "/matches/<match>",
    access="optional",
    query=InLanguage,
    answer=MatchAnswer,
    tagged=True,
    then=("list_commands", "list_entries"),
)
def get_match(context: RequestContext, match: str) -> Answer:
    """A match without its table: who plays, how far it is, what it waits for."""
    live, caller = load_for_caller(context.matches, match, context.token)
    people, description = (
        PEOPLE.all(context.matches.store, match),
        description_of(context.matches.store, match),
    )
    beside = BesideBook(description, find_rematch(context.matches, match) if live.over else None)
    tag = etag(
        live.version, live.hash, count_forgotten(people) + beside.changes, lang=context.lang, reader=caller
    )
    headers = caching_headers(tag, ASK_AGAIN, context.lang) | VARY_BY_READER
    return answer_if_changed(
        headers, lambda: reply(describe_match(context, live, caller, people, beside), headers=headers)
    )


def describe_match(
    context: RequestContext, live: CurrentMatch, caller: Actor, people: dict[int, Person], beside: BesideBook
) -> MatchAnswer:
    addressee = make_addressee(context, people)
    actions = list_actions(position_now(live, caller), addressee)
    return MatchAnswer(
        **msgspec.structs.asdict(make_overview(live, people, context.lang)),
        waits_for=describe_waiting(live.match, addressee, imported=live.imported),
        actions=actions.open,
        barred_actions=actions.barred,
        notice=describe_notice(beside.description),
        renewal=live.match.renewal,
        advice=live.match.advice,
        rematch=beside.rematch,
        rematch_of=live.match.rematch_of,
        links=links_of_match(live.match.id),
    )


@api.put(
    "/matches/<match>/notice",
    access="token",
    writes="beside",
    body=NoticeBody,
    answer=NoticeAnswer,
    problems=(problems.NotPermitted, problems.NameUnreadable),
)
def change_notice(context: RequestContext, match: str) -> Answer:
    """Change the title and the note of a match.

    For the host, at any time; what is left out is erased. They lie beside the book, so no entry tells of it.
    """
    title, note = read_words(context.body)
    require_host(context, match)
    return reply(describe_notice(change_description(context.matches.store, match, title, note)))


@api.delete(
    "/matches/<match>/notice",
    access="token",
    writes="beside",
    answer=NoticeAnswer,
    problems=(problems.NotPermitted,),
)
def erase_notice(context: RequestContext, match: str) -> Answer:
    """Erase the title and the note of a match.

    For the host, and for the admin, who answers for what stands in listings.
    """
    require_host(context, match, or_admin=True)
    return reply(describe_notice(change_description(context.matches.store, match, None, None)))


def require_host(context: RequestContext, match: str, *, or_admin: bool = False) -> None:
    context.request()  # refused to those who write too much
    context.caller.charge(TooManyEntries, 1)
    caller = require_token(load_newest(context.matches, match, context.token), context.token)
    if caller != HOST and not (or_admin and caller == ADMIN):
        raise NotPermitted(Detail("host_only"))


class RematchAnswer(WriteAnswer, frozen=True, kw_only=True):
    """Tokens are shown here and never again, but for a repetition with the same Idempotency-Key."""

    host_token: Annotated[str | None, doc("The host's token; null where somebody else opened the rematch.")]
    watch_token: Annotated[
        str | None, doc("Lets others look on; null unless private, and opened by this call.")
    ]
    seat: Annotated[int | None, doc("The seat that is kept for the caller; null for a host without a seat.")]


@api.post(
    "/matches/<match>/rematch",
    access="token",
    writes="new_match",
    body=Nothing,
    body_required=False,
    answer=RematchAnswer,
    status=201,
    done_before="Somebody has opened the rematch already.",
    hands_out_token=True,
    then=("take_seat", "get_match"),
    problems=(
        problems.NotNow,
        problems.NotPermitted,
        problems.Imported,
        TooManyMatches,
        TooManyOpenings,
        TooMuchThinking,
    ),
)
def rematch(context: RequestContext, match: str) -> Answer:
    """Play a rematch.

    For the host and for those who sat in the match, after its end. The first call opens it and is its host;
    every later one is led to it. All sit one seat further forward, and their seats are reserved: whoever sat
    in the match takes theirs with the token they had there, a player of a client also with the client's key.
    """
    live = load_newest(context.matches, match, context.token)
    caller, asked = require_rematch(live, context.token), context.request()
    found = find_rematch(context.matches, match)
    store = context.matches.store
    repeated = found and asked.cause and store.cause(found, asked.cause)
    if found is not None and not repeated:
        first = store.entries(found, limit=1)[0]
        answer = describe_rematch(live, caller, first, None)
        return reply_to_writer(answer, Written(first), status=200, location=match_link(found))
    require_thinking(context)
    with count_opening(context) as request:
        opened = open_rematch(context.matches, live, request)
    answer = describe_rematch(live, caller, opened.written.entry, opened)
    return reply_to_writer(answer, opened.written, location=match_link(opened.match))


def describe_rematch(live: CurrentMatch, caller: Actor, first: Entry, opened: Opened | None) -> RematchAnswer:
    return RematchAnswer(
        match=read_opening(first).match,
        version=first.version,
        entry=first,
        host_token=opened.host_token if opened else None,
        watch_token=opened.watch_token if opened else None,
        seat=None if caller.seat is None else rematch_seat(live, caller.seat),
    )

"""Answers what opens, forks, lists and describes matches."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from games.kernel.quantities import doc
from games.match.actor import Actor
from games.match.commands import CancelMatch, SeatedBot
from games.match.state import Advising, Bot, Clock, Renewal
from service import problems
from service.api.answer_building import (
    ASK_AGAIN,
    JSON,
    VARY_BY_READER,
    answer_if_changed,
    caching_headers,
    etag,
    reply,
)
from service.api.budgets import TooManyMatches, TooManyOpenings, TooManyStreams, TooMuchThinking
from service.api.call import Call
from service.api.calls.links import Links, links_of_match
from service.api.calls.ready import make_addressee
from service.api.listing_stream import stream_listing
from service.api.openings import count_opening, read_beside, require_thinking
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import MOST_SEATS, InLanguage
from service.api.schemas.requests import MatchesQuery, PageQuery
from service.api.schemas.tables import Fork, NewMatch
from service.api.stream import EVENT_STREAM
from service.api.urls import BASE, link_next_page, match_link
from service.api.write_answers import WriteAnswer, make_write_answer, reply_to_writer
from service.matches.fields import SeedCommitment
from service.matches.handler import Opened
from service.matches.opening import Forking, Opening
from service.matches.records.descriptions import description_of
from service.matches.records.people import PEOPLE, Person
from service.matches.repository import CurrentMatch
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

routes = Routes("matches", BASE)


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


@routes.post(
    "/matches",
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
def open_match(call: Call) -> Answer:
    """Open a match."""
    body = call.body()
    wanted, beside = make_opening(body), read_beside(call, body)
    if wanted.bots:
        require_thinking(call)
    with count_opening(call) as request:
        return answer_opened(call.matches.open(wanted, request, beside))


@routes.post(
    "/matches/<match>/forks",
    also_without_token=True,
    body=Fork,
    answer=OpenedAnswer,
    status=201,
    hands_out_token=True,
    begins_another=True,
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
def fork_match(call: Call, match: str) -> Answer:
    """Go on from a version in a new match.

    With luck of its own and seats to be taken anew; the match itself is not touched. A fork is never rated,
    and more open than the match only with the token of its host or of the admin.
    """
    body = call.body()
    wanted = Forking(**read_terms(body, "version"))
    if wanted.bots:
        require_thinking(call)
    with count_opening(call) as request:
        return answer_opened(call.matches.fork(match, body["version"], wanted, request))


@routes.get(
    "/matches/<match>/forks",
    query=PageQuery,
    answer=Listing,
    paged=True,
    problems=(problems.BadCursor,),
)
def list_forks(call: Call, match: str) -> Answer:
    """The public matches that go on from a version of this one, newest first.

    `parent` of each says from which. A page may be shorter than `limit` although more follow: go on while
    there is `next`. A fork is public only if it was opened as such by somebody who may.
    """
    answer = page_of_forks(call.matches, load_newest(call.matches, match, call.token), **call.query)
    return reply(answer, headers=link_next_page(match_link(match, "forks"), call.query, answer.next))


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


def make_opening(body: dict[str, Any]) -> Opening:
    return Opening(**read_terms(body, "title", "note", "host"))


def read_terms(body: dict[str, Any], *but: str) -> dict[str, Any]:
    """What a body says of a match, as the use cases call it."""
    plain = {key: value for key, value in body.items() if key not in {"bots", "clock", *but}}
    if "reserved" in body:
        plain["reserved"] = tuple(sorted(kept["seat"] for kept in body["reserved"]))
    if "clock" in body:
        plain["clock"] = msgspec.convert(body["clock"], Clock | None)
    return plain | {"bots": read_bots(body)}


def read_bots(body: dict[str, Any]) -> tuple[SeatedBot, ...]:
    return tuple(
        SeatedBot(bot["seat"], Bot(**{name: value for name, value in bot.items() if name != "seat"}))
        for bot in body.get("bots", ())
    )


@routes.get(
    "/matches",
    query=MatchesQuery,
    answer=Listing,
    paged=True,
    media_types=(JSON, EVENT_STREAM),
    streamed=Listing,
    problems=(problems.BadCursor, problems.BookUnavailable, TooManyStreams),
)
def list_matches(call: Call) -> Answer:
    """The public matches, newest first.

    With `player` (`client/player`), those in which the player sits or sat. Each of the other filters finds
    open matches by an index of its own; where several come together, or of matches in another state, a page
    may be shorter than `limit` although more follow: go on while there is `next`.

    As an event stream the page comes again, as the data of an event `listing`, whenever it changes,
    at most once a second; a comment comes every 15 seconds while nothing happens. What the page says replaces
    all that came before, so a client that was cut off just comes back.
    """
    asked = MatchFilter(**call.query)
    if call.wants(EVENT_STREAM):
        return stream_listing(call, asked)
    answer = page_of_matches(call.matches.store, asked)
    return reply(
        answer, headers={"Vary": "Accept"} | link_next_page(f"{BASE}/matches", call.query, answer.next)
    )


@routes.delete("/matches/<match>", answer=WriteAnswer, problems=(problems.NotNow,))
def cancel_match(call: Call, match: str) -> Answer:
    """Cancel a match that has not started.

    For the host. The match ends as any other does: its seed is disclosed and nothing more is written.
    """
    done = call.matches.handle(match, CancelMatch(), call.request())
    return reply_to_writer(make_write_answer(match, done), done, status=200)


@routes.get(
    "/matches/<match>",
    query=InLanguage,
    answer=MatchAnswer,
    tagged=True,
    then=("list_commands", "list_entries"),
)
def get_match(call: Call, match: str) -> Answer:
    """A match without its table: who plays, how far it is, what it waits for."""
    live, caller = load_for_caller(call.matches, match, call.token)
    people, notice = PEOPLE.all(call.matches.store, match), description_of(call.matches.store, match)
    beside = BesideBook(notice, call.matches.find_rematch(match) if live.over else None)
    tag = etag(
        live.version, live.hash, count_forgotten(people) + beside.changes, lang=call.lang, reader=caller
    )
    headers = caching_headers(tag, ASK_AGAIN, call.lang) | VARY_BY_READER
    return answer_if_changed(
        headers, lambda: reply(describe_match(call, live, caller, people, beside), headers=headers)
    )


def describe_match(
    call: Call, live: CurrentMatch, caller: Actor, people: dict[int, Person], beside: BesideBook
) -> MatchAnswer:
    addressee = make_addressee(call, people)
    actions = list_actions(position_now(live, caller), addressee)
    return MatchAnswer(
        **msgspec.structs.asdict(make_overview(live, people, call.lang)),
        waits_for=describe_waiting(live.match, addressee, imported=live.imported),
        actions=actions.open,
        barred_actions=actions.barred,
        notice=describe_notice(beside.notice),
        renewal=live.match.renewal,
        advice=live.match.advice,
        rematch=beside.rematch,
        rematch_of=live.match.rematch_of,
        links=links_of_match(live.match.id),
    )

"""Answers who sits down, leaves or seats a bot, who starts the match, and who gives up."""

from __future__ import annotations

from typing import Annotated

from games.kernel.quantities import doc
from games.match.commands import Resign, SeatBot, StartMatch
from games.match.seating import ResignOwnSeat
from games.match.state import Bot
from service import problems
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE, Links, links_of_match
from service.api.problems import TooMuchThinking
from service.api.schemas.bodies import BotBody, NewSeat, Resignation
from service.api.schemas.kit import Nothing
from service.api.schemas.queries import NextQuery
from service.api.views.matches import require_thinking
from service.api.write_answers import (
    PlayAnswer,
    WriteAnswer,
    carry_out,
    make_write_answer,
    reply_to_writer,
)
from service.matches.handler import Seated
from service.matches.records.people import Person
from service.players.leaving import free_seat, renew_seat_token
from service.players.names import clean_name

api = ApiBlueprint("seats", BASE)


class SeatedAnswer(WriteAnswer, frozen=True, kw_only=True):
    """The seat token is shown here and never again, but for a repetition with the same Idempotency-Key."""

    seat: Annotated[int, doc("The seat that was taken, counted from 0.")]
    seat_token: Annotated[str, doc("The token of the seat, which permits what its player may do.")]
    links: Annotated[Links, doc("Where the parts of the match are.")]


@api.post(
    "/matches/<match>/seats",
    access="optional",
    writes="entry",
    body=NewSeat,
    body_required=False,
    answer=SeatedAnswer,
    status=201,
    hands_out_token=True,
    then=("take_seat", "leave_seat", "start_match", "get_match"),
    problems=(
        problems.NotNow,
        problems.UnknownSeat,
        problems.ClientUnknown,
        problems.NameUnreadable,
        problems.NameMistakable,
        problems.PlayerSeated,
    ),
)
def take_seat(context: RequestContext, match: str) -> Answer:
    """Sit down.

    In the seat asked for, in the one that is reserved for the caller, or in the first that is reserved for
    nobody. An invitation code goes where a token goes, into `Authorization`. In a private match it, or the
    host's token or the watch token, shows that one is invited. The seat token is shown only now: send an
    Idempotency-Key of 16 characters or more, and the same call with the same key gives the token again.
    In a rated match a player has one seat.
    """
    body = context.body
    name = clean_name(body["name"]) if "name" in body else None
    player = context.services.clients.player(context.client_key, body["player"]) if "player" in body else None
    person = Person(name=name, player=player)
    seated = context.matches.sit_down(
        match, body.get("seat"), body.get("words", ""), person, context.request()
    )
    return answer_seated(match, seated)


def answer_seated(match: str, seated: Seated) -> Answer:
    entry = seated.written.entry
    answer = SeatedAnswer(
        match=match,
        version=entry.version,
        entry=entry,
        seat=seated.seat,
        seat_token=seated.seat_token,
        links=links_of_match(match),
    )
    return reply_to_writer(answer, seated.written)


@api.delete(
    "/matches/<match>/seats/<number:seat>",
    access="token",
    writes="entry",
    answer=WriteAnswer,
    problems=(problems.NotNow, problems.UnknownSeat),
)
def leave_seat(context: RequestContext, match: str, seat: int) -> Answer:
    """Leave a seat.

    Before the match starts; the host may free any. The seat's token is good for nothing from then on, and
    webhooks registered with it are deleted.
    """
    done = free_seat(context.matches, match, seat, context.request())
    return reply_to_writer(make_write_answer(match, done), done, status=200)


@api.post(
    "/matches/<match>/seats/<number:seat>/token",
    access="token_or_client",
    writes="entry",
    body=Nothing,
    body_required=False,
    answer=SeatedAnswer,
    status=201,
    hands_out_token=True,
    then=("get_match",),
    problems=(problems.NotNow, problems.UnknownSeat, problems.ClientUnknown),
)
def renew_token(context: RequestContext, match: str, seat: int) -> Answer:
    """Renew the token of a seat.

    For the person in the seat, for the client that vouches for that person (its key in `X-Client-Key`, no
    token needed), and for the host where the match was opened with `renewal` `host` and no client vouches for
    the person. The old token is void at once, and an entry says so. If only the answer of the call that gave
    out the token was lost, repeat that call with its Idempotency-Key instead: it gives the same token again.
    """
    client = None if context.client_key is None else context.services.clients.of_key(context.client_key)
    return answer_seated(match, renew_seat_token(context.matches, match, seat, client, context.request()))


@api.put(
    "/matches/<match>/seats/<number:seat>/bot",
    access="token",
    writes="entry",
    body=BotBody,
    answer=WriteAnswer,
    problems=(problems.NotNow, problems.UnknownSeat, TooMuchThinking),
)
def seat_bot(context: RequestContext, match: str, seat: int) -> Answer:
    """Put a bot in a seat.

    For the host.
    """
    bot = Bot(**context.body)
    require_thinking(context)
    done = context.matches.handle(match, SeatBot(seat, bot), context.request())
    return reply_to_writer(make_write_answer(match, done), done, status=200)


@api.post(
    "/matches/<match>/start",
    access="token",
    writes="entry",
    query=NextQuery,
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=201,
    then=("list_commands", "get_table", "resign"),
    problems=(problems.NotNow, TooMuchThinking),
)
def start_match(context: RequestContext, match: str) -> Answer:
    """Start the match.

    For the host, as soon as every seat is taken.
    """
    require_thinking(context)
    return carry_out(context, match, StartMatch())


@api.post(
    "/matches/<match>/resign",
    access="token",
    writes="entry",
    body=Resignation,
    body_required=False,
    answer=WriteAnswer,
    status=201,
    problems=(problems.NotNow, problems.NotRunning, problems.UnknownSeat),
)
def resign(context: RequestContext, match: str) -> Answer:
    """Give up.

    A bot plays on or the match ends, as was agreed when it was opened.
    """
    seat = context.body.get("seat")
    done = context.matches.handle(match, ResignOwnSeat() if seat is None else Resign(seat), context.request())
    return reply_to_writer(make_write_answer(match, done), done)

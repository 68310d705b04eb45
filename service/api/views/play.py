"""The table, the open question, the score, statistics and pictures of a match; commands that answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.kernel import Command
from games.match.actor import GUEST
from service import problems
from service.api.answers import (
    ASK_AGAIN,
    FOR_EVER,
    SVG,
    VARY_BY_READER,
    answer_if_changed,
    caching_headers,
    etag,
    language_headers,
    reply,
)
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE
from service.api.schemas.queries import CommandsQuery, PlayQuery, ScoreQuery, TableQuery
from service.api.write_answers import (
    BatchAnswer,
    PlayAnswer,
    make_addressee,
    make_batch_answer,
    make_write_answer,
    reply_to_player,
)
from service.matches.authorization import require_token
from service.matches.handler import check_pinned_version
from service.matches.records.people import PEOPLE
from service.problem_detail import Detail
from service.problems import Malformed
from service.queries.entries import Teller
from service.queries.offers import CommandsAnswer, PreviewAnswer, describe_offers, try_commands
from service.queries.overview import TableAnswer, count_forgotten, describe_table, name_seats
from service.queries.pictures import draw_position, drawing_digest
from service.queries.positions import Position, load_newest, load_position
from service.queries.scores import ScoreAnswer, draw_chart, score_position
from service.queries.statistics import StatisticsAnswer, gather_statistics

api = ApiBlueprint("play", BASE)


@api.get(
    "/matches/<match>/table",
    access="optional",
    query=TableQuery,
    answer=TableAnswer,
    tagged=True,
    problems=(problems.UnknownEntry,),
)
def get_table(context: RequestContext, match: str) -> Answer:
    """The position, now or after any version or at any time."""
    seen = find_position(context, match)
    headers = caching_headers(etag(seen.version, seen.hash), cache_policy(seen))
    return answer_if_changed(headers, lambda: reply(describe_table(seen), headers=headers))


@api.get(
    "/matches/<match>/commands",
    access="optional",
    query=CommandsQuery,
    answer=CommandsAnswer,
    tagged=True,
    then=("submit_command",),
    problems=(problems.UnknownEntry,),
)
def list_commands(context: RequestContext, match: str) -> Answer:
    """What the match waits for, and all that the caller may do; or what it waited for at any time.

    `commands` answers the question of the game, `actions` is everything else: going back, votes, pauses,
    seats. Each is ready to be sent. What is barred comes with the reason.
    """
    seen = find_position(context, match)
    known_people = PEOPLE.all(context.matches.store, match)
    reader = seen.caller if seen.playable else GUEST
    tag = etag(seen.version, seen.hash, count_forgotten(known_people), lang=context.lang, reader=reader)
    headers = caching_headers(tag, ASK_AGAIN, context.lang) | VARY_BY_READER
    addressee = make_addressee(context, known_people)
    return answer_if_changed(headers, lambda: reply(describe_offers(seen, addressee), headers=headers))


@api.post(
    "/matches/<match>/commands",
    access="token",
    writes="entry",
    query=PlayQuery,
    plays=True,
    answer=PlayAnswer,
    answer_to_many=BatchAnswer,
    preview=PreviewAnswer,
    status=201,
    then=("list_commands", "get_entry", "get_score", "undo"),
    problems=(problems.NotOffered, problems.NotYourTurn, problems.NotRunning),
)
def submit_command(context: RequestContext, match: str) -> Answer:
    """Answer the open question, and the next ones if they are yours.

    An array of commands becomes an entry each, all of them or none. With `preview=1` nothing is written: the
    answer shows what would follow, up to the next draw of luck or the next question. With `with=commands` the
    answer brings the next question along, and a move takes one request; `with=picture` brings the table as a
    picture, for a preview as it would be.
    """
    if context.query.get("preview") == "1":
        return reply(preview_commands(context, match), headers={"Cache-Control": "no-store"})
    if context.many:
        all_done = context.matches.handle_all(match, list(context.commands), context.request())
        return reply_to_player(context, make_batch_answer(match, all_done), all_done[-1])
    done = context.matches.handle(match, context.commands[0], context.request())
    return reply_to_player(context, make_write_answer(match, done), done)


def preview_commands(context: RequestContext, match: str) -> PreviewAnswer:
    live = load_newest(context.matches, match, context.token)
    request = context.request()
    caller = require_token(live, request.token)
    check_pinned_version(live, request)
    names = name_seats(live.match, PEOPLE.all(context.matches.store, match), context.lang)
    teller = Teller(live.match.rules, live.match.edition, context.lang, names)
    drawn = context.query.get("beside") == "picture"
    return try_commands(live, caller, one_by_one(context), teller, drawn=drawn)


def one_by_one(context: RequestContext) -> Iterator[Command]:
    """Yield the commands, and let other requests run before each of them."""
    for command in context.commands:
        context.matches.give_way()
        yield command


@api.get(
    "/matches/<match>/score",
    access="optional",
    query=ScoreQuery,
    answer=ScoreAnswer,
    problems=(problems.UnknownEntry,),
)
def get_score(context: RequestContext, match: str) -> Answer:
    """The score sheet as of now, of any version or of any time, and the sheets of the rounds before."""
    seen = find_position(context, match)
    return reply(
        score_position(context.matches.store, seen, context.lang), headers=language_headers(context.lang)
    )


CHART_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'"  # it has names in it, and nothing that runs
)


@api.get(
    "/matches/<match>/statistics",
    access="optional",
    query=TableQuery,
    answer=StatisticsAnswer,
    tagged=True,
    problems=(problems.UnknownEntry,),
)
def get_statistics(context: RequestContext, match: str) -> Answer:
    """The match in numbers.

    Answers, time and luck of each seat, and the points by category; now or as of any version. What an undo
    struck out counts only as taken back, but time that was used stays used.
    """
    seen = find_position(context, match)
    headers = caching_headers(etag(seen.version, seen.hash), cache_policy(seen))
    return answer_if_changed(
        headers, lambda: reply(gather_statistics(context.matches.store, seen), headers=headers)
    )


@api.get(
    "/matches/<match>/score.svg",
    access="optional",
    query=ScoreQuery,
    answer=str,
    media_types=(SVG,),
    problems=(problems.UnknownEntry,),
)
def get_score_chart(context: RequestContext, match: str) -> Answer:
    """The points over the rounds, as a picture.

    One line a seat, as plain SVG for light and dark, with a description for screen readers.
    """
    seen = find_position(context, match)
    names = name_seats(seen.match, PEOPLE.all(context.matches.store, match), context.lang)
    drawn = draw_chart(score_position(context.matches.store, seen, context.lang), names, context.lang)
    headers = {"Cache-Control": ASK_AGAIN, "Content-Security-Policy": CHART_POLICY} | language_headers(
        context.lang
    )
    return Answer(drawn.encode(), headers=headers, content_type=SVG)


def find_position(context: RequestContext, match: str) -> Position:
    """Return the position after a version or at a time; without either, the newest."""
    version, at = context.query.get("version"), context.query.get("at")
    if version is not None and at is not None:
        raise Malformed(Detail("version_or_time"))
    return load_position(context.matches, match, context.token, version, at)


def cache_policy(seen: Position) -> str:
    """Return how long an answer may be kept.

    For ever what is settled, in the caller's cache alone what is private.
    """
    if not seen.settled:
        return ASK_AGAIN
    return f"{'private' if seen.match.visibility == 'private' else 'public'}, {FOR_EVER}"


PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"  # nothing in it runs or is fetched


@api.get(
    "/matches/<match>/table.svg",
    access="optional",
    query=ScoreQuery,
    answer=str,
    media_types=(SVG,),
    tagged=True,
    problems=(problems.UnknownEntry,),
)
def get_table_picture(context: RequestContext, match: str) -> Answer:
    """The table as a picture, now or after any version or at any time.

    Plain SVG for light and dark. Each printed thing is a group with its id in `data-id` and a title in
    words; pieces carry `data-piece`, `data-seat` and `data-count`. A client marks things by the classes
    `legal`, `chosen`, `barred` and `changed`. Seats go by their numbers, so that the picture of a version
    never changes.
    """
    seen = find_position(context, match)
    tag = etag(seen.version, seen.hash, lang=context.lang)
    drawn_tag = f'{tag[:-1]}-{drawing_digest(seen.match.game)}"'  # a new drawing is another answer
    headers = caching_headers(drawn_tag, cache_policy(seen), context.lang)
    more = headers | {"Content-Security-Policy": PICTURE_POLICY}
    return answer_if_changed(
        headers, lambda: Answer(draw_position(seen, context.lang).encode(), headers=more, content_type=SVG)
    )

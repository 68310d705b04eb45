"""Answers the table, the open question and the score; takes the commands that answer the question."""

from __future__ import annotations

from collections.abc import Iterator

from games.catalogue import GAMES
from games.kernel import Command
from games.match.actor import GUEST
from service import problems
from service.api.answer_building import (
    ASK_AGAIN,
    VARY_BY_READER,
    answer_if_changed,
    caching_headers,
    etag,
    language_headers,
    reply,
)
from service.api.call import Call
from service.api.calls.ready import make_addressee
from service.api.position_query import cache_policy, find_position
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.play import PlayQuery
from service.api.schemas.requests import CommandsQuery, ScoreQuery, TableQuery
from service.api.urls import BASE
from service.api.write_answers import (
    BatchAnswer,
    PlayAnswer,
    make_batch_answer,
    make_write_answer,
    reply_to_player,
)
from service.matches.authorization import require_token
from service.matches.handler import check_pinned_version
from service.matches.records.people import PEOPLE
from service.problems import Problem
from service.queries.entries import Teller
from service.queries.offers import CommandsAnswer, PreviewAnswer, describe_offers, try_commands
from service.queries.overview import TableAnswer, count_forgotten, describe_table, name_seats
from service.queries.positions import load_newest
from service.queries.scores import ScoreAnswer, score_position

routes = Routes("play", f"{BASE}/matches/<match>")


@routes.get("/table", query=TableQuery, answer=TableAnswer, tagged=True, problems=(problems.UnknownEntry,))
def get_table(call: Call, match: str) -> Answer:
    """The position, now or after any version or at any time."""
    seen = find_position(call, match)
    headers = caching_headers(etag(seen.version, seen.hash), cache_policy(seen))
    return answer_if_changed(headers, lambda: reply(describe_table(seen), headers=headers))


@routes.get(
    "/commands",
    query=CommandsQuery,
    answer=CommandsAnswer,
    tagged=True,
    then=("submit_command",),
    problems=(problems.UnknownEntry,),
)
def list_commands(call: Call, match: str) -> Answer:
    """What the match waits for, and all that the caller may do; or what it waited for at any time.

    `commands` answers the question of the game, `actions` is everything else: going back, votes, pauses,
    seats. Each is ready to be sent. What is barred comes with the reason.
    """
    seen = find_position(call, match)
    known_people = PEOPLE.all(call.matches.store, match)
    reader = seen.caller if seen.playable else GUEST
    tag = etag(seen.version, seen.hash, count_forgotten(known_people), lang=call.lang, reader=reader)
    headers = caching_headers(tag, ASK_AGAIN, call.lang) | VARY_BY_READER
    addressee = make_addressee(call, known_people)
    return answer_if_changed(headers, lambda: reply(describe_offers(seen, addressee), headers=headers))


@routes.post(
    "/commands",
    query=PlayQuery,
    plays=True,
    answer=PlayAnswer,
    answer_to_many=BatchAnswer,
    preview=PreviewAnswer,
    status=201,
    then=("list_commands", "get_entry", "get_score", "undo"),
    problems=(problems.NotOffered, problems.NotYourTurn, problems.NotRunning),
)
def submit_command(call: Call, match: str) -> Answer:
    """Answer the open question, and the next ones if they are yours.

    An array of commands becomes an entry each, all of them or none. With `preview=1` nothing is written: the
    answer shows what would follow, up to the next draw of luck or the next question. With `with=commands` the
    answer brings the next question along, and a move takes one request; `with=picture` brings the table as a
    picture, for a preview as it would be.
    """
    commands, many = read_commands(call, match)
    if call.query.get("preview") == "1":
        return reply(preview_commands(call, match, commands), headers={"Cache-Control": "no-store"})
    if many:
        all_done = call.matches.handle_all(match, commands, call.request())
        return reply_to_player(call, make_batch_answer(match, all_done), all_done[-1])
    done = call.matches.handle(match, commands[0], call.request())
    return reply_to_player(call, make_write_answer(match, done), done)


def read_commands(call: Call, match: str) -> tuple[list[Command], bool]:
    """Only who may see the match is told that its game has no such command; a good one costs no look."""
    try:
        return call.commands(GAMES[call.matches.game_of(match)].command_type)
    except Problem:
        load_newest(call.matches, match, call.token)
        raise


def preview_commands(call: Call, match: str, commands: list[Command]) -> PreviewAnswer:
    live = load_newest(call.matches, match, call.token)
    request = call.request()
    caller = require_token(live, request.token)
    check_pinned_version(live, request)
    names = name_seats(live.match, PEOPLE.all(call.matches.store, match), call.lang)
    teller = Teller(live.match.rules, live.match.edition, call.lang, names)
    drawn = call.query.get("beside") == "picture"
    return try_commands(live, caller, one_by_one(call, commands), teller, drawn=drawn)


def one_by_one(call: Call, commands: list[Command]) -> Iterator[Command]:
    """Other requests have their turn before each of them."""
    for command in commands:
        call.matches.give_way()
        yield command


@routes.get("/score", query=ScoreQuery, answer=ScoreAnswer, problems=(problems.UnknownEntry,))
def get_score(call: Call, match: str) -> Answer:
    """The score sheet as of now, of any version or of any time, and the sheets of the rounds before."""
    seen = find_position(call, match)
    return reply(score_position(call.matches.store, seen, call.lang), headers=language_headers(call.lang))

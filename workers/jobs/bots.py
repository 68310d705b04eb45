"""Bots answer. A job takes all consecutive questions to bots of one match, up to a slice of time.

A bot sees what a player sees: the table and the options. Its luck is its own and never that of the match.
"""

import logging
import time
from collections.abc import Callable

from msgspec.structs import replace

from events.entry import cause_at_version
from games.kernel import Chance, Command, Question
from games.match.actor import Actor
from games.match.luck import SealedLuck
from games.match.state import LONGEST_WAIT, Bot
from service.clock import now_ms
from service.matches.handler import Request, Written
from service.matches.index import question_of
from service.matches.repository import CurrentMatch
from service.problems import Problem
from service.tokens import derive
from workers.analysis.engine import engine_for
from workers.bots import choose
from workers.bots.time_control import NO_SUSPENSION, Budget, SearchSuspended, TimeControl
from workers.context import WorkerContext, get_context
from workers.jobs.searches import (
    SuspendedSearch,
    learn_edition,
    limit_turn,
    resume_search,
    suspend_search,
)
from workers.outages import SERVER_GONE
from workers.queues import BOTS, BOTS_ON, Work

log = logging.getLogger(__name__)


def answer_bots(match: str, version: int) -> None:
    """Run the job `bot`. The sweep finds what it leaves undone: a server is gone, or the process dies."""
    try:
        context = get_context()
        still_open = answer_all(context, match, version, limit_turn(context, time.monotonic()))
        context.thinking.report()
        if still_open is not None:
            queue = queue_for(context.matches.repository.get(match))
            number = now_ms() if still_open == version else 0  # the id of this very job is not free yet
            context.queues.put(Work("bot", match, still_open), queue=queue, number=number)
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: its bot is left to the sweep: %s", match, version, failure)


def queue_for(live: CurrentMatch | None) -> str:
    """Return the queue where a match goes on: people need not wait for bots that play among themselves."""
    return BOTS if live is not None and live.match.people() else BOTS_ON


def answer_all(
    context: WorkerContext, match: str, version: int, time_is_up: Callable[[], bool]
) -> int | None:
    """Answer from this version on, as long as bots are asked; return the version where time was up.

    A job that is overtaken stops: the other entry brings its own job.
    """
    live = context.matches.repository.fresh(match)
    while live is not None and live.version == version and (asked := bot_asked(live)):
        if time_is_up():
            return version
        try:
            written = answer_one(context, live, *asked, time_is_up)
        except SearchSuspended:
            return version
        except Problem:
            if is_newest(context, live):
                raise
            return None
        if written.replayed:
            return None
        version = written.entry.version
        live = context.matches.repository.get(match)
    return None


def is_newest(context: WorkerContext, live: CurrentMatch) -> bool:
    """Return whether a refusal is the bot's fault; otherwise somebody else was first."""
    now = context.matches.repository.fresh(live.match.id)
    return now is not None and now.version == live.version


def bot_asked(live: CurrentMatch) -> tuple[Question, Bot] | None:
    question = question_of(live.match)
    bot = live.match.bot_for(question.seat) if question else None
    return (question, bot) if question and bot else None


def answer_one(
    context: WorkerContext, live: CurrentMatch, question: Question, bot: Bot, gives_way: Callable[[], bool]
) -> Written:
    """Answer one question, at most once for each version: the cause is made of nothing else."""
    request = Request(
        actor=Actor.bot(question.seat),
        cause=cause_at_version("bot", live.match.id, live.version),
        if_match=(live.version, live.hash),
    )
    learn_edition(context, live.match.game, live.match.edition)
    with context.thinking.charge(live.opener or live.match.id):
        command = think(context, live, question, bot, gives_way)
    return context.matches.handle(live.match.id, command, request)


def think(
    context: WorkerContext, live: CurrentMatch, question: Question, bot: Bot, gives_way: Callable[[], bool]
) -> Command:
    """Raise SearchSuspended where it gives way; what is known by then is kept.

    With the same luck and the same options a thought goes on as if it had never been suspended.
    """
    thinks, luck = context.thinking.allow(live.opener, bot.thinks), luck_of_bot(context.secret, live)
    if not bot.thinks:
        return choose_for_bot(live, question, bot, thinks, luck, NO_SUSPENSION)
    work = Work("bot", live.match.id, live.version)
    begun = resume_search(context, work, engine_for(live.match))
    try:
        return choose_for_bot(live, question, bot, thinks, luck, take_up(begun, thinks, gives_way))
    except SearchSuspended as aside:
        suspend_search(context, work, replace(begun, thought=aside.state))
        raise


def take_up(begun: SuspendedSearch, thinks: int, gives_way: Callable[[], bool]) -> TimeControl:
    """Return the time control; once its time by the clock is up, a search is not suspended any more."""
    longest = LONGEST_WAIT * thinks
    return TimeControl(
        lambda: gives_way() and begun.waited() < longest, begun.about(begun.version), begun.waited()
    )


def choose_for_bot(  # noqa: PLR0913, PLR0917  who thinks about what, and how
    live: CurrentMatch, question: Question, bot: Bot, thinks: int, chance: Chance, control: TimeControl
) -> Command:
    game, table = live.match.rules, live.match.table
    legal = game.rules.legal(table, question)
    return choose(bot.mind, game, table, legal, chance, Budget(thinks), control, bot.level, bot.personality)


def luck_of_bot(secret: bytes, live: CurrentMatch) -> Chance:
    """Return luck made of the server's key, match and version: a repeated job chooses the same."""
    match = live.match.id
    return SealedLuck(derive(secret, "bot", match, str(live.version)), match, [], 0)

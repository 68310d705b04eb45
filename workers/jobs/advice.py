"""Advice that somebody has asked for. It gives way to people whose bots are asked, like any long thought."""

import logging
import time

from msgspec.structs import replace

from games.match.luck import SealedLuck
from service.clock import now_ms
from service.matches.index import question_of
from service.matches.records.analysis import ADVICE, keep_advice
from service.matches.repository import fold_match_at
from service.tokens import derive
from workers.analysis.advice import ADVICE_BUDGET, advise
from workers.analysis.engine import engine_for
from workers.bots.time_control import Budget, SearchSuspended, TimeControl
from workers.context import WorkerContext, get_context
from workers.jobs.bots import limit_turn
from workers.jobs.editions import learn_edition
from workers.jobs.thoughts import lay_aside, recall
from workers.outages import SERVER_GONE
from workers.queues import Work

log = logging.getLogger(__name__)


def give_advice(match: str, version: int) -> None:
    """The job. The sweep finds what it leaves undone."""
    try:
        context = get_context()
        think_about_advice(context, match, version)
        context.thinking.report()
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: its advice is left to the sweep: %s", match, version, failure)


def think_about_advice(
    context: WorkerContext, match: str, version: int, budget: Budget = ADVICE_BUDGET
) -> None:
    """At most once for each version; a repeated job finds the advice there, or comes to the same."""
    store, work = context.matches.store, Work("advice", match, version)
    then = fold_match_at(store, match, version).match
    question = question_of(then)
    if ADVICE.get(store, match, version) is not None or question is None:
        return
    learn_edition(context, then.game, then.edition)
    begun, live = recall(context, work, engine_for(then)), context.matches.repository.get(match)
    luck = SealedLuck(derive(context.secret, "advice", match, str(version)), match, [], 0)
    control = TimeControl(limit_turn(context, time.monotonic()), begun.about(version))
    try:
        with context.thinking.charge(live.opener if live and live.opener else match):
            advice = advise(then.rules, question, then.table, version, luck, budget, control)
    except SearchSuspended as aside:
        lay_aside(context, work, replace(begun, thought=aside.state))
        context.queues.put(work, number=now_ms())
    else:
        keep_advice(store, match, advice)

"""Several commands of one seat: one entry each, written in one breath or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from events.store import Append, FollowingEntry, Store
from games.kernel import Command, Refused
from service.matches.callers import require_token
from service.matches.live import Live
from service.matches.refusals import as_problem
from service.matches.writing import Request, Step, Wish, Writer, Written, check_pinned_version
from service.problems import Problem


def write_all(
    store: Store, writer: Writer, match: str, commands: Sequence[Command], request: Request
) -> list[Written]:
    """A repetition has the same commands, so it finds as many entries from the first one on."""

    def attempt(live: Live) -> Written | None:
        steps = steps_of(writer, live, commands, request)
        return writer.put(join_steps(steps), steps[-1].after)

    first = writer.insist(match, attempt, request)
    entries = store.entries(match, after=first.entry.version - 1, limit=len(commands))
    return [Written(entry, first.replayed) for entry in entries]


def steps_of(writer: Writer, live: Live, commands: Sequence[Command], request: Request) -> list[Step]:
    """Each decided in view of those before it; the request is known by the first alone."""
    actor, view = require_token(live, request.token), live
    check_pinned_version(live, request)
    steps: list[Step] = []
    for command in commands:
        try:
            step = writer.step(view, Wish(actor, command), request)
        except Refused as refusal:
            raise at_place(refusal, live, len(steps)) from refusal
        steps.append(step)
        view, request = step.after, replace(request, cause=None)
    return steps


def at_place(refusal: Refused, live: Live, place: int) -> Problem:
    """Which of them it was: the match itself stands as it stood before all of them."""
    problem = as_problem(refusal, live)
    problem.facts["violations"] = [{"pointer": f"/{place}", "detail": problem.detail}]
    return problem


def join_steps(steps: Sequence[Step]) -> Append:
    last = steps[-1].append
    added, dropped = merge_labels([step.append for step in steps])
    return msgspec.structs.replace(
        steps[0].append,
        following=tuple(FollowingEntry(step.append.entry, step.append.note) for step in steps[1:]),
        closes=last.closes,
        summary=last.summary,
        deadline=last.deadline,
        labels_added=added,
        labels_dropped=dropped,
    )


def merge_labels(appends: Sequence[Append]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The listings that are joined and left by all of them together."""
    added, dropped = set[str](), set[str]()
    for append in appends:
        added = (added | set(append.labels_added)) - set(append.labels_dropped)
        dropped = (dropped | set(append.labels_dropped)) - set(append.labels_added)
    return tuple(sorted(added)), tuple(sorted(dropped))

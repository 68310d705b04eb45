"""Everything that goes wrong, answered as RFC 9457 problem details. Only here do codes get a status."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import HTTPException

from events.entry import BrokenChain
from events.store import BadCursor, StoreUnavailable
from games.kernel import FaultyRules
from games.kernel.words import LANGUAGES
from games.kernel.yaml_file import read_yaml
from service import problems
from service.api import budgets, faults
from service.api.answer_building import language_headers, preferred_language, reply
from service.api.protocol.answer import Answer
from service.api.protocol.current_request import current_request
from service.api.protocol.wsgi import REQUEST_ID
from service.api.urls import entries_link, match_link
from service.problem_detail import Detail
from service.problems import Problem
from service.queries.rules import rule_url
from service.wording import word_detail

STATUS: Final[dict[type[Problem], HTTPStatus]] = {
    problems.Malformed: HTTPStatus.BAD_REQUEST,
    problems.BadCursor: HTTPStatus.BAD_REQUEST,
    problems.TokenMissing: HTTPStatus.UNAUTHORIZED,
    problems.TokenUnknown: HTTPStatus.UNAUTHORIZED,
    problems.ClientUnknown: HTTPStatus.UNAUTHORIZED,
    problems.NotPermitted: HTTPStatus.FORBIDDEN,
    problems.RegistrationClosed: HTTPStatus.FORBIDDEN,
    problems.UnknownGame: HTTPStatus.NOT_FOUND,
    problems.UnknownComponent: HTTPStatus.NOT_FOUND,
    problems.UnknownRule: HTTPStatus.NOT_FOUND,
    problems.UnknownMatch: HTTPStatus.NOT_FOUND,
    problems.UnknownEntry: HTTPStatus.NOT_FOUND,
    problems.UnknownSeat: HTTPStatus.NOT_FOUND,
    problems.UnknownPlayer: HTTPStatus.NOT_FOUND,
    problems.UnknownWebhook: HTTPStatus.NOT_FOUND,
    problems.UnknownDelivery: HTTPStatus.NOT_FOUND,
    faults.NoSuchPath: HTTPStatus.NOT_FOUND,
    faults.MethodNotAllowed: HTTPStatus.METHOD_NOT_ALLOWED,
    faults.NotAcceptable: HTTPStatus.NOT_ACCEPTABLE,
    faults.HeadTooSlow: HTTPStatus.REQUEST_TIMEOUT,
    faults.BodyTooSlow: HTTPStatus.REQUEST_TIMEOUT,
    problems.NotYourTurn: HTTPStatus.CONFLICT,
    problems.NotRunning: HTTPStatus.CONFLICT,
    problems.ClientExists: HTTPStatus.CONFLICT,
    problems.NotNow: HTTPStatus.CONFLICT,
    problems.GameIsOver: HTTPStatus.CONFLICT,
    problems.PlayerSeated: HTTPStatus.CONFLICT,
    problems.Imported: HTTPStatus.CONFLICT,
    problems.TooManyWebhooks: HTTPStatus.CONFLICT,
    problems.VersionConflict: HTTPStatus.PRECONDITION_FAILED,
    faults.BodyTooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    faults.UnsupportedMediaType: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    problems.BadBook: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.TooCostly: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.Invalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.NotOffered: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.NameUnreadable: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.NameMistakable: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.WebhookAddressRefused: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.IdempotencyKeyReused: HTTPStatus.UNPROCESSABLE_ENTITY,
    faults.TooManyRequests: HTTPStatus.TOO_MANY_REQUESTS,
    **dict.fromkeys(budgets.OverBudget.__subclasses__(), HTTPStatus.TOO_MANY_REQUESTS),
    faults.InternalError: HTTPStatus.INTERNAL_SERVER_ERROR,
    problems.RulesAtFault: HTTPStatus.INTERNAL_SERVER_ERROR,
    problems.EntryUnreadable: HTTPStatus.INTERNAL_SERVER_ERROR,
    faults.TooManyBodies: HTTPStatus.SERVICE_UNAVAILABLE,
    problems.TooBusy: HTTPStatus.SERVICE_UNAVAILABLE,
    problems.BookUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    problems.VerifiersBusy: HTTPStatus.SERVICE_UNAVAILABLE,
    problems.VerifierFailed: HTTPStatus.SERVICE_UNAVAILABLE,
}

PROBLEM_JSON: Final = "application/problem+json"
RETRY_SECONDS: Final = 1
UNSHOWN_FACTS: Final = ("allowed", "seen", "words", "retry_after")  # they go into headers, links and words

GERMAN_TITLES: Final = read_yaml(Path(__file__).with_name("problem_titles.de.yaml"), dict[str, str])

log = logging.getLogger(__name__)


def recognise_failure(failure: Exception) -> Problem:
    """The problem that stands for whatever a view has raised."""
    if isinstance(failure, Problem):
        return failure
    found = (tell(failure) for kinds, tell in FORESEEN if isinstance(failure, kinds))
    return next(found, None) or tell_unforeseen(failure)


def answer_problem(problem: Problem) -> Answer:
    lang = preferred_language()
    headers = headers_of_problem(problem) | language_headers(lang)
    return reply(describe_problem(problem, lang), STATUS[type(problem)], headers, PROBLEM_JSON)


def describe_briefly(problem: Problem, lang: str = LANGUAGES[0]) -> dict[str, Any]:
    """What every problem says."""
    return {
        "type": f"/docs/errors#{problem.code}",
        "title": problem.title if lang == LANGUAGES[0] else GERMAN_TITLES[problem.code],
        "status": STATUS[type(problem)].value,
        "code": problem.code,
        "detail": word_detail(problem.detail, lang),
    }


def describe_problem(problem: Problem, lang: str, match: str | None = None) -> dict[str, Any]:
    """`match` is the one it is about, if the path does not name it."""
    match = match or (current_request().view_args or {}).get("match")
    return {
        **describe_briefly(problem, lang),
        **{name: fact for name, fact in problem.facts.items() if name not in UNSHOWN_FACTS},
        **violations_of_problem(problem, lang),
        **words_of_problem(problem, lang),
        **page_of_rule(problem),
        **links_of_problem(problem, match),
    }


def violations_of_problem(problem: Problem, lang: str) -> dict[str, list[dict[str, str]]]:
    """Each place in the request, with what is wrong there."""
    found: list[dict[str, Any]] = problem.facts.get("violations", [])
    worded = [violation | {"detail": word_detail(violation["detail"], lang)} for violation in found]
    return {"violations": worded} if found else {}


def words_of_problem(problem: Problem, lang: str) -> dict[str, str]:
    """The reason as people say it."""
    in_languages: dict[str, str] | None = problem.facts.get("words")
    return {"words": in_languages[lang]} if in_languages else {}


def page_of_rule(problem: Problem) -> dict[str, str]:
    """Where people read the rule that is named."""
    rule: str | None = problem.facts.get("rule")
    return {} if rule is None else {"rule_url": rule_url(rule)}


def links_of_problem(problem: Problem, match: str | None) -> dict[str, str]:
    """Where to look for what is possible instead."""
    if match is None:
        return {}
    if isinstance(problem, problems.VersionConflict):
        seen = min(problem.facts["seen"], problem.facts["version"])
        return {"entries": f"{entries_link(match)}?after={seen}", "legal": match_link(match, "commands")}
    if isinstance(problem, problems.NotOffered | problems.NotYourTurn):
        return {"legal": match_link(match, "commands")}
    return {}


def headers_of_problem(problem: Problem) -> dict[str, str]:
    match STATUS[type(problem)]:
        case HTTPStatus.UNAUTHORIZED if isinstance(problem, problems.ClientUnknown):
            return {"WWW-Authenticate": 'ApiKey realm="grubenbuch", header="X-Client-Key"'}
        case HTTPStatus.UNAUTHORIZED:
            unknown = ', error="invalid_token"' if isinstance(problem, problems.TokenUnknown) else ""
            return {"WWW-Authenticate": f'Bearer realm="grubenbuch"{unknown}'}
        case HTTPStatus.METHOD_NOT_ALLOWED:
            return {"Allow": ", ".join(problem.facts["allowed"])}
        case HTTPStatus.TOO_MANY_REQUESTS | HTTPStatus.SERVICE_UNAVAILABLE:
            return {"Retry-After": str(seconds_to_wait(problem))}
        case _:
            return {}


def seconds_to_wait(problem: Problem) -> int | None:
    """How long to wait before sending the same again; None if that would not help."""
    match STATUS[type(problem)]:
        case HTTPStatus.TOO_MANY_REQUESTS:
            return int(problem.facts["retry_after"])
        case HTTPStatus.SERVICE_UNAVAILABLE:
            return int(problem.facts.get("retry_after", RETRY_SECONDS))
        case _:
            return None


def tell_unavailable(failure: StoreUnavailable) -> Problem:
    log.error("the store does not answer: %s", failure)
    return problems.BookUnavailable(Detail("store_silent"))


def tell_unreadable(failure: BrokenChain) -> Problem:
    """Which match it is, the path says."""
    log.error("request %s: %s", current_request().environ[REQUEST_ID], failure)
    return problems.EntryUnreadable(
        Detail("entry_unreadable", {"entry": failure.version}), entry=failure.version
    )


def tell_faulty_rules(failure: FaultyRules) -> Problem:
    log.error("request %s: the rules are at fault", current_request().environ[REQUEST_ID], exc_info=failure)
    return problems.RulesAtFault(Detail("rules_at_fault"))


def tell_unforeseen(failure: Exception) -> Problem:
    """The client learns only the id under which it is logged."""
    log.error("request %s: unforeseen", current_request().environ[REQUEST_ID], exc_info=failure)
    return faults.InternalError(Detail("our_fault_logged"))


def tell_cut(_: Exception) -> Problem:
    return problems.Malformed(Detail("body_cut"))


def tell_unknown_cursor(_: BadCursor) -> Problem:
    return problems.BadCursor(Detail("cursor_unknown"))


FORESEEN: Final[tuple[tuple[tuple[type[Exception], ...], Callable[[Any], Problem]], ...]] = (
    ((BadCursor,), tell_unknown_cursor),
    ((StoreUnavailable,), tell_unavailable),
    ((BrokenChain,), tell_unreadable),
    ((FaultyRules,), tell_faulty_rules),
    ((HTTPException,), faults.translate_exception),
    ((ParseException, NoMoreData), tell_cut),  # a body that does not arrive as its header says
)

"""Everything that goes wrong, answered as RFC 9457 problem details. Only here do codes get a status."""

from __future__ import annotations

import logging
from http import HTTPStatus
from pathlib import Path
from typing import Any, ClassVar, Final

from gunicorn.http.errors import NoMoreData, ParseException
from werkzeug.exceptions import HTTPException
from werkzeug.exceptions import MethodNotAllowed as WrongMethod

from events.entry import BrokenChain
from events.store import BadCursor, StoreUnavailable
from games.kernel import FaultyRules
from games.kernel.words import LANGUAGES
from games.kernel.yaml_file import read_yaml
from service import problems
from service.api.answers import language_headers, preferred_language, reply
from service.api.fast_flask import Answer, current_request
from service.api.links import entries_link, match_link
from service.monitoring.figures import THINKING
from service.problem_detail import Detail
from service.problems import Malformed, Problem
from service.queries.rules import rule_url
from service.wording import word_detail

REQUEST_ID: Final = "grubenbuch.request_id"  # in the environ, for the log


class NoSuchPath(Problem):
    code = "no_such_path"
    title = "There is nothing at this path"


class MethodNotAllowed(Problem):
    code = "method_not_allowed"
    title = "This path does not know the method"


class NotAcceptable(Problem):
    code = "not_acceptable"
    title = "The answer cannot be given in any of the accepted media types"


class HeadTooSlow(Problem):
    code = "head_too_slow"
    title = "The head of the request did not arrive in time"


class BodyTooLarge(Problem):
    code = "body_too_large"
    title = "The body is too large"


class BodyTooSlow(Problem):
    code = "body_too_slow"
    title = "The body did not arrive in time"


class TooManyBodies(Problem):
    code = "too_many_bodies"
    title = "Too many bodies are on their way here at once"


class UnsupportedMediaType(Problem):
    code = "unsupported_media_type"
    title = "The body must be JSON"


class TooManyRequests(Problem):
    code = "too_many_requests"
    title = "There were too many requests in too short a time"


class InternalError(Problem):
    code = "internal_error"
    title = "Something went wrong on our side"


class OverBudget(Problem):
    """One code for each budget."""

    budget: ClassVar[str]


class TooManyMatches(OverBudget):
    code = "too_many_matches"
    title = "Too many matches are open"
    budget = "matches"


class TooManyOpenings(OverBudget):
    code = "too_many_openings"
    title = "Too many matches were opened in too short a time"
    budget = "openings"


class TooManyEntries(OverBudget):
    code = "too_many_entries"
    title = "Too many entries were written in too short a time"
    budget = "entries"


class TooMuchWritten(OverBudget):
    code = "too_much_written"
    title = "Too many bytes were written in too short a time"
    budget = "written"


class TooMuchImported(OverBudget):
    code = "too_much_imported"
    title = "Too many bytes of files were sent in too short a time"
    budget = "imported"


class TooMuchAudited(OverBudget):
    code = "too_much_audited"
    title = "Checking books has taken too much time"
    budget = "audited"


class TooMuchThinking(OverBudget):
    code = "too_much_thinking"
    title = "Bots have thought for too long"
    budget = THINKING


class TooManyStreams(OverBudget):
    code = "too_many_streams"
    title = "Too many streams are open"
    budget = "streams"


class TooManyConnections(OverBudget):
    code = "too_many_connections"
    title = "Too many connections are open"
    budget = "connections"


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
    NoSuchPath: HTTPStatus.NOT_FOUND,
    MethodNotAllowed: HTTPStatus.METHOD_NOT_ALLOWED,
    NotAcceptable: HTTPStatus.NOT_ACCEPTABLE,
    HeadTooSlow: HTTPStatus.REQUEST_TIMEOUT,
    BodyTooSlow: HTTPStatus.REQUEST_TIMEOUT,
    problems.NotYourTurn: HTTPStatus.CONFLICT,
    problems.NotRunning: HTTPStatus.CONFLICT,
    problems.ClientExists: HTTPStatus.CONFLICT,
    problems.NotNow: HTTPStatus.CONFLICT,
    problems.GameIsOver: HTTPStatus.CONFLICT,
    problems.PlayerSeated: HTTPStatus.CONFLICT,
    problems.Imported: HTTPStatus.CONFLICT,
    problems.TooManyWebhooks: HTTPStatus.CONFLICT,
    problems.VersionConflict: HTTPStatus.PRECONDITION_FAILED,
    BodyTooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    UnsupportedMediaType: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    problems.BadBook: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.TooCostly: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.Invalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.NotOffered: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.NameUnreadable: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.NameMistakable: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.WebhookAddressRefused: HTTPStatus.UNPROCESSABLE_ENTITY,
    problems.IdempotencyKeyReused: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooManyRequests: HTTPStatus.TOO_MANY_REQUESTS,
    **dict.fromkeys(OverBudget.__subclasses__(), HTTPStatus.TOO_MANY_REQUESTS),
    InternalError: HTTPStatus.INTERNAL_SERVER_ERROR,
    problems.RulesAtFault: HTTPStatus.INTERNAL_SERVER_ERROR,
    problems.EntryUnreadable: HTTPStatus.INTERNAL_SERVER_ERROR,
    TooManyBodies: HTTPStatus.SERVICE_UNAVAILABLE,
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


def recognise_failure(failure: Exception) -> Problem:  # noqa: PLR0911  one for each kind
    """Return the problem that stands for whatever a view has raised; what is ours to mend is logged."""
    match failure:
        case Problem():
            return failure
        case BadCursor():
            return problems.BadCursor(Detail("cursor_unknown"))
        case StoreUnavailable():
            log.error("the store does not answer: %s", failure)
            return problems.BookUnavailable(Detail("store_silent"))
        case BrokenChain():
            log.error("request %s: %s", request_id(), failure)
            detail = Detail("entry_unreadable", {"entry": failure.version})
            return problems.EntryUnreadable(detail, entry=failure.version)
        case FaultyRules():
            log.error("request %s: the rules are at fault", request_id(), exc_info=failure)
            return problems.RulesAtFault(Detail("rules_at_fault"))
        case HTTPException():
            return translate_exception(failure)
        case ParseException() | NoMoreData():  # a body that does not arrive as its header says
            return Malformed(Detail("body_cut"))
        case _:  # the client learns only the id under which it is logged
            log.error("request %s: unforeseen", request_id(), exc_info=failure)
            return InternalError(Detail("our_fault_logged"))


def request_id() -> str:
    name: str = current_request().environ[REQUEST_ID]
    return name


def translate_exception(failure: HTTPException) -> Problem:
    """Return the problem for an exception of werkzeug."""
    match failure.code:
        case 404:
            return NoSuchPath(Detail("paths_listed"))
        case 405 if isinstance(failure, WrongMethod):
            allowed = sorted(failure.valid_methods or ())
            return MethodNotAllowed(Detail("methods_allowed", {"methods": list(allowed)}), allowed=allowed)
        case code if code is not None and code < HTTPStatus.INTERNAL_SERVER_ERROR:
            return Malformed(Detail("request_unreadable"))
        case _:
            return InternalError(Detail("our_fault"))


def answer_problem(problem: Problem) -> Answer:
    lang = preferred_language()
    headers = headers_of_problem(problem) | language_headers(lang)
    return reply(describe_problem(problem, lang), STATUS[type(problem)], headers, PROBLEM_JSON)


def describe_briefly(problem: Problem, lang: str = LANGUAGES[0]) -> dict[str, Any]:
    """Return the members that every problem has."""
    return {
        "type": f"/docs/errors#{problem.code}",
        "title": problem.title if lang == LANGUAGES[0] else GERMAN_TITLES[problem.code],
        "status": STATUS[type(problem)].value,
        "code": problem.code,
        "detail": word_detail(problem.detail, lang),
    }


def describe_problem(problem: Problem, lang: str, match: str | None = None) -> dict[str, Any]:
    """Return all members of a problem; `match` is the one it is about, if the path does not name it."""
    facts = problem.facts
    described = describe_briefly(problem, lang)
    described |= {name: fact for name, fact in facts.items() if name not in UNSHOWN_FACTS}
    if facts.get("violations"):
        described["violations"] = [
            violation | {"detail": word_detail(violation["detail"], lang)}
            for violation in facts["violations"]
        ]
    if facts.get("words"):
        described["words"] = facts["words"][lang]
    if facts.get("rule") is not None:
        described["rule_url"] = rule_url(facts["rule"])
    match = match or (current_request().view_args or {}).get("match")
    return described | links_of_problem(problem, match)


def links_of_problem(problem: Problem, match: str | None) -> dict[str, str]:
    """Return where the client finds what is possible instead."""
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
    """Return how long to wait before sending the same again; None if that would not help."""
    match STATUS[type(problem)]:
        case HTTPStatus.TOO_MANY_REQUESTS:
            return int(problem.facts["retry_after"])
        case HTTPStatus.SERVICE_UNAVAILABLE:
            return int(problem.facts.get("retry_after", RETRY_SECONDS))
        case _:
            return None

"""What can be wrong with a request before it reaches a use case."""

from __future__ import annotations

from werkzeug.exceptions import HTTPException
from werkzeug.exceptions import MethodNotAllowed as WrongMethod

from service.problem_detail import Detail
from service.problems import Malformed, Problem


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


def translate_exception(failure: HTTPException) -> Problem:
    """The framework's exceptions, as problems of ours."""
    match failure.code:
        case 404:
            return NoSuchPath(Detail("paths_listed"))
        case 405 if isinstance(failure, WrongMethod):
            allowed = sorted(failure.valid_methods or ())
            return MethodNotAllowed(Detail("methods_allowed", {"methods": list(allowed)}), allowed=allowed)
        case code if code is not None and code < 500:  # noqa: PLR2004  the client's faults end here
            return Malformed(Detail("request_unreadable"))
        case _:
            return InternalError(Detail("our_fault"))

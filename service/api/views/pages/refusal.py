"""Answers what goes wrong in a browser with a page: people mistype addresses and read no JSON."""

from __future__ import annotations

from html import escape
from typing import Final

from service.api.answer_building import HTML, JSON, preferred_language
from service.api.problem import (
    PROBLEM_JSON,
    STATUS,
    answer_problem,
    describe_briefly,
    headers_of_problem,
    recognise_failure,
)
from service.api.protocol.answer import Answer
from service.api.protocol.current_request import current_request
from service.api.urls import BASE
from service.api.views.pages.frame import (
    PAGE_POLICY,
    PLACES,
    in_language,
    render_link,
    render_page,
    render_pages,
    word_of_frame,
)
from service.problems import Problem

# In doubt the first: whoever accepts anything is a program.
FORMS: Final = (PROBLEM_JSON, JSON, HTML)


def answer_failure(failure: Exception) -> Answer:
    """A page for a browser; below the API and for every program, problem details."""
    problem = recognise_failure(failure)
    return answer_refusal(problem) if is_for_people() else answer_problem(problem)


def is_for_people() -> bool:
    asked = current_request()
    if asked.path == BASE or asked.path.startswith(f"{BASE}/"):
        return False
    return asked.accept_mimetypes.best_match(FORMS) == HTML


def answer_refusal(problem: Problem) -> Answer:
    lang = preferred_language()
    headers = headers_of_problem(problem) | {
        "Content-Language": lang,
        "Content-Security-Policy": PAGE_POLICY,
        "Vary": "Accept, Accept-Language",
    }
    page = render_refusal(problem, lang)
    return Answer(page, STATUS[type(problem)], headers, content_type=f"{HTML}; charset=utf-8")


def render_refusal(problem: Problem, lang: str) -> bytes:
    said = describe_briefly(problem, lang)
    home = render_link(in_language(PLACES["play"], lang), word_of_frame("home", lang))
    main = f"<h1>{escape(said['title'])}</h1>\n<p>{escape(said['detail'])}</p>\n<p>{home}</p>"
    return render_page(title=said["title"], lang=lang, kind="prose", main=main, head=render_pages("", lang))

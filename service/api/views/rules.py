"""The rules of a game as a page, with an anchor at each: /rules/schiefer#SF-8."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from html import escape
from typing import Final

from service import problems
from service.api.answers import FOR_A_DAY, HTML, answer_constant
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.schemas.kit import InLanguage
from service.api.views.pages import (
    PAGE_POLICY,
    in_language,
    render_languages,
    render_link,
    render_page,
    render_pages,
)
from service.problem_detail import Detail
from service.queries.rules import (
    MARKS,
    Mark,
    NumberedRule,
    RuleChapter,
    meaning_of_mark,
    name_rule_book,
    read_rule_page,
    read_rule_words,
    rule_books,
    rule_url,
    rules_url,
)

api = ApiBlueprint("rules")

_REFERENCE: Final = re.compile(r"\b(?:GB|SF|RS|SW)-R?[0-9]+\b")


@api.get(
    "/rules/<book>",
    tag="contract",
    query=InLanguage,
    answer=str,
    tagged=True,
    media_types=(HTML,),
    problems=(problems.UnknownGame,),
)
def get_rules_page(context: RequestContext, book: str) -> Answer:
    """The rules of a game as a page, or, as `match`, those of the match around any game.

    Each rule has its number as anchor: `/rules/schiefer#SF-8`. Wherever an answer has a `rule_url`, it leads
    here.
    """
    if book not in rule_books():
        raise problems.UnknownGame(Detail("rule_books", {"books": list(rule_books())}))
    page = encode_rules_page(book, context.lang)
    return answer_constant(
        page, f"{HTML}; charset=utf-8", lang=context.lang, policy=PAGE_POLICY, keep=FOR_A_DAY
    )


@cache
def encode_rules_page(book: str, lang: str) -> bytes:
    title = words_of_page("title", lang).format(name=name_rule_book(book, lang))
    place = rules_url(book)
    head = render_pages(place, lang) + render_languages(place, lang)
    main = "\n".join(render_rules(book, lang, title))
    return render_page(title=title, lang=lang, kind="rules", main=main, head=head)


def words_of_page(word: str, lang: str) -> str:
    return read_rule_words()["page"][word][lang]


def render_rules(book: str, lang: str, title: str) -> Iterator[str]:
    page = read_rule_page(book, lang)
    yield render_books(book, lang)
    yield f"<h1>{escape(title)}</h1>\n<p>{escape(words_of_page('about', lang))}</p>"
    yield render_marks(lang, {rule.mark for rule in page.rules})
    if len(page.chapters) > 1:
        yield render_contents(page.chapters, lang)
    for chapter in page.chapters:
        yield render_chapter(chapter, [rule for rule in page.rules if rule.chapter == chapter.number], lang)


def render_books(book: str, lang: str) -> str:
    links = [
        render_link(
            in_language(rules_url(other), lang), escape(name_rule_book(other, lang)), current=other == book
        )
        for other in rule_books()
    ]
    return f'<nav class="books" aria-label="{escape(words_of_page("books", lang))}">{"".join(links)}</nav>'


def render_marks(lang: str, used: Collection[Mark]) -> str:
    entries = [
        f"<dt>{mark}</dt><dd>{escape(meaning_of_mark(mark, lang))}</dd>" for mark in MARKS if mark in used
    ]
    heading = escape(words_of_page("marks", lang))
    return f'<section class="marks"><h2>{heading}</h2>{render_list("dl", entries)}</section>'


def render_contents(chapters: list[RuleChapter], lang: str) -> str:
    entries = [f"<li>{render_link(f'#chapter-{one.number}', escape(one.title))}</li>" for one in chapters]
    heading = escape(words_of_page("chapters", lang))
    return (
        f'<nav class="contents" aria-label="{heading}"><h2>{heading}</h2>{render_list("ol", entries)}</nav>'
    )


def render_chapter(chapter: RuleChapter, rules: list[NumberedRule], lang: str) -> str:
    name, lines = f"chapter-{chapter.number}", [render_rule(rule, lang) for rule in rules]
    heading = f'<h2 id="{name}">{escape(chapter.title)}</h2>'
    return f'<section class="chapter" aria-labelledby="{name}">{heading}{render_list("ul", lines)}</section>'


def render_list(kind: str, entries: list[str]) -> str:
    lines = "\n".join(entries)
    return f"\n<{kind}>\n{lines}\n</{kind}>\n"


def render_rule(rule: NumberedRule, lang: str) -> str:
    meaning = escape(meaning_of_mark(rule.mark, lang))
    return (
        f'<li id="{rule.id}"><a class="number" href="#{rule.id}">{rule.id}</a> '
        f'<abbr class="mark" title="{meaning}">{rule.mark}</abbr> <span>{link_rules(rule.text)}</span></li>'
    )


def link_rules(text: str) -> str:
    return _REFERENCE.sub(lambda found: f'<a href="{rule_url(found[0])}">{found[0]}</a>', escape(text))

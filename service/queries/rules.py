"""The rules by number, read from docs/rules: id, chapter, mark of origin and text in each language.

The pages there are the one source of what a rule says: one for each game and one for the match around it, in
English, and below `de/` in German. A rule is a line of a list, `- **SF-8** [R] …`, below the heading of its
chapter.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from games.catalogue import GAMES
from games.kernel import Game
from games.kernel.quantities import doc
from games.kernel.words import LANGUAGES
from games.kernel.yaml_file import read_yaml
from service.config import HOME
from service.matches.fields import GameId
from service.problem_detail import Detail
from service.problems import UnknownRule

RULE_PAGES: Final = HOME / "docs" / "rules"
RULES_OF_MATCH: Final = "match"

Mark = Literal["R", "D", "W", "X"]
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)

_BLOCK: Final = re.compile(r"\n(?=#|- |\n)")
_RULE: Final = re.compile(r"- \*\*([A-Z]{2}-R?[0-9]+)\*\* \[([RDWX])\] (.+)")
_HEADING: Final = re.compile(r"(#{1,2}) (?:[0-9]+\. )?(.+)")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class RuleChapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter of the rules."""

    number: Annotated[int, doc("Counted from 1 in each game; 0 has the rules of the match around any game.")]
    title: Annotated[str, doc("Its heading in the language asked for.")]


class NumberedRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule, or our ruling where the rulebook is silent."""

    id: Annotated[str, doc("Its number, by which everything else refers to it: `SF-8`, `SF-R4`.")]
    chapter: Annotated[int, doc("The number of its chapter.")]
    mark: Annotated[Mark, doc("Where it comes from; the list of rules says what each mark means.")]
    text: Annotated[str, doc("What it says, in our own words and the language asked for.")]
    rule_url: Annotated[str, doc("Where people read it: the page of rules, at its number.")]


class RulesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game by number, those of the match around it last."""

    game: GameId
    lang: Annotated[str, doc("The language of the texts.")]
    rules_url: Annotated[str, doc("The page on which people read the rules of this game.")]
    marks: Annotated[dict[Mark, str], doc("What each mark of origin means.")]
    chapters: Annotated[list[RuleChapter], doc("All chapters, in their order.")]
    rules: Annotated[list[NumberedRule], doc("The rules, or those of the one chapter asked for.")]


class RuleAnswer(NumberedRule, frozen=True, kw_only=True):
    """One rule by its number."""

    game: GameId
    lang: Annotated[str, doc("The language of the text.")]
    title: Annotated[str, doc("The heading of its chapter.")]
    meaning: Annotated[str, doc("What its mark means.")]


class RulePage(msgspec.Struct, frozen=True):
    """What one page of docs/rules says in one language."""

    chapters: list[RuleChapter]
    rules: list[NumberedRule]


@cache
def read_rule_words() -> dict[str, dict[str, dict[str, str]]]:
    return read_yaml(Path(__file__).with_name("rule_words.yaml"), dict[str, dict[str, dict[str, str]]])


@cache
def read_rule_page(book: str, lang: str) -> RulePage:
    """Return the page of a game, or of the match around any."""
    folder = RULE_PAGES if lang == LANGUAGES[0] else RULE_PAGES / lang
    return parse_rule_page(book, (folder / f"{book}.md").read_text("utf-8"))


def parse_rule_page(book: str, markdown: str) -> RulePage:
    """Parse a page; rules above the first chapter stand in chapter 0, which is named like the page."""
    chapters: list[RuleChapter] = []
    rules: list[NumberedRule] = []
    for block in (" ".join(part.split()) for part in _BLOCK.split(markdown)):
        if heading := _HEADING.fullmatch(block):
            chapters.append(RuleChapter(number=len(chapters), title=heading[2]))
        elif rule := _RULE.fullmatch(block):
            name, mark, text = rule.groups()
            rules.append(
                NumberedRule(
                    id=name,
                    chapter=chapters[-1].number,
                    mark=msgspec.convert(mark, Mark),
                    text=_LINK.sub(r"\1", text).replace("`", ""),
                    rule_url=f"{rules_url(book)}#{name}",
                )
            )
    used = {rule.chapter for rule in rules}
    return RulePage([chapter for chapter in chapters if chapter.number in used], rules)


def rules_url(book: str) -> str:
    return f"/rules/{book}"


def rule_url(rule: str) -> str:
    """Return where people read the rule; the letters of its number show whose it is."""
    return f"{rules_url(books_by_prefix()[rule.partition('-')[0]])}#{rule}"


@cache
def books_by_prefix() -> dict[str, str]:
    """Return the names of pages by prefix: `SF` -> `schiefer`."""
    return {read_rule_page(book, LANGUAGES[0]).rules[0].id.partition("-")[0]: book for book in rule_books()}


def rule_books() -> tuple[str, ...]:
    return (*GAMES, RULES_OF_MATCH)


def name_rule_book(book: str, lang: str) -> str:
    """Return the title of a page as people call it: the name of the game."""
    if book == RULES_OF_MATCH:
        return read_rule_page(book, lang).chapters[0].title
    return GAMES[book].words.sections["game"]["name"][lang]


def list_rules(game: Game[Any], lang: str, chapter: int | None = None) -> RulesAnswer:
    pages = [read_rule_page(book, lang) for book in (game.name, RULES_OF_MATCH)]
    return RulesAnswer(
        game=game.name,
        lang=lang,
        rules_url=rules_url(game.name),
        marks={mark: meaning_of_mark(mark, lang) for mark in MARKS},
        chapters=[shown for page in pages for shown in page.chapters],
        rules=[rule for page in pages for rule in page.rules if chapter in (None, rule.chapter)],
    )


def find_rule(game: Game[Any], rule: str, lang: str) -> RuleAnswer:
    known = list_rules(game, lang)
    found = next((listed for listed in known.rules if listed.id == rule), None)
    if found is None:
        raise UnknownRule(Detail("rules_listed", {"game": game.name}))
    title = next(chapter.title for chapter in known.chapters if chapter.number == found.chapter)
    return RuleAnswer(
        **msgspec.structs.asdict(found),
        game=game.name,
        lang=lang,
        title=title,
        meaning=known.marks[found.mark],
    )


def meaning_of_mark(mark: Mark, lang: str) -> str:
    return read_rule_words()["marks"][mark][lang]

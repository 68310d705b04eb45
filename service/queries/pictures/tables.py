"""A position as a picture: the table, the words for it, and who is asked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Any, Final

from games.catalogue import GAMES
from games.kernel import Game, Question
from games.kernel.pictures.shapes import Picture
from games.kernel.pictures.telling import Telling
from games.kernel.words import LANGUAGES
from games.match.state import Match
from service.matches.summary import question_of
from service.problem_detail import Detail
from service.problems import UnknownComponent
from service.queries.pictures.picture import fittings, write_svg
from service.queries.positions import Position

ALBUMS_KEPT: Final = 12  # all things of an edition in a language, each alone


def draw_position(position: Position, lang: str) -> str:
    return draw_match(position.match, question_of(position.match), lang)


def draw_match(match: Match, question: Question | None, lang: str) -> str:
    return write_svg(match.rules.picture(match.table, tell_question(match, question, lang)), match.game)


def draw_blank_tables() -> None:
    """What never changes of a picture is drawn once in a process: better before anybody waits for it."""
    for game, lang in product(GAMES.values(), LANGUAGES):
        edition = game.editions.default
        for seats in game.seats:
            table = game.blank(seats, edition, game.options())
            write_svg(game.picture(table, Telling(words=game.words, lang=lang)), game.name)


def tell_question(match: Match, question: Question | None, lang: str) -> Telling:
    """Seats go by their numbers: names may be forgotten, the picture of a version is kept for ever."""
    plain = Telling(words=match.rules.words_of(match.edition), lang=lang)
    if question is None:
        return plain
    asked = ask_in_words(match.rules, match.table, question, plain)
    return Telling(words=plain.words, lang=lang, turn=question.seat, question=asked)


def ask_in_words(game: Game[Any], table: Any, question: Question, telling: Telling) -> str:
    facts = game.wording(table, question) | {"seat": telling.seat(question.seat)}
    return telling.words.said("questions", question, telling.lang, **facts)


def draw_component(game: str, edition: str, component: str, lang: str) -> str:
    """Of an edition that this process knows."""
    portrait = portraits_of(game, edition, lang).get(component)
    if portrait is None:
        raise UnknownComponent(Detail("no_picture_alone", {"game": game, "component": component}))
    return write_svg(portrait, game)


@lru_cache(ALBUMS_KEPT)
def portraits_of(game: str, edition: str, lang: str) -> Mapping[str, Picture]:
    rules = GAMES[game]
    return rules.portraits(edition, Telling(words=rules.words_of(edition), lang=lang))


@cache
def drawing_digest(game: str) -> str:
    """Differs when layout, inks or signs do."""
    layout = GAMES[game].layout
    return hashlib.sha256(f"{layout!r}{fittings(game)}".encode()).hexdigest()[:6]

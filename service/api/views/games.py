"""Answers the catalogue of games. It changes with the program and the editions, so each answer is kept."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import msgspec

from service import problems
from service.api.answer_building import FOR_A_DAY, JSON, answer_constant
from service.api.call import Call
from service.api.calls.editions import OnEdition, read_edition
from service.api.calls.ready import ApiCalls
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import Digits, InLanguage
from service.api.urls import BASE
from service.editions.known import Offers, known_offers, offers_of_all
from service.matches.opening import known_game
from service.queries.games import (
    GameAnswer,
    GamesAnswer,
    WordsAnswer,
    describe_game,
    games_in_catalogue,
    list_words,
)
from service.queries.rules import RuleAnswer, RulesAnswer, find_rule, list_rules

routes = Routes("games", f"{BASE}/games")

CATALOGUES_KEPT: Final = 16  # answers; another one is made when an edition comes or goes
LAST_CHAPTER: Final = 99  # no game has as many


class RulesQuery(InLanguage):
    chapter = Digits(
        0, LAST_CHAPTER, metadata={"description": "Only the rules of the chapter with this number."}
    )


@routes.get("", query=InLanguage, answer=GamesAnswer, tagged=True, problems=(problems.BookUnavailable,))
def list_games(call: Call) -> Answer:
    """The games that can be played here."""
    return answer_constant(
        encode_catalogue(call.lang, offers_of_all(call.matches.store)), JSON, lang=call.lang
    )


@routes.get(
    "/<game>",
    query=InLanguage,
    answer=GameAnswer,
    tagged=True,
    problems=(problems.UnknownGame, problems.BookUnavailable),
)
def get_game(call: Call, game: str) -> Answer:
    """A game: its options, its board, and the JSON Schema of all that it says.

    Each group of the board data tells where it comes from: from the rulebook, derived from it, found on the
    web, or reconstructed. `printed` says so for every datum, and where an edition differs.
    """
    offers = known_offers(call.matches.store, known_game(game))
    return answer_constant(encode_game(game, call.lang, offers), JSON, lang=call.lang)


@routes.get(
    "/<game>/words",
    query=OnEdition,
    answer=WordsAnswer,
    tagged=True,
    problems=(problems.UnknownGame, problems.BookUnavailable),
)
def get_words(call: Call, game: str) -> Answer:
    """Every template and every name of a game in one language.

    Where an edition has names or things of its own, `edition` asks for them.
    """
    rules = known_game(game)
    content = encode_words(rules.name, read_edition(call, rules), call.lang)
    return answer_constant(content, JSON, lang=call.lang)


@routes.get(
    "/<game>/rules", query=RulesQuery, answer=RulesAnswer, tagged=True, problems=(problems.UnknownGame,)
)
def get_rules(call: Call, game: str) -> Answer:
    """The rules of a game by number, each with its chapter and with where it comes from.

    With them come those of the match around any game, in chapter 0. Wherever an answer names a `rule`, it is
    one of these, and `rule_url` beside it is the page on which people read it.
    """
    rules = encode_rules(known_game(game).name, call.lang, call.query.get("chapter"))
    return answer_constant(rules, JSON, lang=call.lang, keep=FOR_A_DAY)


@routes.get(
    "/<game>/rules/<rule>",
    query=InLanguage,
    answer=RuleAnswer,
    tagged=True,
    problems=(problems.UnknownGame, problems.UnknownRule),
)
def get_rule(call: Call, game: str, rule: str) -> Answer:
    """One rule by its number."""
    found = find_rule(known_game(game), rule, call.lang)
    return answer_constant(msgspec.json.encode(found), JSON, lang=call.lang, keep=FOR_A_DAY)


@lru_cache(CATALOGUES_KEPT)
def encode_catalogue(lang: str, offers: tuple[Offers, ...]) -> bytes:
    return msgspec.json.encode(games_in_catalogue(lang, ApiCalls({}), offers))


@lru_cache(CATALOGUES_KEPT)
def encode_game(game: str, lang: str, offers: Offers) -> bytes:
    return msgspec.json.encode(describe_game(known_game(game), lang, ApiCalls({}), offers))


@lru_cache(CATALOGUES_KEPT)
def encode_words(game: str, edition: str, lang: str) -> bytes:
    return msgspec.json.encode(list_words(known_game(game), edition, lang))


@cache
def encode_rules(game: str, lang: str, chapter: int | None) -> bytes:
    return msgspec.json.encode(list_rules(known_game(game), lang, chapter))

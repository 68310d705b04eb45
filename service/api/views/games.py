"""The catalogue of games. It changes with the program and the editions, so each answer is kept."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final

import msgspec
from marshmallow.validate import Length

from games.kernel import Game
from games.kernel.quantities import LONGEST_ID
from service import problems
from service.api.answers import FOR_A_DAY, JSON, SVG, answer_constant
from service.api.blueprint import ApiBlueprint
from service.api.body import describe_unfit_query
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE
from service.api.schemas.kit import Digits, InLanguage, text
from service.api.views.play import PICTURE_POLICY
from service.api.write_answers import ApiCalls
from service.editions.stored import Offers, find_edition, known_offers, offered_editions, offers_of_all
from service.matches.opening import known_game
from service.problem_detail import Detail
from service.queries.games import (
    GameAnswer,
    GamesAnswer,
    WordsAnswer,
    describe_game,
    games_in_catalogue,
    list_words,
)
from service.queries.pictures import draw_component
from service.queries.rules import RuleAnswer, RulesAnswer, find_rule, list_rules


class OnEdition(InLanguage):
    """In which language to answer, and for which edition."""

    edition = text(
        Length(1, LONGEST_ID),
        about=(
            "The edition of the printed board, as a match names it, or by the name of one that"
            " is offered; left out: the default."
        ),
    )


def read_edition(context: RequestContext, game: Game[Any]) -> str:
    """Return the edition in the query, else the default; raise Malformed for one that is not here."""
    wanted = context.query.get("edition", game.editions.default)
    found = find_edition(context.matches.store, game, wanted)
    if found is None:
        offered = list(offered_editions(context.matches.store, game))
        known = Detail("editions_of_game", {"game": game.name, "editions": offered})
        raise describe_unfit_query({"edition": known})
    return found


api = ApiBlueprint("games", BASE)

PORTRAITS_KEPT: Final = 1000  # answers, a few KB each; the default editions have 650 in both languages
CATALOGUES_KEPT: Final = 16  # answers; another one is made when an edition comes or goes
LAST_CHAPTER: Final = 99  # no game has as many


class RulesQuery(InLanguage):
    chapter = Digits(0, LAST_CHAPTER, about="Only the rules of the chapter with this number.")


@api.get("/games", query=InLanguage, answer=GamesAnswer, tagged=True, problems=(problems.BookUnavailable,))
def list_games(context: RequestContext) -> Answer:
    """The games that can be played here."""
    return answer_constant(
        encode_catalogue(context.lang, offers_of_all(context.matches.store)), JSON, lang=context.lang
    )


@api.get(
    "/games/<game>",
    query=InLanguage,
    answer=GameAnswer,
    tagged=True,
    problems=(problems.UnknownGame, problems.BookUnavailable),
)
def get_game(context: RequestContext, game: str) -> Answer:
    """A game: its options, its board, and the JSON Schema of all that it says.

    Each group of the board data tells where it comes from: from the rulebook, derived from it, found on the
    web, or reconstructed. `printed` says so for every datum, and where an edition differs.
    """
    offers = known_offers(context.matches.store, known_game(game))
    return answer_constant(encode_game(game, context.lang, offers), JSON, lang=context.lang)


@api.get(
    "/games/<game>/words",
    query=OnEdition,
    answer=WordsAnswer,
    tagged=True,
    problems=(problems.UnknownGame, problems.BookUnavailable),
)
def get_words(context: RequestContext, game: str) -> Answer:
    """Every template and every name of a game in one language.

    Where an edition has names or things of its own, `edition` asks for them.
    """
    rules = known_game(game)
    content = encode_words(rules.name, read_edition(context, rules), context.lang)
    return answer_constant(content, JSON, lang=context.lang)


@api.get(
    "/games/<game>/rules", query=RulesQuery, answer=RulesAnswer, tagged=True, problems=(problems.UnknownGame,)
)
def get_rules(context: RequestContext, game: str) -> Answer:
    """The rules of a game by number, each with its chapter and with where it comes from.

    With them come those of the match around any game, in chapter 0. Wherever an answer names a `rule`, it is
    one of these, and `rule_url` beside it is the page on which people read it.
    """
    rules = encode_rules(known_game(game).name, context.lang, context.query.get("chapter"))
    return answer_constant(rules, JSON, lang=context.lang, keep=FOR_A_DAY)


@api.get(
    "/games/<game>/rules/<rule>",
    query=InLanguage,
    answer=RuleAnswer,
    tagged=True,
    problems=(problems.UnknownGame, problems.UnknownRule),
)
def get_rule(context: RequestContext, game: str, rule: str) -> Answer:
    """One rule by its number."""
    found = find_rule(known_game(game), rule, context.lang)
    return answer_constant(msgspec.json.encode(found), JSON, lang=context.lang, keep=FOR_A_DAY)


@api.get(
    "/games/<game>/components/<component>.svg",
    tag="play",
    query=OnEdition,
    answer=str,
    media_types=(SVG,),
    tagged=True,
    problems=(problems.UnknownGame, problems.UnknownComponent, problems.BookUnavailable),
)
def get_component_picture(context: RequestContext, game: str, component: str) -> Answer:
    """A card, a tile, a mine or another printed thing alone, as a picture.

    As it is printed in the default edition, or in the `edition` that is asked for: any that this server
    keeps, so that a client can show the things of whatever match it follows.
    """
    rules = known_game(game)
    edition = read_edition(context, rules)
    content = encode_component(rules.name, edition, component, context.lang)
    return answer_constant(content, SVG, lang=context.lang, policy=PICTURE_POLICY)


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


@lru_cache(PORTRAITS_KEPT)
def encode_component(game: str, edition: str, component: str, lang: str) -> bytes:
    return draw_component(game, edition, component, lang).encode()

"""Answers the catalogue of games. It changes only with the programme, so each answer is made once."""

from __future__ import annotations

from functools import cache

import msgspec
from flask import Response

from service import problems
from service.http.call import Call
from service.http.reply import JSON, answer_constant
from service.http.routes import Routes
from service.http.schemas import InLanguage
from service.http.urls import BASE
from service.matches.opening import known_game
from service.reading.games import (
    GameAnswer,
    GamesAnswer,
    WordsAnswer,
    describe_game,
    games_in_catalogue,
    list_words,
)

routes = Routes("games", f"{BASE}/games")


@routes.get("", query=InLanguage, answer=GamesAnswer, tagged=True)
def list_games(call: Call) -> Response:
    """The games that can be played here."""
    return answer_constant(encode_catalogue(call.lang), JSON, lang=call.lang)


@routes.get("/<game>", query=InLanguage, answer=GameAnswer, tagged=True, problems=(problems.UnknownGame,))
def get_game(call: Call, game: str) -> Response:
    """A game: its options, its board, and the JSON Schema of all that it says.

    Each group of the board data tells where it comes from: from the rulebook, derived from it, found on the
    web, or reconstructed.
    """
    return answer_constant(encode_game(known_game(game).name, call.lang), JSON, lang=call.lang)


@routes.get(
    "/<game>/words", query=InLanguage, answer=WordsAnswer, tagged=True, problems=(problems.UnknownGame,)
)
def get_words(call: Call, game: str) -> Response:
    """Every template and every name of a game in one language."""
    return answer_constant(encode_words(known_game(game).name, call.lang), JSON, lang=call.lang)


@cache
def encode_catalogue(lang: str) -> bytes:
    return msgspec.json.encode(games_in_catalogue(lang))


@cache
def encode_game(game: str, lang: str) -> bytes:
    return msgspec.json.encode(describe_game(known_game(game), lang))


@cache
def encode_words(game: str, lang: str) -> bytes:
    return msgspec.json.encode(list_words(known_game(game), lang))

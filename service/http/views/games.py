"""The catalogue of games. It changes only with the programme, so each answer is made once."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec
from flask import Response

from service import problems
from service.http.call import Call
from service.http.reply import ASK_AGAIN, JSON, caching_headers, client_holds, unchanged
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
    return kept(encode_catalogue(call.lang), call.lang)


@routes.get("/<game>", query=InLanguage, answer=GameAnswer, tagged=True, problems=(problems.UnknownGame,))
def get_game(call: Call, game: str) -> Response:
    """A game: its options, its board, and the JSON Schema of all that it says.

    Each group of the board data tells where it comes from: from the rulebook, derived from it, found on the
    web, or reconstructed.
    """
    return kept(encode_game(known_game(game).name, call.lang), call.lang)


@routes.get(
    "/<game>/words", query=InLanguage, answer=WordsAnswer, tagged=True, problems=(problems.UnknownGame,)
)
def get_words(call: Call, game: str) -> Response:
    """Every template and every name of a game in one language."""
    return kept(encode_words(known_game(game).name, call.lang), call.lang)


@cache
def encode_catalogue(lang: str) -> bytes:
    return encoded(games_in_catalogue(lang))


@cache
def encode_game(game: str, lang: str) -> bytes:
    return encoded(describe_game(known_game(game), lang))


@cache
def encode_words(game: str, lang: str) -> bytes:
    return encoded(list_words(known_game(game), lang))


def encoded(answer: Any) -> bytes:
    return msgspec.json.encode(answer)


def kept(answer: bytes, lang: str) -> Response:
    headers = caching_headers(f'"{hashlib.sha256(answer).hexdigest()[:16]}"', ASK_AGAIN, lang)
    if client_holds(headers["ETag"]):
        return unchanged(headers)
    return Response(answer, headers=headers, content_type=JSON)

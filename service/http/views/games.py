"""The catalogue of games. It changes only with the programme, so each answer is made once."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec
from flask import Response

from service import problems
from service.http.call import Call
from service.http.reply import ASK_AGAIN, JSON, known_already, tagged, unchanged
from service.http.routes import Routes
from service.http.schemas import InLanguage
from service.http.urls import BASE
from service.matches.opening import known_game
from service.reading.games import GameAnswer, GamesAnswer, WordsAnswer, catalogue, described, words

routes = Routes("games", f"{BASE}/games")


@routes.get("", query=InLanguage, answer=GamesAnswer, tagged=True)
def list_games(call: Call) -> Response:
    """The games that can be played here."""
    return kept(encoded_catalogue(call.lang), call.lang)


@routes.get("/<game>", query=InLanguage, answer=GameAnswer, tagged=True, problems=(problems.UnknownGame,))
def get_game(call: Call, game: str) -> Response:
    """A game: its options, its board, and the JSON Schema of all that it says.

    Each group of the board data tells where it comes from: from the rulebook, derived from it, found on the
    web, or reconstructed.
    """
    return kept(encoded_game(known_game(game).name, call.lang), call.lang)


@routes.get(
    "/<game>/words", query=InLanguage, answer=WordsAnswer, tagged=True, problems=(problems.UnknownGame,)
)
def get_words(call: Call, game: str) -> Response:
    """Every template and every name of a game in one language."""
    return kept(encoded_words(known_game(game).name, call.lang), call.lang)


@cache
def encoded_catalogue(lang: str) -> bytes:
    return encoded(catalogue(lang))


@cache
def encoded_game(game: str, lang: str) -> bytes:
    return encoded(described(known_game(game), lang))


@cache
def encoded_words(game: str, lang: str) -> bytes:
    return encoded(words(known_game(game), lang))


def encoded(answer: Any) -> bytes:
    return msgspec.json.encode(answer)


def kept(answer: bytes, lang: str) -> Response:
    headers = tagged(f'"{hashlib.sha256(answer).hexdigest()[:16]}"', ASK_AGAIN, lang)
    if known_already(headers["ETag"]):
        return unchanged(headers)
    return Response(answer, headers=headers, content_type=JSON)

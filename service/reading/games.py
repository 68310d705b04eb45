"""The catalogue: what a client must know of a game before a match, so that it needs no rules of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Union

import msgspec

from games.catalogue import GAMES
from games.kernel import Game, Question
from games.match.play import event_type
from games.match.words import WORDS
from service.reading.game_types import AnyLayout

JsonSchema = dict[str, Any]


class GameListed(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    name: str
    about: str
    seats: list[int]
    minutes: int  # how long people take for a match
    longest: int  # answers, not counting those taken back; no match has reached half of it
    rules: str
    editions: list[str]  # the first is the default


class GamesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    games: list[GameListed]


class Schemas(msgspec.Struct, frozen=True, kw_only=True):
    """JSON Schema; references point into `definitions`."""

    command: JsonSchema
    event: JsonSchema
    question: JsonSchema
    options: JsonSchema
    table: JsonSchema
    view: JsonSchema
    definitions: dict[str, JsonSchema]


class GameAnswer(GameListed, frozen=True, kw_only=True):
    options: dict[str, str]  # what each option means
    boards: dict[str, dict[str, Any]]  # edition -> what is printed, each group with its source
    layout: AnyLayout  # where printed things lie in a picture; drawn by us
    schemas: Schemas


class WordsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    lang: str
    words: dict[str, dict[str, str]]  # section -> code -> template or name


def list_game(game: Game[Any], lang: str) -> GameListed:
    said = game.words.sections["game"]
    return GameListed(
        game=game.name,
        name=said["name"][lang],
        about=said["about"][lang],
        seats=list(game.seats),
        minutes=game.minutes,
        longest=game.longest,
        rules=game.rules_name,
        editions=list(game.editions),
    )


def games_in_catalogue(lang: str) -> GamesAnswer:
    return GamesAnswer(games=[list_game(game, lang) for game in GAMES.values()])


def describe_game(game: Game[Any], lang: str) -> GameAnswer:
    return GameAnswer(
        **msgspec.structs.asdict(list_game(game, lang)),
        options=texts_in_language(game.words.sections["options"], lang),
        boards={
            edition: msgspec.to_builtins(board, str_keys=True) for edition, board in game.editions.items()
        },
        layout=game.layout,
        schemas=json_schemas(game),
    )


def question_type(game: Game[Any]) -> Any:
    return union(tuple(item for item in game.items if issubclass(item, Question)))


def union(types: tuple[type[Any], ...]) -> Any:
    return Union[types]  # noqa: UP007  made of a tuple


def json_schemas(game: Game[Any]) -> Schemas:
    types = (
        game.command_type,
        event_type(game),
        question_type(game),
        game.options,
        game.table,
        game.view_type,
    )
    found, definitions = msgspec.json.schema_components(types, ref_template="#/schemas/definitions/{name}")
    command, event, question, options, table, view = found
    return Schemas(
        command=command,
        event=event,
        question=question,
        options=options,
        table=table,
        view=view,
        definitions=definitions,
    )


def list_words(game: Game[Any], lang: str) -> WordsAnswer:
    """The words of the match come along: its events stand in the same book."""
    sections = {
        name: texts_in_language(WORDS.sections.get(name, {}) | codes, lang)
        for name, codes in game.words.sections.items()
    }
    return WordsAnswer(game=game.name, lang=lang, words=sections)


def texts_in_language(codes: Mapping[str, Mapping[str, str]], lang: str) -> dict[str, str]:
    return {code: texts[lang] for code, texts in codes.items()}

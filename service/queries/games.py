"""The catalogue: what a client must know of a game before a match, so that it needs no rules of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Union, get_args

import msgspec

from games.catalogue import GAMES
from games.kernel import Game, Question
from games.kernel.quantities import doc
from games.match.play import event_type
from games.match.state import PersonalityName
from games.match.words import WORDS
from service.editions.catalogue import EditionAnswer, describe_editions
from service.editions.stored import Offers
from service.matches.fields import AnyBoard, AnyLayout, GameId, RulesName
from service.queries.actions import Action, Calls, list_openings
from service.queries.rules import rules_url
from service.ratings.levels import LevelAnswer, describe_levels

JsonSchema = dict[str, Any]


class GameListed(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the catalogue."""

    game: GameId
    name: Annotated[str, doc("What the game is called, in the language of the answer.")]
    about: Annotated[str, doc("The game in a sentence, in the language of the answer.")]
    seats: Annotated[list[int], doc("How many players may sit down: each number that is allowed.")]
    minutes: Annotated[int, doc("How long people take for a match.")]
    longest: Annotated[int, doc("Answers a match may have at most, not counting those taken back (GB-30).")]
    rules: RulesName
    rules_url: Annotated[str, doc("The page on which people read its rules by number.")]
    editions: Annotated[
        list[str], doc("The editions of the printed board that may be chosen; the first is the default.")
    ]
    openings: Annotated[
        list[Action], doc("How to open a match, ready to be sent, for each number of players.")
    ]
    levels: Annotated[
        list[LevelAnswer], doc("The strengths of bots, the weakest first, and how they were measured.")
    ]
    personalities: Annotated[
        list[PersonalityName], doc("What a bot of any level may like among options that are nearly as good.")
    ]


class GamesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The catalogue."""

    games: Annotated[list[GameListed], doc("Every game that can be played here.")]


class Schemas(msgspec.Struct, frozen=True, kw_only=True):
    """JSON Schema; references point into `definitions`."""

    command: Annotated[JsonSchema, doc("What a player may answer.")]
    event: Annotated[JsonSchema, doc("What may happen, as entries tell it.")]
    question: Annotated[JsonSchema, doc("What the game may ask.")]
    options: Annotated[JsonSchema, doc("What is chosen when a match is opened.")]
    table: Annotated[JsonSchema, doc("What lies on the table.")]
    view: Annotated[JsonSchema, doc("What follows from the table.")]
    definitions: Annotated[dict[str, JsonSchema], doc("The types that these schemas refer to, by name.")]


class GameAnswer(GameListed, frozen=True, kw_only=True):
    """A game with its board, its layout and the schemas of all that it says."""

    options: Annotated[
        dict[str, str], doc("What each option means, by its name; in the language of the answer.")
    ]
    printed: Annotated[
        list[EditionAnswer], doc("Each edition: who supplied it, and what of it is from where.")
    ]
    boards: Annotated[dict[str, AnyBoard], doc("What is printed, by edition; each group tells its source.")]
    layout: Annotated[AnyLayout, doc("Where printed things lie in a picture; drawn by us.")]
    schemas: Annotated[Schemas, doc("JSON Schema of all that the game says.")]


class WordsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a game in one language."""

    game: GameId
    lang: Annotated[str, doc("The language of the words.")]
    words: Annotated[dict[str, dict[str, str]], doc("Templates and names by section, then by code.")]


def list_game(game: Game[Any], lang: str, calls: Calls, offers: Offers = ()) -> GameListed:
    said = game.words.sections["game"]
    return GameListed(
        game=game.name,
        name=said["name"][lang],
        about=said["about"][lang],
        seats=list(game.seats),
        minutes=game.minutes,
        longest=game.longest,
        rules=game.rules_name,
        rules_url=rules_url(game.name),
        editions=[game.editions.default, *(edition for edition, _ in offers)],
        openings=list_openings(game, lang, calls),
        levels=describe_levels(game.name),
        personalities=list(get_args(PersonalityName)),
    )


def games_in_catalogue(lang: str, calls: Calls, offers: tuple[Offers, ...]) -> GamesAnswer:
    """Describe all games; `offers` has the editions of each, in the order of the catalogue."""
    listed = zip(GAMES.values(), offers, strict=True)
    return GamesAnswer(games=[list_game(game, lang, calls, those) for game, those in listed])


def describe_game(game: Game[Any], lang: str, calls: Calls, offers: Offers = ()) -> GameAnswer:
    listed = list_game(game, lang, calls, offers)
    return GameAnswer(
        **msgspec.structs.asdict(listed),
        printed=describe_editions(game, offers),
        options=texts_in_language(game.words.sections["options"], lang),
        boards={
            edition: msgspec.to_builtins(game.editions[edition], str_keys=True) for edition in listed.editions
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


def list_words(game: Game[Any], edition: str, lang: str) -> WordsAnswer:
    """Return the words of a game and of the match around it: events of both stand in the same book."""
    words = game.words_of(edition)
    sections = {
        name: texts_in_language(WORDS.sections.get(name, {}) | codes, lang)
        for name, codes in words.sections.items()
    }
    sections["components"] |= texts_in_language(words.names, lang)
    return WordsAnswer(game=game.name, lang=lang, words=sections)


def texts_in_language(codes: Mapping[str, Mapping[str, str]], lang: str) -> dict[str, str]:
    return {code: texts[lang] for code, texts in codes.items()}

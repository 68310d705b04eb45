"""Examples for the document: answers of a short match, and of every type the first in the golden matches.

    PYTHONPATH=.:tests python tests/support/api/document_examples.py   # writes service/api/document/*.json

Events and questions are read from the histories; commands, which no history holds, come from playing the
same matches again.
"""

from __future__ import annotations

import json

import msgspec

from games.catalogue import GAMES
from games.kernel import Play, Question
from service.api.document.common import EXAMPLES_OF_CALLS, EXAMPLES_OF_TYPES
from support.api.short_match import play_short_match
from support.games import golden
from support.games.luck import Seeded
from workers.bots import choose

COMMANDS, EVENTS, QUESTIONS = "Command", "Event", "Question"


def collect_examples_of_types():
    return {name: collect_from_game(name) for name in GAMES}


def collect_from_game(name):
    found = {COMMANDS: {}, EVENTS: {}, QUESTIONS: {}}
    questions = {kind.__struct_config__.tag for kind in GAMES[name].items if issubclass(kind, Question)}
    for path in golden.histories(name):
        history = golden.load(path)
        for event in (event for batch in history["events"] for event in batch):
            found[EVENTS].setdefault(event["type"], event)
            for item in event.get("agenda", ()) if event["type"] == "asked" else ():
                if item["type"] in questions:
                    found[QUESTIONS].setdefault(item["type"], item)
        if missing_commands(GAMES[name], found):
            for command in replayed(GAMES[name], history):
                found[COMMANDS].setdefault(command["type"], command)
    return {kind: dict(sorted(examples.items())) for kind, examples in found.items()}


def missing_commands(game, found):
    return {kind.__struct_config__.tag for kind in game.commands} - found[COMMANDS].keys()


def replayed(game, history):
    """As in golden.play_match, with the seed of the history."""
    options = msgspec.convert(history["options"], game.options)
    luck, minds_luck = Seeded(history["seed"]), Seeded(-1 - history["seed"])
    play = Play(game.rules, game.blank(history["seats"], history["edition"], options), luck)
    play.first(*game.opening)
    play.run()
    while play.legal:
        chosen = choose(history["mind"], game, play.game, play.legal, minds_luck)
        yield json.loads(golden.canonical(chosen))
        play.answer(chosen)


def write_json(path, examples):
    path.write_text(json.dumps(examples, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write_json(EXAMPLES_OF_CALLS, play_short_match())
    write_json(EXAMPLES_OF_TYPES, collect_examples_of_types())

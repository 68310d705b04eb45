"""Positions out of golden histories, and what is told beside their pictures."""

from __future__ import annotations

import copy

import msgspec

from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Question
from games.kernel.pictures.telling import Telling
from support.games import golden


def rules_of(history):
    return GAMES[history["rules"].partition("/")[0]]


def tables(history, *parts):
    """The table after so many parts of the decisions, each between 0 and 1."""
    game = rules_of(history)
    table = game.blank(
        history["seats"], history["edition"], msgspec.convert(history["options"], game.options)
    )
    last = len(history["events"]) - 1
    wanted = {round(part * last) for part in parts}
    found = []
    for number, batch in enumerate(history["events"]):
        for event in msgspec.json.decode(
            lift_shapes(golden.canonical(batch), game.name), type=list[game.event_type]
        ):
            event.apply(table)
        if number in wanted:
            found.append(copy.deepcopy(table))
    return found


def telling_of(game, table, lang="en", names=()):
    asked = next((item for item in table.agenda if isinstance(item, Question)), None)
    plain = Telling(words=game.words, lang=lang, names=tuple(names))
    if asked is None:
        return plain
    facts = game.wording(table, asked) | {"seat": plain.seat(asked.seat)}
    question = game.words.said("questions", asked, lang, **facts)
    return Telling(words=game.words, lang=lang, turn=asked.seat, question=question, names=tuple(names))


def golden_position(name, seats, part, number=0):
    history = golden.load(golden.HERE / name / "golden" / f"{seats}p-{number:02}.json.xz")
    return tables(history, part)[0]

"""Pictures as a test reads them: parsed, and counted by what their groups carry."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter

from service.queries.pictures import write_svg
from support.games.positions import rules_of, tables, telling_of

NAMESPACE = "{http://www.w3.org/2000/svg}"


def draw(game, table, lang="en", names=()):
    return write_svg(game.picture(table, telling_of(game, table, lang, names)), game.name)


def parsed(drawn):
    return ET.fromstring(drawn)


def groups(picture, **wanted):
    """The groups whose data attributes are as wanted."""
    return [
        group
        for group in picture.iter(f"{NAMESPACE}g")
        if all(group.get(f"data-{key}") == str(value) for key, value in wanted.items())
    ]


def count_of(picture, thing):
    """What the group of this id says lies there."""
    (group,) = groups(picture, id=thing)
    return int(group.get("data-count"))


def pieces(picture, piece):
    """How many of a piece each seat has on the table."""
    found = Counter()
    for group in groups(picture, piece=piece):
        found[int(group.get("data-seat", -1))] += int(group.get("data-count", 1))
    return found


def ids_of(picture):
    return {group.get("data-id") for group in picture.iter(f"{NAMESPACE}g")} - {None}


def part(picture, name):
    (found,) = groups(picture, part=name)
    return found


def drawn_positions(history, *parts, lang="en"):
    game = rules_of(history)
    for table in tables(history, *parts):
        yield table, parsed(draw(game, table, lang))

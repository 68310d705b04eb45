"""Forgeries: tables, agendas, entries and commands that somebody has made up, each given its verdict.

    PYTHONPATH=.:tests python tests/support/forgeries/forge.py schiefer 100000 [first]

A forgery starts from a scene of a recorded match and is changed as its number says. It is refused with a
law and a pointer, or it passes; then whatever a reader or a player asks of the table is asked of it, and
one answer is given. All of that is counted in lines of Python and in bytes: see `meter.py`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from random import Random

import msgspec

from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Barred, LawBroken, Refused, decide, evolve
from games.kernel.laws import follow, out_of_bounds, read_table, require_lawful
from support.forgeries.meter import bytes_held, lines_run
from support.forgeries.mutations import agenda_of, changed
from support.games import golden
from support.games.luck import Seeded

HISTORIES = 4  # of each number of seats
EVERY = 5  # decisions between two scenes
MOST_LINES = 100_000  # of Python, for one forgery; the board of today needs a tenth of it
MOST_BYTES = 16_000_000  # at once, beyond the forgery itself
HEAVIEST = 250_000  # bytes of a forgery; all that is larger only costs in proportion
MOST_OFFERS = 1_000
KINDS = ("table", "table", "agenda", "agenda", "entry", "entry", "command")


@dataclass(frozen=True)
class Scene:
    """A position of a recorded match, and what happened next; all as the book has it."""

    table: bytes
    entry: bytes

    def plain_table(self):
        return json.loads(self.table)

    def plain_entry(self):
        return json.loads(self.entry)


@dataclass(frozen=True)
class Forgery:
    kind: str
    scene: Scene
    forged: bytes


@dataclass(frozen=True)
class Verdict:
    """`law` and `pointer` say why it was refused; a forgery that passed has none."""

    law: str | None = None
    pointer: str | None = None


PASSED = Verdict()


@cache
def scenes(name):
    found = []
    for path in some_histories(name):
        found += scenes_of(golden.load(path))
    return found


def some_histories(name):
    by_seats = {}
    for path in golden.histories(name):
        by_seats.setdefault(path.name[:2], []).append(path)
    return [path for paths in by_seats.values() for path in paths[:HISTORIES]]


def scenes_of(history):
    game = GAMES[history["rules"].partition("/")[0]]
    table = golden.blank_of(history)
    batches = [lift_shapes(golden.canonical(batch), game.name) for batch in history["events"]]
    for number, batch in enumerate(batches):
        for event in msgspec.json.decode(batch, type=list[game.event_type]):
            evolve(table, event)
        if number % EVERY == 0 or number >= len(batches) - 2:
            following = batches[number + 1] if number + 1 < len(batches) else b"[]"
            yield Scene(golden.canonical(table), following)


@cache
def pool(name):
    """Parts of real positions, by the key under which they stand: what a clever forger puts in."""
    parts = {}
    for scene in scenes(name)[::7]:
        for thing in (scene.plain_table(), scene.plain_entry()):
            gather(thing, "", parts)
    return {key: list(found.values()) for key, found in parts.items()}


def gather(thing, key, parts):
    parts.setdefault(key, {}).setdefault(json.dumps(thing, sort_keys=True), thing)
    inner = thing.items() if isinstance(thing, dict) else [(f"{key}[]", part) for part in thing]
    for name, part in inner:
        if isinstance(part, dict | list):
            gather(part, name, parts)
        else:
            parts.setdefault(name, {}).setdefault(json.dumps(part), part)


def forge(name, number):
    """The same number forges the same again."""
    random = Random(number)
    scene = random.choice(scenes(name))
    kind = random.choice(KINDS)
    while len(forged := json.dumps(FORGED[kind](name, scene, random)).encode()) > HEAVIEST:
        pass  # another one
    return Forgery(kind, scene, forged)


def forged_table(name, scene, random):
    return changed(scene.plain_table(), pool(name), random)


def forged_agenda(name, scene, random):
    table = scene.plain_table()
    return table | {"agenda": agenda_of(table["agenda"], pool(name), random)}


def forged_entry(name, scene, random):
    return changed(scene.plain_entry(), pool(name), random)


def forged_command(name, scene, random):
    table = read_table(GAMES[name], scene.plain_table())
    legal = offers(GAMES[name], table)
    return changed(msgspec.to_builtins(random.choice(legal)), pool(name), random) if legal else None


FORGED = {
    "table": forged_table,
    "agenda": forged_agenda,
    "entry": forged_entry,
    "command": forged_command,
}


def judge(name, forgery):
    """Its verdict, after everything that passes was looked at; any other exception is a fault of ours."""
    game = GAMES[name]
    try:
        table = table_after(game, forgery)
    except LawBroken as refusal:
        return Verdict(refusal.breach.law, refusal.breach.pointer)
    except Refused as refusal:
        return Verdict(refusal.code)
    look_at(game, table)
    answer(game, table, Random(len(forgery.scene.entry)))
    return PASSED


def table_after(game, forgery):
    """The table a reader would have after the forgery."""
    if forgery.kind in ("table", "agenda"):
        return read_table(game, msgspec.json.decode(forgery.forged))
    table = read_table(game, forgery.scene.plain_table())
    if forgery.kind == "entry":
        follow(game, table, decoded(forgery.forged, list[game.event_type]))
    else:
        take(game, table, decoded(forgery.forged, game.command_type))
    return table


def decoded(forged, kind):
    try:
        return msgspec.json.decode(forged, type=kind)
    except msgspec.DecodeError as failure:
        raise LawBroken(out_of_bounds(failure)) from failure


def look_at(game, table):
    """Whatever is read off a table."""
    msgspec.json.encode([game.view(table), game.score(table), game.places(table)])
    for command in offers(game, table):
        game.wording(table, command)


def offers(game, table):
    """Legal ones; those that are barred are counted as well."""
    if not table.agenda:
        return []
    found = list(game.rules.offers(table, table.agenda[0]))
    assert 0 < len(found) <= MOST_OFFERS, f"{len(found)} options"
    return [offer for offer in found if not isinstance(offer, Barred)]


def answer(game, table, random):
    """One answer leads to a table that passes as well, so nothing is ever found too late."""
    legal = offers(game, table)
    if legal:
        take(game, table, random.choice(legal))


def take(game, table, command):
    seat = getattr(table.agenda[0], "seat", None) if table.agenda else None
    for event in decide(game.rules, table, seat, command, Seeded(0)):
        evolve(table, event)
    require_lawful(game, table)


def measured(name, number):
    """Verdict and cost of one forgery; what it weighs itself is no cost."""
    forgery = forge(name, number)
    work = partial(judge, name, forgery)
    try:
        verdict, held = bytes_held(work)
        return verdict, held, lines_run(work, MOST_LINES)
    except Exception as failure:
        failure.add_note(f"forgery {number} of {name}: {forgery.kind} {forgery.forged[:2000]!r}")
        raise


@dataclass
class Tally:
    """What came of many."""

    laws: Counter
    lines: int = 0  # of those that were counted
    bytes: int = 0


@cache
def warm_up(name):
    """How types are read and references found in them is worked out once: no cost of a forgery."""
    game = GAMES[name]
    for scene in scenes(name)[::3]:
        follow(game, read_table(game, scene.plain_table()), decoded(scene.entry, list[game.event_type]))


def tally(name, numbers):
    """Raises where one gets no verdict, or costs more than it may."""
    warm_up(name)
    found = Tally(Counter())
    for number in numbers:
        verdict, held, lines = measured(name, number)
        assert held <= MOST_BYTES, f"forgery {number} of {name} holds {held} bytes"
        found.laws[verdict.law] += 1
        found.lines = max(found.lines, lines or 0)
        found.bytes = max(found.bytes, held)
    return found


def main(name, count=1000, first=0):
    """For whoever looks for what nobody has thought of."""
    for number in range(int(first), int(first) + int(count), 100):
        print(number, tally(name, range(number, number + 100)))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
